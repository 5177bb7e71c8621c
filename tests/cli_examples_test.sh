#!/usr/bin/env bash
# Every "$ command" in the manual pages and the README prints exactly what stands below it. With UPDATE=1 in the
# environment the texts are rewritten instead.
set -euo pipefail
: "${CULPRIT:?the program to test}" "${SOURCE_DIR:?the repository}"
for program in culprit culprit-cc culprit-c++ culprit-fun; do
  [ -x "$(dirname "$CULPRIT")/$program" ] || { echo "$program is not built: build everything first" >&2 && exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$SOURCE_DIR/examples" "$folder/"
find "$folder" -name '*.session*' -delete
PATH="$(dirname "$CULPRIT"):$PATH" UPDATE="${UPDATE:-}" python3 - "$folder" "$SOURCE_DIR" <<'P'
import os, pathlib, subprocess, sys

folder, source = sys.argv[1], pathlib.Path(sys.argv[2])
environment = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1", TZ="UTC")


def output(command):
    run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return [line.rstrip() for line in run.stdout.decode().splitlines()]


def blocks(lines):
    """(first, last, indent) of the lines of each example: in an indented block, or between fences."""
    i, fenced = 0, False
    while i < len(lines):
        if lines[i].startswith("```"):
            fenced = not fenced
        indent = "" if fenced else "    "
        if not lines[i].startswith(indent + "$ culprit") and not (lines[i].startswith(indent + "$ ") and "| culprit" in lines[i]):
            i += 1
            continue
        first, i = i, i + 1
        while i < len(lines) and not lines[i].startswith(indent + "$ ") and not lines[i].startswith("```"):
            if not fenced and lines[i] and not lines[i].startswith(indent):
                break
            i += 1
        last = i
        while last > first + 1 and not lines[last - 1].strip():
            last -= 1
        yield first, last, indent


failed = examples = 0
for page in [source / "README.md", *sorted((source / "docs/manual").glob("*.1.md"))]:
    lines = page.read_text(encoding="utf-8").splitlines()
    result, done = [], 0
    for first, last, indent in blocks(lines):
        examples += 1
        wanted = [line[len(indent):].rstrip() for line in lines[first + 1:last]]
        actual = output(lines[first][len(indent) + 2:])
        while actual and not actual[-1]:
            actual.pop()
        result += lines[done:first + 1] + [(indent + line).rstrip() for line in actual]
        done = last
        if wanted != actual and not os.environ["UPDATE"]:
            failed += 1
            print(f"{page.name}:{first + 1}: {lines[first].strip()}", file=sys.stderr)
            print("\n".join(["written:", *wanted, "printed:", *actual]), file=sys.stderr)
    if os.environ["UPDATE"]:
        page.write_text("\n".join(result + lines[done:]) + "\n", encoding="utf-8")
if examples < 10:
    print(f"only {examples} examples were found", file=sys.stderr)
    failed += 1
sys.exit(1 if failed else 0)
P
