#!/bin/bash
set -eu
until curl -sf http://169.254.169.254/latest/meta-data/hostname > /run/hostname; do
	sleep 1
done
hostnamectl set-hostname "$(cut -d. -f1 < /run/hostname)"
