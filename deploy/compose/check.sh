#!/usr/bin/env bash
# What can be checked without starting anything: the compose file, and the files that it mounts, by the programs that
# read them, as far as they are installed here.
set -euo pipefail
cd "$(dirname "$0")"
COMPOSE=${COMPOSE:-docker compose}
made=; [ -d secrets ] || { made=1; ./prepare.sh >/dev/null; }
trap '[ -z "$made" ] || rm -rf secrets' EXIT
$COMPOSE -f compose.yaml config --quiet && echo 'compose.yaml: sound'
bash -n prepare.sh postgres/service-role.sh
if command -v caddy >/dev/null; then caddy validate --adapter caddyfile --config Caddyfile 2>&1 | tail -1; else echo 'no caddy here: Caddyfile not read'; fi
if command -v promtool >/dev/null; then promtool check config --syntax-only prometheus/prometheus.yml; else echo 'no promtool here: prometheus.yml not read'; fi
