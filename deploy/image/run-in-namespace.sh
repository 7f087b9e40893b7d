#!/usr/bin/env bash
# Starts the image that build-without-daemon.sh made as a cluster would: read-only, as its own user, without any
# capability, in namespaces of its own (but for the network, so that the tour's receiver on loopback is reached).
# Waits until its HEALTHCHECK passes, runs the tour against it, stops it, and looks at what is left.
# Debian: apt-get install buildah runc. As root, in a checkout where `npm start` or `npm test` ran once.
set -euo pipefail
cd "$(dirname "$0")/../.."
NAME=${1:-localhost/trivium}
WORK=${WORK:-/tmp/trivium-image}
RUNTIME=${RUNTIME:-runc}
PORT=${PORT:-18080}
BUILDAH=(buildah --root "$WORK/storage" --runroot "$WORK/run" --storage-driver "${STORAGE_DRIVER:-overlay}")
ID=trivium-$$
BUNDLE=$WORK/bundle
KEY=trv_tour_$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

container=$("${BUILDAH[@]}" from --pull=never "$NAME")
rootfs=$("${BUILDAH[@]}" mount "$container")
cleanup() {
  "$RUNTIME" --root "$WORK/state" delete -f "$ID" >/dev/null 2>&1 || true
  "${BUILDAH[@]}" rm "$container" >/dev/null 2>&1 || true
}
trap cleanup EXIT
rm -rf "$BUNDLE" && mkdir -p "$BUNDLE/data" && chown 10001:10001 "$BUNDLE/data"
"${BUILDAH[@]}" inspect --type image "$NAME" > "$BUNDLE/image.json"
node deploy/image/bundle.mjs "$BUNDLE" "$rootfs" "PORT=$PORT" HOST=127.0.0.1 "BOOTSTRAP_API_KEY=$KEY" DEVNET_BLOCK_TIME=0.2

echo "size: $(du -sm --apparent-size "$rootfs" | cut -f1) MB unpacked"
started=$(date +%s%3N)
"$RUNTIME" --root "$WORK/state" run -b "$BUNDLE" "$ID" > "$BUNDLE/log" 2>&1 &
runner=$!
health() { "$RUNTIME" --root "$WORK/state" exec "$ID" /usr/local/bin/node /opt/trivium/deploy/image/healthcheck.mjs; }
until health >/dev/null 2>&1; do
  kill -0 $runner 2>/dev/null || { cat "$BUNDLE/log"; exit 1; }
  [ $(($(date +%s%3N) - started)) -lt 120000 ] || { echo 'not healthy after 120 s'; cat "$BUNDLE/log"; exit 1; }
done
echo "healthy after $(($(date +%s%3N) - started)) ms (each look starts a Node)"
in_it() { "$RUNTIME" --root "$WORK/state" exec "$ID" "$@"; }
echo "user: $(in_it id -u):$(in_it id -g), capabilities: $(in_it grep CapEff /proc/1/status | cut -f2), no new privileges: $(in_it grep NoNewPrivs /proc/1/status | cut -f2)"
if in_it touch /opt/trivium/x 2>/dev/null || in_it touch /etc/x 2>/dev/null; then echo 'the root can be written' >&2; exit 1; fi
echo 'the root file system refuses to be written'

TRIVIUM_URL=http://127.0.0.1:$PORT TRIVIUM_API_KEY=$KEY npm run --silent tour
curl -sSf -o /dev/null -w 'the console: %{http_code}\n' "http://127.0.0.1:$PORT/"
curl -sSf -o /dev/null -w 'the reference: %{http_code}\n' "http://127.0.0.1:$PORT/docs"

stopping=$(date +%s%3N)
"$RUNTIME" --root "$WORK/state" kill "$ID" TERM
code=0; wait $runner || code=$?
echo "stopped after $(($(date +%s%3N) - stopping)) ms with $code"
[ "$code" = 0 ]
