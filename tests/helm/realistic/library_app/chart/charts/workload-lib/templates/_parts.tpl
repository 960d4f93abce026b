{{- define "workload-lib.fullname" -}}
{{- printf "%s-%s" .root.Release.Name (.component.name | default .name | lower | kebabcase) | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "workload-lib.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "workload-lib.labels" -}}
{{ include "workload-lib.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- range $k, $v := .component.labels }}
{{ $k }}: {{ tpl (toString $v) $.root | quote }}
{{- end }}
{{- end -}}

{{- define "workload-lib.image" -}}
{{- $image := .component.image -}}
{{- if kindIs "string" $image -}}
{{- $image -}}
{{- else -}}
{{- $image.repository -}}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end -}}

{{- define "workload-lib.security" -}}
{{- if eq (.root.Values.podSecurity | default "baseline") "restricted" -}}
securityContext:
  runAsNonRoot: true
  seccompProfile: {type: RuntimeDefault}
{{- else -}}
securityContext: {}
{{- end -}}
{{- end -}}

{{- /* Environment: plain values, and {secret: name, key: k} or {field: path} for references. */ -}}
{{- define "workload-lib.env" -}}
{{- $merged := mergeOverwrite (deepCopy (.root.Values.env | default dict)) (.component.env | default dict) -}}
{{- range $name, $value := $merged }}
- name: {{ $name | snakecase | upper }}
{{- if kindIs "map" $value }}
  valueFrom:
  {{- if hasKey $value "secret" }}
    secretKeyRef: {name: {{ tpl $value.secret $.root }}, key: {{ $value.key | default $name }}}
  {{- else if $value.field }}
    fieldRef: {fieldPath: {{ $value.field }}}
  {{- else }}
    {{- fail (printf "env %s of %s: neither secret nor field in %v" $name $.name (keys $value)) }}
  {{- end }}
{{- else if kindIs "invalid" $value }}
  value: ""
{{- else }}
  value: {{ tpl (toString $value) $.root | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "workload-lib.probes" -}}
{{- range $probe, $default := dict "livenessProbe" "/healthz" "readinessProbe" "/ready" }}
{{- $given := get $.component $probe | default dict }}
{{- if not (eq (toString ($given.enabled)) "false") }}
{{ $probe }}:
  httpGet: {path: {{ $given.path | default $default }}, port: {{ $given.port | default "http" }}}
  {{- range $field := list "initialDelaySeconds" "periodSeconds" "failureThreshold" }}
  {{- if hasKey $given $field }}
  {{ $field }}: {{ get $given $field }}
  {{- end }}
  {{- end }}
{{- end }}
{{- end }}
{{- end -}}
