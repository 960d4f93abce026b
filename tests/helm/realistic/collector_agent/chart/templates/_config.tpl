{{- /* The configuration for a mode: what is given, and what the presets add. */ -}}
{{- define "collector.config" -}}
{{- $config := mustDeepCopy .Values.config -}}
{{- if .Values.presets.logs -}}
{{- $config = include "collector.logs" (dict "config" $config "root" .) | fromYaml -}}
{{- end -}}
{{- if .Values.presets.hostMetrics -}}
{{- $config = include "collector.hostMetrics" $config | fromYaml -}}
{{- end -}}
{{- if .Values.presets.kubernetesAttributes.enabled -}}
{{- $config = include "collector.attributes" (dict "config" $config "root" .) | fromYaml -}}
{{- end -}}
{{- tpl (toYaml $config) . -}}
{{- end -}}

{{- define "collector.logs" -}}
{{- $receiver := dict "include" (list "/var/log/pods/*/*/*.log") "exclude" (list (printf "/var/log/pods/%s_%s*_*/*/*.log" .root.Release.Namespace .root.Release.Name)) "start_at" "end" "include_file_path" true "retry_on_failure" (dict "enabled" true) -}}
{{- $config := mustMergeOverwrite (dict "receivers" (dict "filelog" $receiver)) .config -}}
{{- $_ := set $config.service.pipelines.logs "receivers" (append $config.service.pipelines.logs.receivers "filelog" | uniq) -}}
{{- $config | toYaml -}}
{{- end -}}

{{- define "collector.hostMetrics" -}}
{{- $scrapers := dict -}}
{{- range list "cpu" "load" "memory" "disk" "filesystem" "network" -}}
{{- $_ := set $scrapers . (ternary (dict "exclude_mount_points" (dict "match_type" "regexp" "mount_points" (list "/dev/*" "/proc/*"))) dict (eq . "filesystem")) -}}
{{- end -}}
{{- $config := merge . (dict "receivers" (dict "hostmetrics" (dict "collection_interval" "10s" "root_path" "/hostfs" "scrapers" $scrapers))) -}}
{{- if not (has "hostmetrics" (dig "service" "pipelines" "metrics" "receivers" list $config)) -}}
{{- $_ := set $config.service.pipelines.metrics "receivers" (prepend $config.service.pipelines.metrics.receivers "hostmetrics") -}}
{{- end -}}
{{- toYaml $config -}}
{{- end -}}

{{- define "collector.attributes" -}}
{{- $labels := list -}}
{{- range .root.Values.presets.kubernetesAttributes.labels -}}
{{- $labels = append $labels (dict "key" . "tag_name" (printf "label.%s" .) "from" "pod") -}}
{{- end -}}
{{- $processor := dict "passthrough" false "extract" (dict "metadata" (list "k8s.pod.name" "k8s.node.name") "labels" $labels) -}}
{{- $config := .config -}}
{{- range $name, $pipeline := $config.service.pipelines -}}
{{- if $pipeline -}}
{{- if not (has "k8sattributes" $pipeline.processors) -}}
{{- $_ := set $pipeline "processors" (concat (list "k8sattributes") $pipeline.processors | mustUniq) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml (set $config "processors" (merge (dict "k8sattributes" $processor) $config.processors)) -}}
{{- end -}}

{{- define "collector.ports" -}}
{{- $ports := list -}}
{{- range $name, $port := .ports -}}
{{- if $port.enabled -}}
{{- $ports = append $ports (dict "name" $name "containerPort" (int $port.containerPort) "protocol" $port.protocol) -}}
{{- end -}}
{{- end -}}
{{- $ports | toYaml -}}
{{- end -}}
