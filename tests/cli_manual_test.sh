#!/usr/bin/env bash
# Every command has a manual page that renders without warnings; a page documents exactly the options that the program takes.
set -euo pipefail
: "${CULPRIT:?the program to test}" "${SOURCE_DIR:?the repository}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
complain() {
  echo "$*" >&2
  failures=$((failures + 1))
}

# Long options of "culprit COMMAND --help", and those that begin a definition in the page's OPTIONS.
of_program() { "$CULPRIT" "$1" --help | sed -n '/^options$/,$p' | grep -oE '^  (-[a-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort; }
of_page() { sed -n '/^# OPTIONS$/,/^# [A-NP-Z]/p' "$1" | grep -E '^\*\*-' | grep -oE -- '\*\*--[a-z-]+' | tr -d '*' | sort -u; }

commands=$("$CULPRIT" --help | sed -n '/^commands$/,/^$/p' | awk '/^  [a-z]/ {print $1}')
[ "$(wc -w <<<"$commands")" -ge 9 ] || complain "only these commands are listed:" $commands
for command in $commands; do
  page=$SOURCE_DIR/docs/manual/culprit-$command.1.md
  if [ ! -f "$page" ]; then
    complain "culprit-$command.1.md is missing"
    continue
  fi
  if ! diff <(of_program "$command") <(of_page "$page") >"$folder/diff"; then
    complain "options of '$command' (<: program, >: page):" "$(cat "$folder/diff")"
  fi
  for section in NAME SYNOPSIS DESCRIPTION OPTIONS EXAMPLES 'EXIT STATUS' 'SEE ALSO'; do
    grep -qx "# $section" "$page" || complain "culprit-$command.1.md has no section $section"
  done
  summary=$("$CULPRIT" --help | awk -v c="$command" '$1 == c {sub(/^ *[a-z]+ +/, ""); print}')
  grep -qxF "culprit-$command - $summary" "$page" || complain "culprit-$command.1.md names it otherwise than 'culprit --help': $summary"
  grep -qF "**culprit-$command**(1)" "$SOURCE_DIR/docs/manual/culprit.1.md" || complain "culprit.1.md does not name culprit-$command"
done

for page in "$SOURCE_DIR"/docs/manual/*.1.md; do
  name=$(basename "$page" .md)
  go-md2man -in "$page" -out "$folder/$name"
  # C.UTF-8 so that arrows and box lines are characters, not warnings.
  LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l "$folder/$name" >"$folder/text" 2>"$folder/warnings" || complain "$name does not render"
  [ ! -s "$folder/warnings" ] || complain "$name: $(cat "$folder/warnings")"
  grep -q 'SEE ALSO' "$folder/text" || complain "$name renders without its last section"
done

# The exit codes stand in the manual and in the README.
for code in 0 1 2 3 4 5 6; do
  grep -qx "\*\*$code\*\*" "$SOURCE_DIR/docs/manual/culprit.1.md" || complain "culprit.1.md does not document exit code $code"
  grep -q "^| $code |" "$SOURCE_DIR/README.md" || complain "README.md does not document exit code $code"
done
[ "$failures" -eq 0 ]
