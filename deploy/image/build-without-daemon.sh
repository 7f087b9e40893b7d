#!/usr/bin/env bash
# Builds the image by buildah, without a daemon, and without pulling from a registry of images: the two bases are
# stand-ins made of Debian's packages and npm's (the same Debian release and the same Node major as the real ones).
# Debian: apt-get install buildah mmdebstrap. As root. `WORK` is where the bases and the layers lie.
#   deploy/image/build-without-daemon.sh [name]        # name: localhost/trivium
set -euo pipefail
cd "$(dirname "$0")/../.."
NAME=${1:-localhost/trivium}
WORK=${WORK:-/tmp/trivium-image}
SUITE=trixie
export STORAGE_DRIVER=${STORAGE_DRIVER:-overlay}
BUILDAH=(buildah --root "$WORK/storage" --runroot "$WORK/run" --storage-driver "$STORAGE_DRIVER")
mkdir -p "$WORK"

if [ ! -e "$WORK/$SUITE.tar" ]; then
  mmdebstrap --variant=minbase --mode=root --include=ca-certificates,netbase,tzdata \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    "$SUITE" "$WORK/$SUITE.tar.part" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
  mv "$WORK/$SUITE.tar.part" "$WORK/$SUITE.tar"
fi

has() { "${BUILDAH[@]}" inspect --type image "$1" >/dev/null 2>&1; }

RUNTIME_BASE=localhost/stand-in/debian:$SUITE-slim
if ! has "$RUNTIME_BASE"; then
  container=$("${BUILDAH[@]}" from scratch)
  "${BUILDAH[@]}" add -q "$container" "$WORK/$SUITE.tar" / >/dev/null
  "${BUILDAH[@]}" commit -q --rm "$container" "$RUNTIME_BASE"
fi

# Node and npm as the official image has them: below /usr/local.
BUILD_BASE=localhost/stand-in/node:24-$SUITE-slim
if ! has "$BUILD_BASE"; then
  case $(uname -m) in x86_64) arch=x64 ;; aarch64) arch=arm64 ;; *) echo "No Node for $(uname -m)." >&2; exit 1 ;; esac
  rm -rf "$WORK/node" && mkdir -p "$WORK/node"
  (cd "$WORK/node" && npm pack --silent "node-linux-$arch@24" npm@11 >/dev/null)
  mkdir -p "$WORK/node/root/bin" "$WORK/node/root/lib/node_modules/npm"
  tar -xzf "$WORK"/node/node-linux-*.tgz -C "$WORK/node/root" --strip-components=1 package/bin/node
  tar -xzf "$WORK"/node/npm-*.tgz -C "$WORK/node/root/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$WORK/node/root/bin/npm"
  container=$("${BUILDAH[@]}" from "$RUNTIME_BASE")
  "${BUILDAH[@]}" add -q "$container" "$WORK/node/root" /usr/local >/dev/null
  # A registry and authorities of one's own, as this machine has them: in the base of the build, never in the image.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    "${BUILDAH[@]}" add -q "$container" "$NODE_EXTRA_CA_CERTS" /usr/local/share/own-authorities.pem >/dev/null
    "${BUILDAH[@]}" config --env NODE_EXTRA_CA_CERTS=/usr/local/share/own-authorities.pem "$container"
  fi
  [ -z "${NPM_CONFIG_REGISTRY:-}" ] || "${BUILDAH[@]}" config --env "NPM_CONFIG_REGISTRY=$NPM_CONFIG_REGISTRY" "$container"
  "${BUILDAH[@]}" commit -q --rm "$container" "$BUILD_BASE"
fi

VERSION=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' package.json | head -1)
"${BUILDAH[@]}" bud --isolation chroot --format docker --layers --jobs 1 --pull=never \
  --build-arg "BUILD_BASE=$BUILD_BASE" --build-arg "RUNTIME_BASE=$RUNTIME_BASE" --build-arg "VERSION=$VERSION" \
  --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)" \
  --build-arg "CREATED=$(git log -1 --format=%cI 2>/dev/null || date -u +%FT%TZ)" \
  -f deploy/image/Dockerfile -t "$NAME" .
