#!/usr/bin/env bash
# `build.sh [folder]`: makes trivium_<version>_<architecture>.deb in the folder (./out), from what is committed here and
# the packages of npm; in a workflow, with the names that deploy/release/stamp.mjs wrote. Needs git, npm and dpkg-deb; no debhelper, and root only for the owner of the files (--root-owner-group).
set -euo pipefail
cd "$(dirname "$0")/../.."
OUT=$(mkdir -p "${1:-out}" && cd "${1:-out}" && pwd)
VERSION=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' package.json | head -1)
ARCHITECTURE=$(dpkg --print-architecture)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 0755 "$stage"
root=$stage/root
home=$root/usr/lib/trivium
mkdir -p "$stage/checkout" "$home/bin"
git archive HEAD | tar -x -C "$stage/checkout"
[ -z "${GITHUB_REPOSITORY:-}" ] || node deploy/release/stamp.mjs "$stage/checkout"

# The pages of the console first, with all packages; then those that the service needs.
(
  cd "$stage/checkout"
  npm ci --omit=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error
  node deploy/image/fetch-node.mjs "$stage/node"
  "$stage/node" deploy/image/make-console.mjs
  deploy/image/install-modules.sh "$stage/node"
)
mv "$stage/node" "$home/bin/node"
mv "$stage/checkout/node_modules" "$home/node_modules"
mkdir -p "$home/packages/console" "$home/packages/sdk"
for part in LICENSE CHANGELOG.md package.json docs packages/server packages/scanner packages/sdk/src packages/console/built; do
  mv "$stage/checkout/$part" "$home/$part"
done
find "$home/packages" \( -name '*.test.ts' -o -name '*.test.tsx' \) -delete
rm -rf "$home/packages/server/test"

install -D -m 0755 deploy/systemd/trivium "$home/bin/trivium"
for unit in trivium.service trivium-backup.service trivium-backup.timer; do
  install -D -m 0644 "deploy/systemd/$unit" "$root/lib/systemd/system/$unit"
done
install -D -m 0640 deploy/systemd/trivium.env "$root/etc/trivium/trivium.env"
mkdir -p "$root/usr/bin" "$root/usr/share/doc/trivium" "$root/DEBIAN"
ln -s ../lib/trivium/bin/trivium "$root/usr/bin/trivium"
ln -s ../../../lib/trivium/LICENSE "$root/usr/share/doc/trivium/copyright"
find "$root/usr" -type d -exec chmod 0755 {} +
chmod -R u+rwX,go+rX,go-w "$root/usr"

sed -e "s/@VERSION@/$VERSION/" -e "s/@ARCHITECTURE@/$ARCHITECTURE/" \
  -e "s/@SIZE@/$(du -sk --exclude=DEBIAN "$root" | cut -f1)/" deploy/debian/control > "$root/DEBIAN/control"
echo /etc/trivium/trivium.env > "$root/DEBIAN/conffiles"
for script in preinst postinst prerm postrm; do install -m 0755 "deploy/debian/$script" "$root/DEBIAN/$script"; done
(cd "$root" && find usr lib etc -type f -print0 | sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$OUT/trivium_${VERSION}_$ARCHITECTURE.deb"
