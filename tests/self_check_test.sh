#!/usr/bin/env bash
# The log of writes is complete: programs compiled with CULPRIT_CHECK=1 copy what their arguments reach into the trace at
# every call, and every read with its value; `culprit check` compares both with what the writes say. Over the examples and the
# programs of the torture suite, at -O0 and -O1.
set -uo pipefail
culprit=${CULPRIT:?the program to test}
source=${SOURCE_DIR:?}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export culprit room programs
programs=$(dirname "$culprit")

check() {
  local file=$1 level=$2 name
  name=$(basename "$file" | tr . _)$level
  cd "$room" || exit 2
  case $file in
    *.c) CULPRIT_CHECK=1 "$programs/culprit-cc" "$level" -w "$file" -o "$name" -lm -ldl ;;
    *) CULPRIT_CHECK=1 "$programs/culprit-c++" -std=c++20 "$level" -w "$file" -o "$name" -pthread -ldl ;;
  esac || { echo "FAILED $name: does not compile"; return; }
  timeout 60 "$culprit" record -o "$name.trace" -- "./$name" </dev/null >/dev/null 2>"$name.err"
  if "$culprit" check "$name.trace" >"$name.out" 2>&1; then
    tail -n 1 "$name.out"
  else
    echo "FAILED $name:"
    head -n 20 "$name.out"
  fi
  rm -f "$name" "$name.trace"*
}
export -f check

# Left out: a program whose malloc is its own, so that a variable of its holds the C library's data.
for file in "$source"/examples/*/*.c* "$source"/tests/programs/*.c*; do
  [[ $file =~ _fixed\.|/own_allocator\. ]] && continue
  printf '%s %s\n' "$file" -O0 "$file" -O1
done | xargs -P "$(nproc)" -L 1 bash -c 'check "$@"' - >"$room/all"
grep -v 'bytes compared' "$room/all"
compared=$(grep -c 'the log explains them all' "$room/all")
echo "$compared recordings checked, $(sed -nE 's/^([0-9,]+) of .*/\1/p' "$room/all" | tr -d , | awk "{ sum += \$1 } END { print sum }") bytes compared"
! grep -q FAILED "$room/all" && [ "$compared" -ge 100 ]
