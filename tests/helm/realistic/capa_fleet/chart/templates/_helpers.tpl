{{- define "capa-fleet.noProxy" -}}
{{- $global := .Values.global -}}
{{- $fixed := list "127.0.0.1" "localhost" "svc" ".cluster.local" "169.254.169.254" -}}
{{- $all := concat $fixed $global.podCIDRs $global.serviceCIDRs ($global.proxy.noProxy | default list) -}}
{{- compact $all | uniq | join "," -}}
{{- end -}}

{{- define "capa-fleet.files" -}}
{{ include "capi-lib.file" (dict "root" . "path" "/etc/sysctl.d/90-cluster.conf" "source" "files/sysctl.conf") }}
{{- if .Values.global.proxy.enabled }}
{{- range $unit := list "containerd" "kubelet" }}
{{ include "capi-lib.file" (dict "root" $ "path" (printf "/etc/systemd/system/%s.service.d/http-proxy.conf" $unit) "source" "files/proxy.conf") }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Feature gates that a Kubernetes version has, as the flag wants them. */ -}}
{{- define "capa-fleet.featureGates" -}}
{{- $version := .Values.global.kubernetes.version -}}
{{- $gates := list -}}
{{- range .Values.internal.featureGates -}}
{{- if semverCompare (printf ">=%s-0" (.minVersion | default "1.0.0")) $version -}}
{{- $gates = append $gates (printf "%s=%t" .name .enabled) -}}
{{- end -}}
{{- end -}}
{{- $gates | sortAlpha | join "," -}}
{{- end -}}

{{- define "capa-fleet.kubelet" -}}
{{- $args := dict "cloud-provider" "external" "node-ip" "${COREOS_EC2_IPV4_LOCAL}" -}}
{{- $args = merge (.extra | default dict) $args (deepCopy .root.Values.internal.kubeletArgs) -}}
{{- with include "capa-fleet.featureGates" .root }}{{ $_ := set $args "feature-gates" . }}{{ end -}}
{{- with .labels -}}
{{- $pairs := list -}}
{{- range $key, $value := . }}{{ $pairs = append $pairs (printf "%s=%s" $key $value) }}{{ end -}}
{{- $_ := set $args "node-labels" (join "," $pairs) -}}
{{- end -}}
kubeletExtraArgs:
  {{- toYaml $args | nindent 2 }}
name: ${COREOS_EC2_HOSTNAME}
{{- with .taints }}
taints:
{{- range . }}
- key: {{ .key }}
  {{- with .value }}
  value: {{ . | quote }}
  {{- end }}
  effect: {{ .effect }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "capa-fleet.machineSpec" -}}
ami:
  {{- with .pool.ami }}
  id: {{ . }}
  {{- else }}
  {}
  {{- end }}
imageLookupBaseOS: flatcar-stable
imageLookupFormat: {{ tpl .root.Values.global.release.image .root }}
instanceType: {{ .pool.instanceType }}
iamInstanceProfile: {{ .role }}-{{ include "capi-lib.name" .root }}
rootVolume:
  size: {{ dig "volumes" "root" 50 .pool }}
  type: gp3
  encrypted: true
{{- $volumes := omit (.pool.volumes | default dict) "root" }}
{{- if $volumes }}
nonRootVolumes:
{{- range $i, $name := keys $volumes | sortAlpha }}
- deviceName: /dev/xvd{{ index (list "c" "d" "e" "f") $i }}
  size: {{ get $volumes $name }}
  type: gp3
  encrypted: true
{{- end }}
{{- end }}
{{- end -}}

{{- define "capa-fleet.pools" -}}
{{- toYaml (.Values.global.nodePools | default .Values.internal.defaultNodePool) -}}
{{- end -}}
