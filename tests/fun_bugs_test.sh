#!/usr/bin/env bash
# Every bug that is planted into the programs of tests/fun is found by sessions with truthful answers.
set -euo pipefail
: "${CULPRIT:?the program to test}" "${SOURCE_DIR:?the repository}"
"$SOURCE_DIR/scripts/planted-bugs" "$(dirname "$CULPRIT")" --sizes 5 --strategy divide-by-queries,strategic --transform loops
"$SOURCE_DIR/scripts/planted-bugs" "$(dirname "$CULPRIT")" --sizes 5 --strategy heaviest-first --transform loops,compress,balance
