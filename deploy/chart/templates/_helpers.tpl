{{/* The services that are wanted, by name, with their ports. */}}
{{- define "service.ports" -}}
reputation: { http: 4000, metrics: 4001 }
compute: { http: 4100, gateway: 4101, metrics: 4102 }
{{- end }}

{{- define "service.fullname" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "service.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "service.labels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "service.image" -}}
{{- with .root.Values.image -}}
{{- $repository := required "image.repository is missing: push the image of the Containerfile to a registry of yours" .repository -}}
{{- if .digest }}{{ $repository }}@{{ .digest }}{{ else }}{{ $repository }}:{{ required "image.tag or image.digest is missing" .tag }}{{ end -}}
{{- end -}}
{{- end }}

{{/* What a pod of either kind may and may not. */}}
{{- define "service.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- end }}

{{- define "service.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Settings as variables: secrets by reference alone. */}}
{{- define "service.env" -}}
{{- $prefix := upper .name -}}
{{- range .values.secret.settings }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $.values.secret.name }}, key: {{ . }} } }
{{- end }}
{{- $settings := dict (printf "%s_SHUTDOWN_DRAIN" $prefix) (printf "%ds" (int .root.Values.shutdown.drainSeconds)) (printf "%s_SHUTDOWN_GRACE" $prefix) (printf "%ds" (int .root.Values.shutdown.graceSeconds)) }}
{{- if .values.publicUrl }}{{ $_ := set $settings (printf "%s_PUBLIC_BASE_URL" $prefix) .values.publicUrl }}{{ end }}
{{- if .values.hubs }}{{ $_ := set $settings "COMPUTE_HUBS_FILE" "/etc/service/hubs/hubs.json" }}{{ end }}
{{- if (.values.gateway | default dict).domain }}{{ $_ := set $settings "COMPUTE_GATEWAY_DOMAIN" .values.gateway.domain }}{{ end }}
{{- range $name, $value := merge (deepCopy .values.settings) $settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Behind a proxy that is not trusted every customer has the proxy's address, and links lead to the address of the pod. */}}
{{- define "service.behindProxy" -}}
{{- $prefix := upper .name -}}
{{- $proxies := printf "%s_TRUSTED_PROXIES" $prefix -}}
{{- if not (or (get .values.settings $proxies) (has $proxies .values.secret.settings)) -}}
{{- fail (printf "%s.settings.%s is missing: with %s.ingress.enabled, name the addresses of the ingress controller, and no others" .name $proxies .name) -}}
{{- end -}}
{{- $url := printf "%s_PUBLIC_BASE_URL" $prefix -}}
{{- if not (or .values.publicUrl (get .values.settings $url) (has $url .values.secret.settings)) -}}
{{- fail (printf "%s.publicUrl is missing: with %s.ingress.enabled, say where customers reach the service, as https://%s" .name .name (.values.ingress.host | default "HOST")) -}}
{{- end -}}
{{- end }}
