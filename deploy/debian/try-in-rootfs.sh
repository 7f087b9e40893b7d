#!/usr/bin/env bash
# `try-in-rootfs.sh trivium_….deb`: installs the package in a fresh Debian that boots under systemd in a container of
# systemd-nspawn (the network is that of this machine), waits for the service, looks at how it is locked in, and runs the
# tour against it; then upgrades it, removes it, installs it again and purges it, and tells what each leaves.
# Debian: apt-get install mmdebstrap systemd-container. As root, in a checkout that ran once.
set -euo pipefail
cd "$(dirname "$0")/../.."
DEB=$(realpath "$1")
WORK=${WORK:-/tmp/trivium-debian}
SUITE=${SUITE:-bookworm}
PORT=${PORT:-18081}
KEY=trv_tour_$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
ROOT=$WORK/root
mkdir -p "$WORK"
if [ ! -d "$ROOT/usr" ]; then
  mmdebstrap --variant=minbase --mode=root --include=systemd,systemd-sysv,dbus,adduser,ca-certificates,libstdc++6,sudo \
    "$SUITE" "$ROOT" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
fi
cp "$DEB" "$ROOT/trivium.deb"
# The system knows nothing of the package before this.
chroot "$ROOT" dpkg --install /trivium.deb
printf '\nPORT=%s\nBOOTSTRAP_API_KEY=%s\nDEVNET_BLOCK_TIME=0.2\nBACKUP_TO=/var/backups/trivium\n' "$PORT" "$KEY" >> "$ROOT/etc/trivium/trivium.env"

systemd-nspawn --quiet --register=no --keep-unit --directory "$ROOT" --boot --console=pipe > "$WORK/boot.log" 2>&1 &
nspawn=$!
init() { pgrep --parent "$nspawn" | head -1; }
in_it() { nsenter --target "$(init)" --mount --uts --ipc --pid --cgroup -- "$@"; }
trap 'kill -s RTMIN+4 "$(init)" 2>/dev/null; wait $nspawn 2>/dev/null || true' EXIT
ready() {
  local started; started=$(date +%s)
  until curl -sf -o /dev/null "http://127.0.0.1:$PORT/readyz"; do
    kill -0 $nspawn && [ $(($(date +%s) - started)) -lt "${WAIT:-180}" ] || { tail -20 "$WORK/boot.log"; in_it journalctl --no-pager -n 40 -u trivium; exit 1; }
    read -rt 1 <> <(:) || true
  done
  echo "$1 $(($(date +%s) - started)) s"
}
ready 'ready after the boot began:'
in_it systemctl show trivium --property=User,ActiveState,NRestarts,NoNewPrivileges,ProtectSystem
in_it systemd-analyze security trivium --no-pager | grep '^→'
in_it sudo -u trivium trivium doctor || true
TRIVIUM_URL=http://127.0.0.1:$PORT TRIVIUM_API_KEY=$KEY npm run --silent tour
in_it systemctl start trivium-backup
in_it systemctl show trivium-backup --property=Result,ExecMainStatus
in_it systemd-analyze security trivium-backup --no-pager | grep '^→'
in_it sudo -u trivium trivium backup verify | tail -1
in_it systemctl enable --now trivium-backup.timer
in_it systemctl list-timers --no-pager trivium-backup.timer | sed -n 2p

say() { printf '\n== %s\n' "$1"; }
fail() { echo "$1" >&2; exit 1; }
main_process() { in_it systemctl show trivium --property=MainPID --value; }
events() { curl -sSf "http://127.0.0.1:$PORT/v1/events?limit=1" -H "Authorization: Bearer $KEY" | jq .total; }
installs() { in_it dpkg --install "$1" 2>&1 | grep -vE '^(Selecting|Preparing|\(Reading)'; }

say 'an upgrade: the same files under the next version'
dpkg-deb --raw-extract "$DEB" "$WORK/next"
sed -i 's/^Version: .*/&+next/' "$WORK/next/DEBIAN/control"
dpkg-deb --root-owner-group -Zgzip -z1 --build "$WORK/next" "$ROOT/next.deb" >/dev/null && rm -rf "$WORK/next"
before=$(main_process); had=$(events)
installs /next.deb
ready 'ready after the upgrade:'
[ "$(main_process)" != "$before" ] || fail 'the old process still runs'
[ "$(events)" -ge "$had" ] || fail 'events are missing'
in_it systemctl show trivium --property=ActiveState,UnitFileState
if in_it grep -q "^BACKUP_TO=" /etc/trivium/trivium.env; then echo 'its settings are as they were'; else fail 'the settings are gone'; fi

say 'an upgrade of a service that was stopped and disabled'
in_it systemctl disable --now trivium
in_it rm /etc/trivium/trivium.env && installs /next.deb
[ "$(in_it systemctl is-active trivium)$(in_it systemctl is-enabled trivium)" = inactivedisabled ] || fail 'it was started'
echo 'it stays so; that its settings were deleted is no fault'
printf 'PORT=%s\nBOOTSTRAP_API_KEY=%s\nBACKUP_TO=/var/backups/trivium\n' "$PORT" "$KEY" > "$ROOT/etc/trivium/trivium.env"
in_it systemctl enable --now trivium
ready 'ready after its start:'

say 'it stops'
in_it systemctl stop trivium
in_it systemctl show trivium --property=Result,ExecMainStatus
in_it journalctl --no-pager --unit trivium --lines 3
in_it systemctl start trivium
ready 'ready after its start:'

left() {
  in_it find / -xdev \( -path /proc -o -path /sys -o -path /var/log/journal \) -prune -o -maxdepth 4 -iname '*trivium*' -prune -print |
    grep -v '\.deb$' | sort | sed 's/^/left: /'
  if in_it sh -c 'stat -c %U /proc/[0-9]* 2>/dev/null' | grep -qx trivium; then fail 'a process is left'; fi
}
say 'removed'
in_it dpkg --remove trivium
left
[ -d "$ROOT/var/lib/trivium" ] && [ -e "$ROOT/etc/trivium/trivium.env" ] || fail 'data or settings are gone'

say 'installed again'
installs /next.deb
ready 'ready after that:'
in_it systemctl show trivium trivium-backup.timer --property=ActiveState,UnitFileState
[ "$(events)" -ge "$had" ] || fail 'events are missing'

say 'purged'
in_it dpkg --purge trivium
left
for gone in /var/lib/trivium /etc/trivium /var/cache/trivium /usr/lib/trivium /usr/bin/trivium /lib/systemd/system/trivium.service; do
  [ ! -e "$ROOT$gone" ] && [ ! -L "$ROOT$gone" ] || fail "$gone is left"
done
[ -n "$(ls -A "$ROOT/var/backups/trivium")" ] || fail 'the backups are gone'
in_it systemctl list-units --all --no-pager --no-legend 'trivium*'
echo 'the data and the settings are gone; the backups are there'
