{{- /* Names of the policies of the profile, and of those that overrides add. */ -}}
{{- define "policy.selected" -}}
{{- $profile := get .Values.profiles .Values.profile -}}
{{- if not $profile -}}
{{- fail (printf "unknown profile %q, known: %s" .Values.profile (keys .Values.profiles | sortAlpha | join ", ")) -}}
{{- end -}}
{{- $added := list -}}
{{- $removed := list -}}
{{- range $name, $over := .Values.overrides -}}
{{- if eq (toString (dig "enabled" true ($over | default dict))) "false" -}}
{{- $removed = append $removed $name -}}
{{- else -}}
{{- $added = append $added $name -}}
{{- end -}}
{{- end -}}
{{- $all := concat $profile $added | uniq | sortAlpha -}}
{{- range $removed }}{{ $all = without $all . }}{{ end -}}
{{- toJson $all -}}
{{- end -}}

{{- define "policy.rule" -}}
{{- $policy := .policy -}}
- name: {{ .name }}
  match: {any: [{resources: {kinds: {{ $policy.kinds | toJson }}}}]}
  {{- $excluded := concat .root.Values.defaults.excludeNamespaces ($policy.excludeNamespaces | default list) | uniq }}
  {{- with without $excluded "" }}
  exclude: {any: [{resources: {namespaces: {{ toJson . }}}}]}
  {{- end }}
  validate:
    message: {{ tpl ($policy.message | default (printf "%s is refused by %s" (join "/" $policy.kinds) .name)) .root | quote }}
    {{- if $policy.pattern }}
    pattern: {{- toYaml $policy.pattern | nindent 6 }}
    {{- else if $policy.deny }}
    deny:
      conditions:
        any:
        - key: {{ tpl (index $policy.deny 0) .root | squote }}
          operator: {{ index $policy.deny 1 }}
          value: {{ index $policy.deny 2 | toJson }}
    {{- else if $policy.foreach }}
    foreach:
    - list: {{ $policy.foreach.list | quote }}
      deny: {conditions: {all: [{key: {{ "{{ element.port }}" | quote }}, operator: LessThanOrEquals, value: {{ $policy.foreach.max | int }}}]}}
    {{- else }}
    {{- fail (printf "policy %s has neither pattern, deny nor foreach" .name) }}
    {{- end }}
{{- end -}}
