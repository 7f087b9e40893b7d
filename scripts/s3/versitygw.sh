#!/usr/bin/env bash
# `scripts/s3/versitygw.sh npm run test:s3`: starts the Versity S3 Gateway over a folder, on loopback, runs the command with
# the settings of S3, S3_TEST_BUCKET and S3_TEST_VIRTUAL_ENDPOINT, and ends it. It is a Go program:
# `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0`. As root: for addresses with the bucket in the host name it
# has an /etc/hosts of its own, in a mount namespace.
set -euo pipefail
if [ "${IN_NAMESPACE:-}" != 1 ]; then exec unshare --mount env IN_NAMESPACE=1 "$0" "$@"; fi
PORT=${PORT:-21900}
program=${VERSITYGW:-$(command -v versitygw || echo "$(go env GOPATH)/bin/versitygw")}
work=$(mktemp -d)
mkdir "$work/buckets"
export S3_TEST_BUCKET=company-backups S3_REGION=eu-central-1
export S3_ACCESS_KEY_ID=trivium S3_SECRET_ACCESS_KEY=a-secret-of-forty-characters-for-the-test
{ cat /etc/hosts; echo "127.0.0.1 s3.test $S3_TEST_BUCKET.s3.test"; } > "$work/hosts"
mount --bind "$work/hosts" /etc/hosts
ROOT_ACCESS_KEY=$S3_ACCESS_KEY_ID ROOT_SECRET_KEY=$S3_SECRET_ACCESS_KEY "$program" \
  --port "127.0.0.1:$PORT" --region "$S3_REGION" --virtual-domain "s3.test:$PORT" --quiet posix "$work/buckets" > "$work/log" 2>&1 &
started=$!
end() {
  kill "$started" 2>/dev/null || true
  wait 2>/dev/null || true
  umount /etc/hosts && rm -rf "$work"
}
trap end EXIT
tries=0
until curl -s -o /dev/null "http://127.0.0.1:$PORT/"; do
  [ $((tries += 1)) -lt 120 ] || { tail -3 "$work/log" >&2; exit 1; }
  read -rt 0.5 <> <(:) || true
done
export S3_ENDPOINT=http://127.0.0.1:$PORT S3_TEST_VIRTUAL_ENDPOINT=http://s3.test:$PORT
env -u IN_NAMESPACE "$@"
