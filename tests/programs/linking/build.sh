#!/usr/bin/env bash
# Separate compiling and linking: a static and a shared library, libraries opened at run time (one compiled like the program,
# one plain), objects of gcc and g++, C and C++ mixed, callbacks and exceptions through foreign code.
#   build.sh CC CXX FLAGS OUT      makes OUT/linking
set -euo pipefail
cc=$1 cxx=$2 flags=$3 out=$4
here=$(dirname "$0")
$cc $flags -c "$here/static_part.c" -o "$out/static_part.o"
ar rc "$out/libstatic_part.a" "$out/static_part.o"
$cxx $flags -std=c++20 -fPIC -c "$here/shared_part.cpp" -o "$out/shared_part.o"
$cxx $flags -shared "$out/shared_part.o" -o "$out/libshared_part.so"
$cxx $flags -std=c++20 -fPIC -shared "$here/plugin.cpp" -o "$out/plugin.so"
g++ -O1 -std=c++17 -fPIC -shared "$here/plugin.cpp" -o "$out/plain_plugin.so"
g++ -O1 -std=c++17 -c "$here/foreign.cpp" -o "$out/foreign.o"
gcc -O1 -fexceptions -c "$here/foreign_c.c" -o "$out/foreign_c.o"
$cxx $flags -std=c++20 "$here/main.cpp" "$out/foreign.o" "$out/foreign_c.o" -L"$out" -lstatic_part -lshared_part \
  -Wl,-rpath,'$ORIGIN' -ldl -o "$out/linking"
