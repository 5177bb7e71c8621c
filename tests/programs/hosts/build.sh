#!/usr/bin/env bash
# A program that is not recorded and has recorded libraries: one that it is linked with, and one that it loads and unloads
# while a thread which called it lives on.
#   build.sh CC CXX FLAGS OUT      makes OUT/hosts
set -euo pipefail
cc=$1 flags=$3 out=$4
here=$(dirname "$0")
$cc $flags -w -fPIC -fvisibility=hidden -shared "$here/library.c" -o "$out/liblinked.so"
cp "$out/liblinked.so" "$out/loaded.so"
clang-19 $flags "$here/host.c" -L"$out" -llinked -Wl,-rpath,'$ORIGIN' -pthread -o "$out/hosts"
