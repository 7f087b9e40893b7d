#!/usr/bin/env bash
# `scripts/s3/swift.sh npm run test:s3`: starts OpenStack Swift with its S3 API on loopback, runs the command with the
# settings of S3 and S3_TEST_BUCKET, and stops Swift. Debian: apt-get install --no-install-recommends swift-proxy
# swift-account swift-container swift-object memcached. Needs root: it uses its own /etc/swift, in a mount namespace.
set -euo pipefail
if [ "${IN_NAMESPACE:-}" != 1 ]; then exec unshare --mount env IN_NAMESPACE=1 "$0" "$@"; fi
PORT=${PORT:-21800}
work=$(mktemp -d)
started=()
end() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  umount /etc/swift && rm -rf "$work"
}
mkdir -p /etc/swift "$work/devices/d1"
mount -t tmpfs tmpfs /etc/swift
trap end EXIT
cat > /etc/swift/swift.conf <<'CONF'
[swift-hash]
swift_hash_path_suffix = trivium
swift_hash_path_prefix = test
[storage-policy:0]
name = one
default = yes
CONF
at=$PORT
for kind in object container account; do
  at=$((at + 1))
  (
    cd /etc/swift
    swift-ring-builder "$kind.builder" create 4 1 0
    swift-ring-builder "$kind.builder" add "r1z1-127.0.0.1:$at/d1" 1
    swift-ring-builder "$kind.builder" rebalance || true
  ) >/dev/null 2>&1
  printf '[DEFAULT]\ndevices = %s\nmount_check = false\nbind_ip = 127.0.0.1\nbind_port = %s\nworkers = 1\nuser = root\n[pipeline:main]\npipeline = %s-server\n[app:%s-server]\nuse = egg:swift#%s\n' \
    "$work/devices" "$at" "$kind" "$kind" "$kind" > "/etc/swift/$kind-server.conf"
  "swift-$kind-server" "/etc/swift/$kind-server.conf" > "$work/$kind.log" 2>&1 &
  started+=($!)
done
memcached -u nobody -l 127.0.0.1 -p $((PORT + 4)) -m 32 > "$work/memcached.log" 2>&1 &
started+=($!)
{
  printf '[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = %s\nworkers = 1\nuser = root\n[pipeline:main]\n' "$PORT"
  echo 'pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth copy slo dlo proxy-server'
  printf '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nallow_account_management = true\n'
  for filter in catch_errors gatekeeper listing_formats bulk copy slo dlo; do printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "$filter"; done
  printf '[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:%s\n' $((PORT + 4))
  printf '[filter:s3api]\nuse = egg:swift#s3api\nlocation = eu-central-1\n'
  printf '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin\n'
} > /etc/swift/proxy-server.conf
swift-proxy-server /etc/swift/proxy-server.conf > "$work/proxy.log" 2>&1 &
started+=($!)
tries=0
all_answer() { for port in $PORT $((PORT + 1)) $((PORT + 2)) $((PORT + 3)); do curl -s -o /dev/null "http://127.0.0.1:$port/" || return 1; done; }
until all_answer; do
  [ $((tries += 1)) -lt 240 ] || { tail -3 "$work"/*.log >&2; exit 1; }
  read -rt 0.5 <> <(:) || true
done
export S3_ENDPOINT=http://127.0.0.1:$PORT S3_REGION=eu-central-1 S3_ACCESS_KEY_ID=test:tester S3_SECRET_ACCESS_KEY=testing
export S3_TEST_BUCKET=company-backups
env -u IN_NAMESPACE "$@"
