#!/usr/bin/env bash
# Installs and upgrades the chart, with each of ci/*-values.yaml, in a real kube-apiserver with its etcd, both started here
# on loopback and ended again; then makes a pod of each template, in namespaces that enforce the profile "restricted". There
# are no nodes: nothing is run. Needs helm, kubectl, etcd (Debian: etcd-server) and the program of kube-apiserver, which
# every release of Kubernetes has: KUBE_APISERVER=/path/to/kube-apiserver.
set -euo pipefail
cd "$(dirname "$0")"
HELM=${HELM:-helm}
KUBE_APISERVER=${KUBE_APISERVER:-kube-apiserver}
BASE=${BASE_PORT:-21379}
work=$(mktemp -d)
started=()
end() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT

etcd --data-dir "$work/etcd" --listen-client-urls "http://127.0.0.1:$BASE" --advertise-client-urls "http://127.0.0.1:$BASE" \
  --listen-peer-urls "http://127.0.0.1:$((BASE + 1))" > "$work/etcd.log" 2>&1 &
started+=($!)
openssl genrsa -out "$work/accounts.key" 2048 2>/dev/null
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "$token,admin,1,system:masters" > "$work/tokens.csv"
# Accounts are made by a controller, which is not here: pods are taken without one.
"$KUBE_APISERVER" --etcd-servers "http://127.0.0.1:$BASE" --bind-address 127.0.0.1 --secure-port $((BASE + 2)) \
  --cert-dir "$work/certificates" --token-auth-file "$work/tokens.csv" --authorization-mode RBAC \
  --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$work/accounts.key" \
  --service-account-signing-key-file "$work/accounts.key" --service-cluster-ip-range 10.0.0.0/24 \
  --disable-admission-plugins ServiceAccount > "$work/api.log" 2>&1 &
started+=($!)
export KUBECONFIG=$work/kubeconfig
kubectl config set-cluster here --server "https://127.0.0.1:$((BASE + 2))" --insecure-skip-tls-verify >/dev/null
kubectl config set-credentials admin --token "$token" >/dev/null
kubectl config set-context here --cluster here --user admin >/dev/null
kubectl config use-context here >/dev/null
waited=0
until [ "$(kubectl get --raw /readyz 2>/dev/null)" = ok ]; do
  kill -0 "${started[1]}" 2>/dev/null && [ $((waited += 1)) -lt 240 ] || { tail -5 "$work/api.log" >&2; exit 1; }
  read -rt 0.5 <> <(:) || true
done
version=$(kubectl get --raw /version | node -pe 'JSON.parse(require("fs").readFileSync(0)).gitVersion')
echo "kube-apiserver $version"
# What the Prometheus operator brings, as far as the chart names it.
kubectl apply -f service-monitor-crd.yaml >/dev/null
kubectl wait --for=condition=established crd/servicemonitors.monitoring.coreos.com >/dev/null

# A pod of each template of the namespace, by its name.
pods() {
  kubectl -n "$1" get deployments,jobs,cronjobs -o json | node -e '
    for (const { kind, metadata, spec } of JSON.parse(require("fs").readFileSync(0)).items) {
      const { template } = kind === "CronJob" ? spec.jobTemplate.spec : spec;
      const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: `try-${metadata.name}`, labels: template.metadata.labels }, spec: template.spec };
      console.log(JSON.stringify(pod));
    }'
}

for values in trivium/ci/*-values.yaml; do
  name=$(basename "$values" -values.yaml)
  namespace=trivium-$name
  kubectl create namespace "$namespace" >/dev/null
  kubectl label namespace "$namespace" pod-security.kubernetes.io/enforce=restricted pod-security.kubernetes.io/warn=restricted >/dev/null
  if [ -n "$(sed -n 's/^priorityClassName: //p' "$values")" ]; then
    kubectl create priorityclass "$(sed -n 's/^priorityClassName: //p' "$values")" --value 1000 >/dev/null
  fi
  # Hooks would be waited for, and nothing runs them: they are applied by themselves.
  "$HELM" -n "$namespace" install trivium trivium --values "$values" --no-hooks >/dev/null
  if "$HELM" -n "$namespace" template trivium trivium --kube-version "$version" --values "$values" \
    --show-only templates/migration-job.yaml > "$work/job.yaml" 2>/dev/null; then
    kubectl -n "$namespace" apply --validate=strict --warnings-as-errors -f "$work/job.yaml" >/dev/null
  fi
  "$HELM" -n "$namespace" template trivium trivium --kube-version "$version" --values "$values" |
    kubectl -n "$namespace" apply --server-side --dry-run=server --force-conflicts --validate=strict -f - > "$work/applied"
  # Nothing that may not change does so by an upgrade.
  "$HELM" -n "$namespace" upgrade trivium trivium --values "$values" --set image.tag=next --set-string settings.LOG_LEVEL=debug --no-hooks >/dev/null
  count=0
  while IFS= read -r pod; do
    kubectl -n "$namespace" create --validate=strict -f - <<<"$pod" >/dev/null
    count=$((count + 1))
  done < <(pods "$namespace")
  echo "$name: $(wc -l < "$work/applied") objects, $count pods, installed and upgraded"
done

# The profile is enforced here: a pod that may be root is refused.
if pods trivium-one-node | head -1 | sed 's/"runAsNonRoot":true/"runAsNonRoot":false/; s/"name":"try-/"name":"root-/' |
  kubectl -n trivium-one-node create -f - > "$work/refused" 2>&1; then echo 'a pod that may be root was taken' >&2; exit 1; fi
grep -q 'violates PodSecurity "restricted' "$work/refused"
echo 'a pod that may be root is refused'
