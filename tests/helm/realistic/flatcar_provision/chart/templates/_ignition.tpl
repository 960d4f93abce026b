{{- define "ign.data" -}}
data:;base64,{{ . | b64enc }}
{{- end -}}

{{- define "ign.unit" -}}
[Unit]
Description={{ .name | title }}
Wants=network-online.target
After=network-online.target docker.service

[Service]
Restart=always
ExecStartPre=-/usr/bin/docker rm -f {{ .name }}
ExecStart=/usr/bin/docker run --name {{ .name }} --net=host \
{{- range $key := keys (.unit.env | default dict) | sortAlpha }}
  -e {{ $key }}={{ get $.unit.env $key | quote }} \
{{- end }}
  {{ .unit.image }}
{{- range .unit.args }} {{ if contains " " . }}{{ squote . }}{{ else }}{{ . }}{{ end }}{{ end }}

[Install]
WantedBy=multi-user.target
{{ end -}}

{{- /* Returns the units as a JSON list. */ -}}
{{- define "ign.units" -}}
{{- $units := list -}}
{{- $tree := dict -}}
{{- range $path, $content := .Files.Glob "files/units/*/*.conf" -}}
{{- $unit := dir $path | base | trimSuffix ".d" -}}
{{- $dropins := append (get $tree $unit | default list) (dict "name" (base $path) "contents" (toString $content)) -}}
{{- $_ := set $tree $unit $dropins -}}
{{- end -}}
{{- range $name, $dropins := $tree -}}
{{- $units = append $units (dict "name" $name "dropins" $dropins) -}}
{{- end -}}
{{- range $name, $unit := tpl (toYaml .Values.units) . | fromYaml -}}
{{- $text := include "ign.unit" (dict "name" $name "unit" $unit) -}}
{{- $units = append $units (dict "name" (printf "%s.service" $name) "enabled" true "contents" $text) -}}
{{- end -}}
{{- if eq .Values.reboot.strategy "off" -}}
{{- range list "locksmithd.service" "update-engine.service" -}}
{{- $units = append $units (dict "name" . "mask" true) -}}
{{- end -}}
{{- end -}}
{{- toJson $units -}}
{{- end -}}

{{- define "ign.network" -}}
[Match]
Name=e*

[Network]
Address={{ .machine.address }}
Gateway={{ .root.Values.gateway }}
{{- range .root.Values.dns }}
DNS={{ . }}
{{- end }}
{{ end -}}

{{- define "ign.document" -}}
{{- $root := .root -}}
{{- $users := list -}}
{{- range $name, $user := $root.Values.users -}}
{{- $entry := dict "name" $name "sshAuthorizedKeys" $user.keys -}}
{{- with $user.groups }}{{ $_ := set $entry "groups" (sortAlpha .) }}{{ end -}}
{{- with $user.passwordHash }}{{ $_ := set $entry "passwordHash" . }}{{ end -}}
{{- $users = append $users $entry -}}
{{- end -}}
{{- $file := dict "filesystem" "root" "path" "/etc/hostname" "mode" 420 "contents" (dict "source" (include "ign.data" .name)) -}}
{{- $motd := dict "filesystem" "root" "path" "/etc/motd" "mode" 0o644 "contents" (dict "source" (include "ign.data" ($root.Files.Get "files/motd"))) -}}
{{- $network := dict "units" (list (dict "name" "10-static.network" "contents" (include "ign.network" .))) -}}
{{- $storage := dict "files" (list $file $motd) -}}
{{- if .machine.disks -}}
{{- $script := dict "filesystem" "root" "path" "/opt/raid.sh" "mode" 0x1ed "contents" (dict "source" (include "ign.data" ($root.Files.Get "files/scripts/raid.sh"))) -}}
{{- $_ := set $storage "files" (append $storage.files $script) -}}
{{- $_ := set $storage "raid" (list (dict "name" "data" "level" "raid0" "devices" .machine.disks)) -}}
{{- end -}}
{{- $units := include "ign.units" $root | fromJsonArray -}}
{{- dict "ignition" (dict "version" "2.3.0") "passwd" (dict "users" $users) "storage" $storage "networkd" $network "systemd" (dict "units" $units) | toPrettyJson -}}
{{- end -}}
