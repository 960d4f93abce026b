{{- define "apps.cluster" -}}
{{- required "clusterName is needed" .Values.clusterName -}}
{{- end -}}

{{- define "apps.labels" -}}
app.kubernetes.io/managed-by: {{ .Release.Service }}
cluster: {{ include "apps.cluster" . }}
{{- if .Values.organization }}
organization: {{ .Values.organization }}
{{- end }}
chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* Merges an app with the defaults; returns YAML. Takes root, key, app. */ -}}
{{- define "apps.settings" -}}
{{- $defaults := deepCopy .root.Values.appDefaults -}}
{{- $over := dig .key dict .root.Values.userConfig -}}
{{- $app := mergeOverwrite $defaults (deepCopy .app) -}}
{{- if $over -}}
{{- $config := dig "configMap" "values" "" $over -}}
{{- $text := kindIs "string" $config | ternary $config (toYaml $config) -}}
{{- $given := dig "userConfig" "configMap" "values" "" $app -}}
{{- $merged := merge (fromYaml $text) (tpl $given .root | fromYaml) -}}
{{- $_ := set $app "userConfig" (dict "configMap" (dict "values" (toYaml $merged))) -}}
{{- end -}}
{{- $_ := set $app "catalog" (get .root.Values.catalogs $app.catalog | default $app.catalog) -}}
{{- toYaml $app -}}
{{- end -}}

{{- define "apps.enabled" -}}
{{- $providers := .app.providers | default (list .root.Values.provider) -}}
{{- if and (has .root.Values.provider $providers) (ne (toString .app.enabled) "false") -}}true{{- end -}}
{{- end -}}

{{- define "apps.extraConfig" -}}
- kind: {{ .kind | default "configMap" }}
  name: {{ .name | quote }}
  namespace: {{ .namespace | default "org" | quote }}
  priority: {{ .priority | default 25 }}
{{- end -}}

{{- define "apps.dependencies" -}}
{{- $names := list -}}
{{- range splitList "," (. | default "") -}}
{{- with trim . }}{{ $names = append $names . }}{{ end -}}
{{- end -}}
{{- $names | uniq | join "," -}}
{{- end -}}
