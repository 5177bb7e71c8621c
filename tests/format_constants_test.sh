#!/usr/bin/env bash
# The format's constants for Java are those of src/trace/format.h, all of them, and can be compiled.
set -euo pipefail
: "${SOURCE_DIR:?the repository}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$SOURCE_DIR"
made=recorders/java/src/culprit/recorder/Format.java

scripts/format-constants --check

# A header with another constant, another value, another field: each is noticed.
for edit in 's/CULPRIT_EXIT_UNKNOWN = 5,/CULPRIT_EXIT_UNKNOWN = 5, CULPRIT_EXIT_NEW = 6,/' \
  's/CULPRIT_MAX_WORDS = 960/CULPRIT_MAX_WORDS = 961/' 's/  uint32_t parameter;/  uint32_t fresh, parameter;/'; do
  sed "$edit" src/trace/format.h >"$folder/format.h"
  if cmp -s src/trace/format.h "$folder/format.h"; then
    echo "the header has nothing that $edit would change" >&2
    exit 1
  fi
  if FORMAT_HEADER="$folder/format.h" scripts/format-constants --check 2>/dev/null; then
    echo "$edit was not noticed" >&2
    exit 1
  fi
done

# Nothing is left out: every name that the preprocessed header gives to a constant is there.
cc -E -P -x c src/trace/format.h | tr ',{}' '\n\n\n' | sed -nE 's/^ *CULPRIT_([A-Z0-9_]+)( *=.*)?$/\1/p' | sort -u >"$folder/names"
[ "$(wc -l <"$folder/names")" -gt 150 ]
while read -r name; do
  grep -qE " $name = " "$made" || { echo "$made lacks $name" >&2; exit 1; }
done <"$folder/names"

if command -v javac >/dev/null; then
  javac -Xlint:all -Werror -d "$folder" "$made"
fi
