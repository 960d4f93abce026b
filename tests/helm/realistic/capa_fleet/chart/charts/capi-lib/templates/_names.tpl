{{- /* The name of the cluster: given, or the release's. */ -}}
{{- define "capi-lib.name" -}}
{{- $given := dig "metadata" "name" "" (.Values.global | default dict) -}}
{{- $given | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "capi-lib.labels" -}}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" | quote }}
cluster.x-k8s.io/cluster-name: {{ include "capi-lib.name" . | quote }}
{{- with .Values.global.metadata.labels }}
{{- range $key, $value := . }}
{{ $key }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- /*
A short hash over a spec, so that an immutable template gets a new name when the spec changes.
Takes data (a dict or text), salt (a text).
*/ -}}
{{- define "capi-lib.hash" -}}
{{- $text := ternary .data (toYaml .data) (kindIs "string" .data) -}}
{{- printf "%s%s" $text (.salt | default "") | sha256sum | trunc 8 -}}
{{- end -}}

{{- define "capi-lib.version" -}}
{{- $version := .Values.global.kubernetes.version | trimPrefix "v" -}}
{{- if not (regexMatch "^[0-9]+\\.[0-9]+\\.[0-9]+$" $version) -}}
{{- fail (printf "%q is no Kubernetes version" .Values.global.kubernetes.version) -}}
{{- end -}}
v{{ $version }}
{{- end -}}
