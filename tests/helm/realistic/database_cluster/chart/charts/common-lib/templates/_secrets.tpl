{{- /* The value of a key: of a secret that exists, as given, or derived from names. */ -}}
{{- define "common.password" -}}
{{- $data := (lookup "v1" "Secret" .context.Release.Namespace .secret).data | default dict -}}
{{- $given := "" -}}
{{- $node := .context.Values -}}
{{- range $part := splitList "." .path -}}
{{- if $node -}}{{- $node = index $node $part | default "" -}}{{- end -}}
{{- end -}}
{{- $given = $node | toString -}}
{{- if hasKey $data .key -}}
{{- get $data .key | b64dec -}}
{{- else if $given -}}
{{- $given -}}
{{- else if .strong -}}
{{- derivePassword 1 "long" .context.Release.Name .key .context.Release.Namespace -}}
{{- else -}}
{{- printf "%s/%s" .context.Release.Name .key | sha256sum | b32enc | lower | trunc 16 -}}
{{- end -}}
{{- end -}}

{{- define "common.errors" -}}
{{- $messages := compact . -}}
{{- if $messages -}}
{{- printf "\nVALUES:\n%s" (join "\n" $messages) | fail -}}
{{- end -}}
{{- end -}}

{{- define "common.render" -}}
{{- $value := typeIs "string" .value | ternary .value (.value | toYaml) -}}
{{- if contains "{{" (toJson .value) -}}
{{- tpl $value .context -}}
{{- else -}}
{{- $value -}}
{{- end -}}
{{- end -}}

{{- define "common.resources" -}}
{{- $presets := dict
  "nano" (dict "requests" (dict "cpu" "100m" "memory" "128Mi"))
  "small" (dict "requests" (dict "cpu" "500m" "memory" "512Mi") "limits" (dict "cpu" "750m" "memory" "768Mi"))
  "none" (dict)
-}}
{{- if hasKey $presets .preset -}}
{{- index $presets .preset | toYaml -}}
{{- else -}}
{{- printf "preset %q is none of %s" .preset (join ", " (keys $presets | sortAlpha)) | fail -}}
{{- end -}}
{{- end -}}
