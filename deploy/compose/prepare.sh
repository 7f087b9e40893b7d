#!/usr/bin/env bash
# Makes the secrets that are not there yet, in ./secrets. Nobody but you may enter that folder; the files in it can be
# read by the users of the containers. Keep a copy of encryption_key elsewhere: without it nobody can read the secrets
# that the database holds.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p secrets && chmod 0700 secrets
# The same for backups: the user of the container writes into the inner folder.
mkdir -p backups/place && chmod 0700 backups && chmod 0777 backups/place
word() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
keep() { [ -s "secrets/$1" ] || { cat > "secrets/$1"; chmod 0444 "secrets/$1"; }; }
word 24 | keep postgres_owner_password
word 24 | keep postgres_service_password
word 16 | keep grafana_password
head -c 32 /dev/urandom | base64 | keep encryption_key
printf 'trv_%s' "$(word 24)" | keep bootstrap_api_key
printf 'postgresql://trivium_service:%s@postgres:5432/trivium' "$(cat secrets/postgres_service_password)" | keep database_url
printf 'postgresql://trivium_owner:%s@postgres:5432/trivium' "$(cat secrets/postgres_owner_password)" | keep database_migration_url
echo 'secrets/ is ready; the first API key is in secrets/bootstrap_api_key'
