#!/usr/bin/env bash
# The compose file without a daemon: its parts with their own settings and files, run as programs of this machine in a
# network and a mount namespace of their own, where the names of the services lead to loopback. PostgreSQL, Caddy and
# Prometheus are Debian's (postgresql, caddy, prometheus), Mailpit comes by `go install github.com/axllent/mailpit@v1.33.1`
# (MAILPIT names it, if not the PATH); the service runs from this checkout. Grafana is not here. As root, after
# `npm start` ran once.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${IN_NAMESPACE:-}" != 1 ]; then exec unshare --net --mount --pid --fork --mount-proc env IN_NAMESPACE=1 "$0" "$@"; fi
ip link set lo up
work=$(mktemp -d)
chmod 0755 "$work"
cp -r deploy/compose "$work/compose" && cp -r deploy/monitoring "$work/monitoring"
printf '127.0.0.1 localhost trivium postgres mailpit prometheus\n' > "$work/hosts"
mount --bind "$work/hosts" /etc/hosts
printf 'nameserver 127.0.0.1\n' > "$work/resolv" && mount --bind "$work/resolv" /etc/resolv.conf
# PostgreSQL waits for its clients when it is told to end by TERM, and not by INT.
end() { kill $(jobs -p) 2>/dev/null; [ -z "${database:-}" ] || kill -INT "$database" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"; }
trap end EXIT
NODE=$PWD/node_modules/node/bin/node
PG=$(dirname "$(find /usr/lib/postgresql -name initdb | sort -V | tail -1)")
compose=$work/compose
"$compose/prepare.sh"
secret() { cat "$compose/secrets/$1"; }
# The paths of the containers.
mkdir -p /run/secrets /etc/trivium && mount -t tmpfs tmpfs /run/secrets && mount -t tmpfs tmpfs /etc/trivium
cp "$compose"/secrets/* /run/secrets/ && ln -s "$work/monitoring" /etc/trivium/monitoring
until_ok() { local tries=0; until "$@" >/dev/null 2>&1; do [ $((tries += 1)) -lt 240 ] || { echo "never: $*" >&2; return 1; }; read -rt 0.5 <> <(:) || true; done; }
trivium() { env TRIVIUM_CWD="$work" "$@" "$NODE" packages/server/src/main.mjs "${command[@]}"; }
# In the background: what is ended by its number is the service itself.
serve() { exec env TRIVIUM_CWD="$work" "$@" "$NODE" packages/server/src/main.mjs serve; }

# The names of the services, for who asks a server of names: Prometheus.
"$NODE" -e '
  const socket = require("dgram").createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const head = Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat([head, question, answer]), port, address);
  }).bind(53, "127.0.0.1");' &

# PostgreSQL, as its image does at its first start.
install -d -o postgres "$work/pg" && install -d -o postgres "$work/socket"
exec_as_postgres() { exec setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
as_postgres() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
as_postgres "$PG/initdb" -D "$work/pg" --username trivium_owner --pwfile /run/secrets/postgres_owner_password \
  --auth scram-sha-256 --data-checksums >/dev/null
exec_as_postgres "$PG/postgres" -D "$work/pg" -k "$work/socket" -c listen_addresses=127.0.0.1 > "$work/pg.log" 2>&1 &
database=$!
export PGPASSWORD; PGPASSWORD=$(secret postgres_owner_password)
owner() { psql --quiet --set ON_ERROR_STOP=1 --host 127.0.0.1 --username trivium_owner "$@"; }
until_ok owner --dbname postgres --command 'select 1'
owner --dbname postgres --command 'create database trivium'
PGHOST=127.0.0.1 POSTGRES_USER=trivium_owner POSTGRES_DB=trivium "$compose/postgres/service-role.sh"

# The environment of a service of the compose file, as far as it is text.
of() {
  "$NODE" -e '
    const text = require("fs").readFileSync(process.argv[1], "utf8").split(/^  (?=\w)/m).find((one) => one.startsWith(process.argv[2] + ":"));
    for (const [, name, value] of text.matchAll(/^      ([A-Z][A-Z0-9_]+): (.*)$/gm)) {
      console.log(`${name}=${value.replace(/^"|"$/g, "").replace(/\$\{([A-Z0-9_]+):-([^}]*)\}/g, (_, key, other) => process.env[key] || other)}`);
    }' "$compose/compose.yaml" "$1"
}
mapfile -t of_migrate < <(of migrate); mapfile -t of_trivium < <(of trivium); mapfile -t of_backup < <(of backup)
command=(migrate); trivium "${of_migrate[@]}" | tail -1
mapfile -t of_mailpit < <(of mailpit)
env "${of_mailpit[@]}" "${MAILPIT:-mailpit}" --database "$work/mailpit.db" > "$work/mailpit.log" 2>&1 &
until_ok "${MAILPIT:-mailpit}" readyz # as the image asks for its health
mails() { curl -sS --get http://mailpit:8025/api/v1/search --data-urlencode "query=$1"; }
serve "${of_trivium[@]}" HOST=127.0.0.1 PORT=8080 DATA_DIR="$work/data" DEVNET_BLOCK_TIME=0.2 > "$work/service.log" 2>&1 &
service=$!
XDG_DATA_HOME=$work/caddy caddy run --config "$compose/Caddyfile" --adapter caddyfile > "$work/caddy.log" 2>&1 &
prometheus --config.file="$compose/prometheus/prometheus.yml" --storage.tsdb.path="$work/prometheus" \
  --web.listen-address=127.0.0.1:9090 --enable-feature=exemplar-storage > "$work/prometheus.log" 2>&1 &
until_ok curl -sf http://127.0.0.1:8080/readyz || { tail -5 "$work/service.log" >&2; exit 1; }

ca=$work/caddy/caddy/pki/authorities/local/root.crt
until_ok test -s "$ca"
through() { curl -sS --fail --cacert "$ca" "$@"; }
until_ok through https://localhost/readyz
echo "the proxy: $(through -o /dev/null -w '%{http_code} over HTTP/%{http_version}, %{ssl_verify_result} faults of the certificate' https://localhost/readyz)"
[ "$(curl -s --cacert "$ca" -o /dev/null -w '%{http_code}' https://localhost/metrics)" = 404 ] && echo 'the proxy: /metrics is closed'
[ "$(curl -s -o /dev/null -w '%{http_code}' http://localhost/)" = 308 ] && echo 'the proxy: http leads to https'
KEY=$(secret bootstrap_api_key)
# An event comes through the stream while it is open.
through -N --max-time 60 https://localhost/v1/events/stream -H "Authorization: Bearer $KEY" > "$work/stream" 2>/dev/null &
stream=$!
publish() { through https://localhost/v1/events -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"type":"compose.tried","source":"test","data":{}}' -o /dev/null; }
until_ok eval 'publish; grep -q compose.tried "$work/stream"'
kill $stream; echo 'the proxy: the stream brings an event at once'
through https://localhost/v1/invitations -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"email":"ada@example.com","role":"viewer"}' -o /dev/null
until_ok eval 'mails to:ada@example.com | jq -e ".messages_count == 1"'
mail=$(curl -sS "http://mailpit:8025/api/v1/message/$(mails to:ada@example.com | jq -r '.messages[0].ID')")
jq -r .Text <<< "$mail" | grep -q 'https://localhost/' && echo "Mailpit: \"$(jq -r .Subject <<< "$mail")\" came, with the address of the proxy"
export NODE_EXTRA_CA_CERTS=$ca TRIVIUM_URL=https://localhost TRIVIUM_API_KEY=$KEY
"$NODE" packages/server/src/main.mjs doctor --url https://localhost | grep -E "WRONG|mend|Nothing" || true
unset NODE_EXTRA_CA_CERTS TRIVIUM_URL TRIVIUM_API_KEY
psql --quiet --tuples-only --no-align "$(cat /run/secrets/database_url | sed 's/@postgres:/@127.0.0.1:/')" \
  --command "update events set data = '{}'" 2>&1 | sed 's/^/the role of the service: /' || true

asks() { curl -sS --get http://127.0.0.1:9090/api/v1/query --data-urlencode "query=$1" | jq -r '.data.result[0].value[1] // "none"'; }
until_ok eval '[ "$(asks "up{job=\"trivium\"}")" = 1 ]'
echo "Prometheus: up, $(curl -sS http://127.0.0.1:9090/api/v1/rules | jq '[.data.groups[].rules[]] | length') rules, $(curl -sS http://127.0.0.1:9090/api/v1/rules | jq '[.data.groups[].rules[] | select(.health == "err")] | length') of them in error"

# Back up, lose everything, restore: docs/deploy/compose.md.
backup=("${of_backup[@]}" BACKUP_TO="$compose/backups/place" DATA_DIR="$work/data")
command=(backup --keep 14); trivium "${backup[@]}" | head -3
command=(backup verify); trivium "${backup[@]}" | tail -1
kill "$service"; code=0; wait "$service" || code=$?
[ "$code" = 0 ] || { echo "the service ended with $code" >&2; exit 1; }
owner --dbname postgres --command 'drop database trivium with (force)' --command 'create database trivium'
owner --dbname trivium --command 'revoke create on schema public from public'
rm -rf "$work/data"
command=(restore); trivium "${backup[@]}" | tail -1
serve "${of_trivium[@]}" HOST=127.0.0.1 PORT=8080 DATA_DIR="$work/data" > "$work/again.log" 2>&1 &
until_ok curl -sf http://127.0.0.1:8080/readyz || { tail -5 "$work/again.log" >&2; exit 1; }
until_ok through https://localhost/readyz
echo "restored: $(through "https://localhost/v1/events?type=compose.tried" -H "Authorization: Bearer $KEY" | jq .total) of the events are there"
