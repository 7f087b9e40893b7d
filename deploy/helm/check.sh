#!/usr/bin/env bash
# Lints the chart and renders it with each of ci/*-values.yaml, and with the values of the guide as printed there; looks at
# what the values refuse.
# try-in-apiserver.sh applies it to a real kube-apiserver.
set -euo pipefail
cd "$(dirname "$0")"
HELM=${HELM:-helm}
KUBE=${KUBE:-1.34.0}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
guide=../../docs/deploy/kubernetes.md
# The block that writes the file, and the line that the part on backups adds to it.
{ sed -n "/^cat > values.yaml <<'END'/,/^END/p" "$guide" | sed '1d;$d'; grep '^backup: ' "$guide"; } > "$out/guide-values.yaml"
for values in trivium/ci/*-values.yaml "$out/guide-values.yaml"; do
  name=$(basename "$values" -values.yaml)
  "$HELM" lint --kube-version "$KUBE" --strict --quiet trivium --values "$values"
  "$HELM" template --kube-version "$KUBE" trivium trivium --namespace "trivium-$name" --values "$values" > "$out/$name.yaml"
  echo "$name: $(grep -c '^kind:' "$out/$name.yaml") objects: $(sed -n 's/^kind: //p' "$out/$name.yaml" | sort | uniq -c | awk '{print $2 ($1>1 ? "×" $1 : "")}' | xargs)"
  if command -v kubeconform >/dev/null && [ -n "${SCHEMAS:-}" ]; then
    # A ServiceMonitor is none of Kubernetes' own kinds.
    kubeconform -strict -summary -skip ServiceMonitor -schema-location "$SCHEMAS" "$out/$name.yaml"
  fi
done

# What must be refused, and by which words.
refused() {
  local words=$1; shift
  if "$HELM" template --kube-version "$KUBE" trivium trivium "$@" > "$out/refused" 2>&1; then echo "not refused: $*" >&2; exit 1; fi
  grep -q -- "$words" "$out/refused" || { echo "refused, but not for '$words': $*" >&2; cat "$out/refused" >&2; exit 1; }
}
one=(--values trivium/ci/one-node-values.yaml)
refused 'secrets.DATABASE_URL is missing'
refused 'common place for files' "${one[@]}" --set replicaCount=2
refused 'keep one' --values trivium/ci/self-scaling-values.yaml --set autoscaling.enabled=true
refused 'settings' "${one[@]}" --set-string settings.SMTP_URL=smtps://user:secret@mail.example.com
refused 'replicaCount' "${one[@]}" --set replicaCount=two
refused 'replicas' "${one[@]}" --set replicas=2
refused 'ingress.host' "${one[@]}" --set ingress.enabled=true
refused 'backup.to is missing' "${one[@]}" --set backup.enabled=true
refused 'backup.to' "${one[@]}" --set backup.enabled=true --set backup.to=/mnt/backups
refused 'files in a bucket' "${one[@]}" --set backup.enabled=true --set backup.to=s3://backups/t --set persistence.enabled=true
refused 'digest' "${one[@]}" --set image.digest=latest
echo 'what cannot work is refused'

# Each secret that the guide's values name is one that its first block creates.
for key in $(sed -n 's/.*{ name: \([a-z0-9-]*\), key: \([a-z-]*\) }.*/\1:\2/p' "$out/guide-values.yaml"); do
  sed -n "/create secret generic ${key%%:*} /,/[^\\\\]\$/p" "$guide" | grep -q -- "--from-literal=${key#*:}=" || { echo "the guide makes no secret $key" >&2; exit 1; }
done
echo 'the guide makes each secret that its values name'

# What has to be let through is, and goes by the name that the alert rules know.
has() { grep -q -- "$2" "$out/$1.yaml" || { echo "$1 has no $2" >&2; exit 1; }; }
has self-scaling 'port: 6443'
has production 'targetLabel: job, replacement: trivium'
