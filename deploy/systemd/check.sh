#!/usr/bin/env bash
# Holds the unit files below the exposure that docs/deploy/systemd.md tells; starts nothing.
set -euo pipefail
cd "$(dirname "$0")"
MOST=${MOST:-2.0}
for unit in trivium trivium-backup; do
  report=$(systemd-analyze security --offline=true --no-pager "./$unit.service")
  grep -E '^→' <<<"$report"
  exposure=$(sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p' <<<"$report")
  awk -v is="$exposure" -v most="$MOST" 'BEGIN { exit !(is < most) }' || { echo "$exposure is not below $MOST" >&2; exit 1; }
done
