#!/usr/bin/env bash
# What a question says of the state that a recorded call changed: the CHANGED lines of tests/programs/changes.cpp.
set -euo pipefail
: "${CULPRIT:?the program to test}" "${SOURCE_DIR:?the repository}"
source=$SOURCE_DIR/tests/programs/changes.cpp
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8 NO_COLOR=1
"$(dirname "$CULPRIT")/culprit-c++" -std=c++20 "$source" -o changes
CULPRIT_TRACE=$folder/changes.trace ./changes

failures=0
for function in $(sed -nE 's/.*CHANGED ([A-Za-z_:]+): .*/\1/p' "$source" | awk '!seen[$0]++'); do
  node=$("$CULPRIT" tree changes.trace | grep -F " $function(" | sed -nE '1s/^ *([0-9]+) .*/\1/p')
  [ -n "$node" ] || { echo "FAILED: no call of $function" >&2; failures=$((failures + 1)); continue; }
  wanted=$(sed -nE "s/.*CHANGED $function: (.*)/\1/p" "$source" | sort)
  found=$("$CULPRIT" show changes.trace "$node" | sed -n '/^changed:$/,/^$/p' | sed '1d;/^$/d' | sed -E 's/^ +//;s/  +/ /g' | sort)
  if [ "$wanted" != "${found:-none}" ]; then
    printf 'FAILED: %s\nwanted:\n%s\nfound:\n%s\n' "$function" "$wanted" "${found:-none}" >&2
    failures=$((failures + 1))
  fi
done
exit $((failures > 0))
