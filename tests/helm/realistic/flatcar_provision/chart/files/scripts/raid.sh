#!/bin/bash
set -o errexit
for disk in "$@"; do
  wipefs --all "${disk}"
done
mdadm --create /dev/md/data --level=0 --raid-devices=$# "$@"
