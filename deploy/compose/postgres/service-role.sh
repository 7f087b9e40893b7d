#!/bin/bash
# Runs once, when the database is made: the role of the service, which may log in and nothing else. `trivium migrate`
# gives it what it needs, and no right to change what is in the event log.
set -euo pipefail
password=$(cat "${SERVICE_PASSWORD_FILE:-/run/secrets/postgres_service_password}")
psql --set=ON_ERROR_STOP=1 --set=password="$password" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role trivium_service login noinherit nosuperuser nocreatedb nocreaterole password :'password';
revoke create on schema public from public;
SQL
