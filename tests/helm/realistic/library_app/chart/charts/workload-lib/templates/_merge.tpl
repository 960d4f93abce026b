{{- /*
Merges what two named templates print; the second wins.
Takes a list: root, name of the overrides, name of the base.
*/ -}}
{{- define "workload-lib.merge" -}}
{{- $root := index . 0 -}}
{{- $base := include (index . 2) $root | fromYaml | default dict -}}
{{- $over := include (index . 1) $root | fromYaml | default dict -}}
{{- toYaml (merge $over $base) -}}
{{- end -}}
