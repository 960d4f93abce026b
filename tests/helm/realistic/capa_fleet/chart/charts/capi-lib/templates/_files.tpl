{{- /*
One entry of `files` of a KubeadmConfig. Takes root, path, source (a file of the chart), mode.
*/ -}}
{{- define "capi-lib.file" -}}
{{- $content := .root.Files.Get .source -}}
{{- if not $content -}}
{{- fail (printf "no file %s in the chart" .source) -}}
{{- end -}}
- path: {{ .path }}
  permissions: {{ .mode | default "0644" | quote }}
  encoding: base64
  content: {{ tpl $content .root | b64enc }}
{{- end -}}

{{- define "capi-lib.secretFile" -}}
- path: {{ .path }}
  permissions: {{ .mode | default "0600" | quote }}
  contentFrom:
    secret:
      name: {{ .secret }}
      key: {{ .key | default (base .path) }}
{{- end -}}

{{- /* Renders a list of strings, without those that are empty. */ -}}
{{- define "capi-lib.commands" -}}
{{- range . }}
{{- if trim . }}
- {{ . | quote }}
{{- end }}
{{- end }}
{{- end -}}
