#!/usr/bin/env bash
# Every program of tests/programs behaves the same recorded or not, at -O0, -O1 and -O2, and its trace is whole.
# tests/programs/torture.py says what is checked; arguments name programs, the default is all.
set -euo pipefail
: "${CULPRIT:?the program to test}" "${SOURCE_DIR:?the repository}"
exec python3 "$SOURCE_DIR/tests/programs/torture.py" "$(dirname "$CULPRIT")" "$@"
