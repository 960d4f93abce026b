{{- define "capo.clusterName" -}}
{{ .Values.clusterName | default (.Release.Name | replace "." "-" | trunc 47 | trimSuffix "-") }}
{{- end -}}

{{- define "capo.selector" -}}
app: {{ .Chart.Name | quote }}
cluster.x-k8s.io/cluster-name: {{ include "capo.clusterName" . | quote }}
example.org/cluster: {{ include "capo.clusterName" . | quote }}
{{- end -}}

{{- define "capo.labels" -}}
{{ include "capo.selector" . }}
app.kubernetes.io/version: {{ .Chart.Version | quote }}
example.org/organization: {{ required "organization is needed: set `organization`" .Values.organization | quote }}
{{- end -}}

{{- define "capo.sshFiles" -}}
{{- range $path, $_ := .Files.Glob "files/etc/ssh/*" }}
- path: /{{ trimPrefix "files/" $path }}
  permissions: {{ ternary "0600" "0640" (hasSuffix ".pub" $path) | quote }}
  encoding: base64
  content: {{ $.Files.Get $path | b64enc }}
{{- end }}
{{- end -}}

{{- define "capo.registryConfig" -}}
version = 2
{{- range $registry := keys .Values.registries | sortAlpha }}
[plugins."io.containerd.grpc.v1.cri".registry.mirrors.{{ $registry | quote }}]
  endpoint = [{{ range $i, $mirror := get $.Values.registries $registry }}{{ if $i }}, {{ end }}"https://{{ $mirror.endpoint }}"{{ end }}]
{{- end }}
{{- range $registry, $mirrors := .Values.registries }}
{{- range $mirrors }}
{{- with .credentials }}
[plugins."io.containerd.grpc.v1.cri".registry.configs."{{ $registry }}".auth]
  auth = {{ printf "%s:%s" .username .password | b64enc | quote }}
{{- end }}
{{- end }}
{{- end }}
{{ end -}}

{{- /* The volume or local disk that a machine boots from. */ -}}
{{- define "capo.rootVolume" -}}
{{- if .bootFromVolume }}
rootVolume:
  diskSize: {{ required (printf "%s boots from a volume and needs diskSize" (.name | default "control plane")) .diskSize }}
{{- else if .diskSize }}
{{- /* Local disks come with the flavor. */}}
{{- end }}
{{- end -}}

{{- define "capo.machineSpec" -}}
cloudName: {{ .top.cloudName | quote }}
flavor: {{ .machine.flavor | quote }}
identityRef:
  name: {{ .top.cloudConfig }}
  kind: Secret
image: {{ ternary (printf "flatcar-%s" .machine.image) .machine.image .top.ignition.enable }}
{{- include "capo.rootVolume" .machine }}
{{- if .top.networkName }}
networks:
- filter:
    name: {{ .top.networkName }}
{{- if .top.subnet }}
  subnets:
  - filter: {{ toYaml .top.subnet | nindent 6 }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "capo.revision" -}}
{{- $spec := include "capo.machineSpec" . -}}
{{- $spec | adler32sum | int64 | printf "%x" | trunc 8 -}}
{{- end -}}

{{- define "capo.ignition" -}}
{{- if .Values.ignition.enable }}
format: ignition
ignition:
  containerLinuxConfig:
    strict: false
    additionalConfig: |
      systemd:
        units:
        - name: set-hostname.service
          enabled: true
          contents: |
            [Unit]
            Description=Name the node
            Requires=coreos-metadata.service
            After=coreos-metadata.service
            Before=kubeadm.service
            [Service]
            Type=oneshot
            EnvironmentFile=/run/metadata/flatcar
            ExecStart=/opt/bin/hostname.sh
            [Install]
            WantedBy=multi-user.target
        {{- range $unit, $enabled := dict "locksmithd.service" false "update-engine.service" false "containerd.service" true }}
        - name: {{ $unit }}
          {{ ternary "enabled: true" "mask: true" $enabled }}
        {{- end }}
{{- end }}
{{- end -}}

{{- define "capo.kubeletExtraArgs" -}}
cloud-provider: external
{{- if .Values.ignition.enable }}
provider-id: openstack:///${COREOS_OPENSTACK_INSTANCE_UUID}
{{- end }}
node-labels: {{ .labels | default "" | quote }}
{{- end -}}
