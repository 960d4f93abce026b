{{- define "platform.image" -}}
{{- $registry := .root.Values.global.registry | default "docker.io" -}}
{{- $tag := .tag | default .root.Chart.AppVersion -}}
{{ printf "%s/%s:%s" $registry .name (toString $tag) }}
{{- end -}}
{{- define "platform.labels" -}}
{{- $labels := dict "app.kubernetes.io/name" .Chart.Name "app.kubernetes.io/instance" .Release.Name "app.kubernetes.io/part-of" "platform" -}}
{{- merge $labels (.Values.global.labels | default dict) | toYaml -}}
{{- end -}}
{{- /* The parent's definition wins over the children's. */ -}}
{{- define "shared.greeting" -}}from the parent{{- end -}}
