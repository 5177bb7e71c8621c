#!/usr/bin/env bash
# The hash of a function's code, and the digest of its file: the same for the same code wherever it stands, another for other code.
set -euo pipefail
: "${CULPRIT:?the program to test}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# code SOURCE: the hash of f in a program with that text.
code() {
  printf '%s\n' "$1" >program.c
  "$(dirname "$CULPRIT")/culprit-cc" -w program.c -o program
  rm -f trace
  "$CULPRIT" record -o trace -- ./program >/dev/null 2>&1
  "$CULPRIT" info trace --json | python3 -c '
import hashlib, json, sys
info = json.load(sys.stdin)
source = [s for s in info["sources"] if s["path"].endswith("program.c")][0]
assert source["digest"] == hashlib.md5(open("program.c", "rb").read()).hexdigest(), "the digest is that of the file"
print([f["code"] for f in info["functions"] if f["name"] == "f"][0])'
}
head='#include <stdio.h>
struct P { int a; int b; };
static int g(int x) { return x; }
static int h(int x) { return x; }
static int total;'
body='static int f(int x) { struct P p = {1, 2}; int y = g(x) + p.b; total += y; puts("some text"); return y < 3 ? y : 4; }'
tail='int main(void) { f(1); return 0; }'
first=$(code "$head
$body
$tail")

same() {
  [ "$(code "$2")" = "$first" ] || { echo "$1: the hash is another one" >&2; exit 1; }
}
other() {
  [ "$(code "$2")" != "$first" ] || { echo "$1: the hash is the same" >&2; exit 1; }
}
same "built again" "$head
$body
$tail"
same "other lines, another function before it, another text" "$head

static int unrelated(void) { puts(\"another text\"); struct P q = {3, 4}; return q.a; }

$body
$tail"
same "a local variable renamed" "$head
${body//y/renamed}
$tail"
same "on several lines" "$head
${body//;/;
}
$tail"
other "another constant" "$head
${body/: 4/: 5}
$tail"
other "another text" "$head
${body/some text/same text}
$tail"
other "another operator" "$head
${body/y < 3/y <= 3}
$tail"
other "another function called" "$head
${body/g(x)/h(x)}
$tail"
other "another variable" "$head
static int sum;
${body/total/sum}
$tail"
other "another type" "${head/int b/long b}
$body
$tail"
other "a statement less" "$head
${body/total += y; /}
$tail"
