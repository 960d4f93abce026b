{{- /* The Release object; made up when the chart is rendered without a cluster. */ -}}
{{- define "rel.object" -}}
{{- $name := printf "%s-%s" .Values.providerIntegration.provider (.Values.global.release.version | trimPrefix "v") -}}
{{- $found := lookup "release.example.org/v1alpha1" "Release" "" $name -}}
{{- if $found -}}
{{- toYaml $found -}}
{{- else if .Values.internal.offline -}}
spec:
  components:
  - {name: flatcar, version: 4593.2.4}
  - {name: kubernetes, version: 1.34.1}
  - {name: os-tooling, version: 1.26.2}
  apps:
  - {name: coredns, version: 1.29.0, catalog: control-plane, dependsOn: [cilium]}
  - {name: cilium, version: 1.3.1}
  - {name: cloud-provider-{{ .Values.providerIntegration.provider }}, version: 1.33.0-1, catalog: default}
{{- else -}}
{{- fail (printf "there is no Release %s; set internal.offline to render without a cluster" $name) -}}
{{- end -}}
{{- end -}}

{{- /* The version of a component. The object is read once and kept in the values. */ -}}
{{- define "rel.component" -}}
{{- $root := .root -}}
{{- if not (hasKey $root.Values "_release") -}}
{{- $_ := set $root.Values "_release" (include "rel.object" $root | fromYaml) -}}
{{- end -}}
{{- $version := "" -}}
{{- range $root.Values._release.spec.components -}}
{{- if eq .name $.name }}{{ $version = .version }}{{ end -}}
{{- end -}}
{{- $version | required (printf "release %s has no component %s" $root.Values.global.release.version .name) -}}
{{- end -}}

{{- define "rel.kubernetes" -}}{{ include "rel.component" (dict "root" . "name" "kubernetes") | trimPrefix "v" }}{{- end -}}

{{- define "rel.pause" -}}
{{- $minor := (semver (include "rel.kubernetes" .)).Minor | int -}}
{{- $table := dict "32" "3.10" "33" "3.10" "34" "3.10.1" -}}
registry.k8s.io/pause:{{ get $table (toString $minor) | default "3.9" }}
{{- end -}}

{{- /* Apps of the release as a dict by camel-cased name. */ -}}
{{- define "rel.apps" -}}
{{- $apps := dict -}}
{{- $_ := include "rel.kubernetes" . -}}
{{- range .Values._release.spec.apps -}}
{{- $key := .name | replace "-" "_" | camelcase | untitle -}}
{{- $_ := set $apps $key (mergeOverwrite (dict "catalog" "cluster" "dependsOn" list) .) -}}
{{- end -}}
{{- range $key, $over := .Values.global.apps -}}
{{- if hasKey $apps $key -}}
{{- $_ := set $apps $key (merge (deepCopy $over) (get $apps $key)) -}}
{{- else -}}
{{- fail (printf "global.apps.%s: the release has %v" $key (keys $apps | sortAlpha)) -}}
{{- end -}}
{{- end -}}
{{- toYaml $apps -}}
{{- end -}}

{{- define "rel.osImage" -}}
{{- $flatcar := include "rel.component" (dict "root" . "name" "flatcar") -}}
{{- $tooling := include "rel.component" (dict "root" . "name" "os-tooling") -}}
flatcar-stable-{{ $flatcar }}-kube-{{ include "rel.kubernetes" . }}-tooling-{{ $tooling }}-gs
{{- end -}}

{{- define "rel.hash" -}}
{{- $given := tpl (toYaml .Values.providerIntegration.files) . -}}
{{- list (include "rel.osImage" .) (include "rel.kubernetes" .) $given (toYaml .Values.internal.advanced) .Values.providerIntegration.hashSalt | join "\n" | sha512sum | trunc 5 -}}
{{- end -}}
