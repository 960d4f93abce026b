{{- define "ic.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end -}}
{{- define "ic.controller" -}}
{{- printf "%s-%s" (include "ic.fullname" .) "controller" | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- define "ic.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "ic.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{ include "ic.selector" . }}
{{- if .Chart.AppVersion }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}
{{- define "ic.image" -}}
{{- $image := printf "%s/%s" .registry (ternary (print .image "-chroot") .image (.chroot | default false)) -}}
{{- with .tag }}{{ $image = printf "%s:%s" $image . }}{{ end -}}
{{- with .digest }}{{ $image = printf "%s@%s" $image . }}{{ end -}}
{{ $image }}
{{- end -}}
{{- define "ic.args" -}}
- /ingress-controller
{{- if .Values.defaultBackend.enabled }}
- --default-backend-service=$(POD_NAMESPACE)/{{ include "ic.fullname" . }}-backend
{{- end }}
- --controller-class={{ .Values.controller.ingressClass.controllerValue }}
- --configmap=$(POD_NAMESPACE)/{{ include "ic.controller" . }}
{{- range $protocol := list "tcp" "udp" }}
{{- if get $.Values $protocol }}
- --{{ $protocol }}-services-configmap=$(POD_NAMESPACE)/{{ include "ic.fullname" $ }}-{{ $protocol }}
{{- end }}
{{- end }}
{{- if .Values.controller.admissionWebhooks.enabled }}
- --validating-webhook=:{{ .Values.controller.admissionWebhooks.port }}
{{- end }}
{{- range $key, $value := .Values.controller.extraArgs }}
{{- if not (kindIs "invalid" $value) }}
- --{{ $key }}{{ if ne (toString $value) "" }}={{ $value }}{{ end }}
{{- else }}
- --{{ $key }}
{{- end }}
{{- end }}
{{- end -}}
{{- define "ic.podTemplate" -}}
metadata:
  annotations:
    checksum/config: {{ include (print $.Template.BasePath "/configmaps.yaml") . | sha256sum }}
  labels: {{- include "ic.labels" . | nindent 4 }}
spec:
  serviceAccountName: {{ .Values.serviceAccount.name | default (include "ic.fullname" .) }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
  {{- range . }}
  - name: {{ if kindIs "map" . }}{{ .name }}{{ else }}{{ . }}{{ end }}
  {{- end }}
  {{- end }}
  terminationGracePeriodSeconds: {{ .Values.controller.terminationGracePeriodSeconds }}
  containers:
  - name: controller
    {{- with .Values.controller.image }}
    image: {{ include "ic.image" . }}
    {{- end }}
    args:
    {{- include "ic.args" . | nindent 4 }}
    env:
    {{- with .Values.controller.extraEnvs }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    - name: POD_NAMESPACE
      valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
    ports:
    {{- range $name, $port := .Values.controller.service.ports }}
    - name: {{ $name }}
      containerPort: {{ $port }}
      {{- if eq $.Values.controller.kind "DaemonSet" }}
      hostPort: {{ $port }}
      {{- end }}
    {{- end }}
    {{- range $protocol := list "tcp" "udp" }}
    {{- range $port, $target := get $.Values $protocol }}
    - name: {{ $port }}-{{ $protocol }}
      containerPort: {{ $port }}
      protocol: {{ upper $protocol }}
    {{- end }}
    {{- end }}
  {{- with .Values.controller.affinity }}
  affinity: {{ tpl (toYaml .) $ | nindent 4 }}
  {{- end }}
  {{- if .Values.controller.topologySpreadConstraints }}
  topologySpreadConstraints: {{- tpl (toYaml .Values.controller.topologySpreadConstraints) . | nindent 4 }}
  {{- end }}
{{- end -}}
