#!/usr/bin/env bash
# `try-in-rootfs.sh trivium_….deb`: installs the package in a fresh Debian that boots under systemd in a container of
# systemd-nspawn (the network is that of this machine), waits for the service, looks at how it is locked in, runs the
# tour against it, and purges it. Debian: apt-get install mmdebstrap systemd-container. As root, in a checkout that ran once.
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
started=$(date +%s)
until curl -sf -o /dev/null "http://127.0.0.1:$PORT/readyz"; do
  [ $(($(date +%s) - started)) -lt "${WAIT:-180}" ] || { tail -20 "$WORK/boot.log"; in_it journalctl --no-pager -n 40 -u trivium; exit 1; }
  kill -0 $nspawn || { tail -20 "$WORK/boot.log"; exit 1; }
  read -rt 1 <> <(:) || true
done
echo "ready $(($(date +%s) - started)) s after the boot began"
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
in_it systemctl stop trivium
in_it systemctl show trivium --property=Result,ExecMainStatus
in_it journalctl --no-pager --unit trivium --lines 3
in_it dpkg --purge trivium
if [ -e "$ROOT/var/lib/trivium" ] || [ -e "$ROOT/usr/lib/trivium" ]; then echo 'something is left' >&2; exit 1; fi
echo 'purged: nothing is left'
