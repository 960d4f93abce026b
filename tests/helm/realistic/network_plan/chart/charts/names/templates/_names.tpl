{{- define "names.join" -}}
{{- $separator := (.Values.names | default .Values).separator -}}
{{- join $separator .parts | lower | trunc 40 -}}
{{- end -}}
