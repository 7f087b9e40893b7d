{{- define "trivium.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "trivium.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" }}
{{- else if contains (include "trivium.name" .) .Release.Name }}
{{- .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "trivium.name" .) | trunc 52 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "trivium.selector" -}}
app.kubernetes.io/name: {{ include "trivium.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "trivium.labels" -}}
{{ include "trivium.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "trivium.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{- define "trivium.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "trivium.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* Of every pod: the profile "restricted" of the pod security standards. */}}
{{- define "trivium.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "trivium.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* <SETTING>_FILE for each secret. Takes a map of settings to { name, key }. */}}
{{- define "trivium.secretEnv" -}}
{{- range $setting := keys . | sortAlpha }}
- name: {{ $setting }}_FILE
  value: /run/secrets/trivium/{{ $setting }}
{{- end }}
{{- end }}

{{- define "trivium.secretVolume" -}}
name: secrets
projected:
  defaultMode: 0440
  sources:
    {{- range $setting := keys . | sortAlpha }}
    {{- $from := get $ $setting }}
    - secret:
        name: {{ $from.name }}
        items: [{ key: {{ $from.key }}, path: {{ $setting }} }]
    {{- end }}
{{- end }}

{{/* What cannot work is told before anything is changed. */}}
{{- define "trivium.check" -}}
{{- range $setting := list "DATABASE_URL" "ENCRYPTION_KEY" }}
{{- if not (hasKey $.Values.secrets $setting) }}
{{- fail (printf "secrets.%s is missing: name the Secret and the key that hold it, such as --set secrets.%s.name=trivium,secrets.%s.key=%s" $setting $setting $setting ($setting | lower | replace "_" "-")) }}
{{- end }}
{{- end }}
{{- range $setting := keys .Values.settings }}
{{- if hasKey $.Values.secrets $setting }}
{{- fail (printf "%s is in settings and in secrets: keep one" $setting) }}
{{- end }}
{{- end }}
{{- $many := or .Values.autoscaling.enabled .Values.selfScaling.enabled (gt (int .Values.replicaCount) 1) }}
{{- $shared := or (hasKey .Values.settings "S3_BUCKET") (and .Values.persistence.enabled (eq .Values.persistence.accessMode "ReadWriteMany")) }}
{{- if and $many (not $shared) }}
{{- fail "more than one node needs a common place for files: set settings.S3_BUCKET, or persistence with accessMode ReadWriteMany, or replicaCount 1" }}
{{- end }}
{{- if .Values.backup.enabled }}
{{- if not .Values.backup.to }}
{{- fail "backup.to is missing: name a place, such as s3://company-backups/trivium" }}
{{- end }}
{{- if and .Values.persistence.enabled (not (hasKey .Values.settings "S3_BUCKET")) (ne .Values.persistence.accessMode "ReadWriteMany") }}
{{- fail "a backup beside the node needs the files in a bucket or a shared volume: set settings.S3_BUCKET, or persistence with accessMode ReadWriteMany" }}
{{- end }}
{{- end }}
{{- if and .Values.autoscaling.enabled .Values.selfScaling.enabled }}
{{- fail "autoscaling and selfScaling would both set the replicas: keep one" }}
{{- end }}
{{- end }}
