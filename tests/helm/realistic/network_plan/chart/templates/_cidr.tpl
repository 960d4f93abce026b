{{- /* An IPv4 address as a number. */ -}}
{{- define "cidr.number" -}}
{{- $sum := 0 -}}
{{- range splitList "." . -}}
{{- $byte := atoi . -}}
{{- if or (lt $byte 0) (gt $byte 255) }}{{ fail (printf "%s is no byte" .) }}{{ end -}}
{{- $sum = add (mul $sum 256) $byte -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{- /* A number as an IPv4 address. */ -}}
{{- define "cidr.text" -}}
{{- $left := int64 . -}}
{{- $bytes := list -}}
{{- range until 4 -}}
{{- $bytes = prepend $bytes (mod $left 256 | toString) -}}
{{- $left = div $left 256 -}}
{{- end -}}
{{- join "." $bytes -}}
{{- end -}}

{{- define "cidr.power" -}}
{{- $result := 1 -}}
{{- range $_ := until (int .) }}{{ $result = mul $result 2 }}{{ end -}}
{{- $result -}}
{{- end -}}

{{- /* Subnet number `index` of `cidr`, `bits` longer than it. */ -}}
{{- define "cidr.subnet" -}}
{{- $parts := split "/" .cidr -}}
{{- $length := add (atoi $parts._1) .bits -}}
{{- if gt $length 28 }}{{ fail (printf "/%d is too small" $length) }}{{ end -}}
{{- $size := include "cidr.power" (sub 32 $length) | int64 -}}
{{- $base := include "cidr.number" $parts._0 | int64 -}}
{{- include "cidr.text" (add $base (mul $size .index)) }}/{{ $length -}}
{{- end -}}
