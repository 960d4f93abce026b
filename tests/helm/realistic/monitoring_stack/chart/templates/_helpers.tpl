{{- define "mon.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end }}
{{- define "mon.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 26 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "mon.name" . -}}
{{- if contains $name .Release.Name -}}{{ .Release.Name | trunc 26 }}{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 26 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- define "mon.labels" }}
app.kubernetes.io/instance: {{ $.Release.Name }}
app.kubernetes.io/version: "{{ replace "+" "_" .Chart.Version }}"
chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
release: {{ $.Release.Name | quote }}
heritage: {{ $.Release.Service | quote }}
{{- end }}
{{- /* Rules of a group without those that are disabled, with the common labels. */ -}}
{{- define "mon.rules" -}}
{{- $kept := list -}}
{{- range .group.rules -}}
{{- $rule := deepCopy . -}}
{{- if not (has (.alert | default "") $.root.Values.rules.disabled) -}}
{{- if .alert -}}
{{- $_ := set $rule "labels" (merge ($rule.labels | default dict) $.root.Values.rules.labels) -}}
{{- end -}}
{{- $kept = append $kept $rule -}}
{{- end -}}
{{- end -}}
{{- $group := omit .group "rules" -}}
{{- $group = set $group "rules" $kept -}}
{{- if $kept }}{{ toYaml (list $group) }}{{ end -}}
{{- end -}}
{{- define "mon.scrape" -}}
- job_name: {{ .name }}
  honor_timestamps: {{ .job.timestamps | default true }}
  scrape_interval: {{ coalesce .job.interval .root.Values.prometheus.scrape.interval "1m" }}
  kubernetes_sd_configs: [{role: {{ .job.role }}}]
  relabel_configs:
  {{- if .job.port }}
  - source_labels: [__address__]
    regex: ([^:]+)(?::\d+)?
    replacement: ${1}:{{ .job.port }}
    target_label: __address__
  {{- end }}
  {{- with .job.keep }}
  {{- $parts := splitList ";" . }}
  - action: keep
    source_labels: [{{ printf "__meta_kubernetes_pod_annotation_%s" (first $parts) }}]
    regex: {{ last $parts | quote }}
  {{- end }}
  {{- range $i, $pattern := .job.drop }}
  - action: drop
    source_labels: [__meta_kubernetes_namespace]
    regex: {{ regexQuoteMeta $pattern | replace "\\.\\*" ".*" | squote }}
  {{- end }}
{{- end -}}
