{{- define "shared.greeting" -}}from the grandchild{{- end -}}
