#!/usr/bin/env bash
# culprit-cc and culprit-c++ in every role a compiler has: they do what clang does, say what clang says, and their
# programs are linked with the recorder's runtime.
set -euo pipefail
: "${CULPRIT:?the program to test}"
bin=$(dirname "$CULPRIT")
CC=$bin/culprit-cc
CXX=$bin/culprit-c++
lib=$(realpath "$bin/..")/lib/culprit
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset CULPRIT_INCLUDE CULPRIT_EXCLUDE CULPRIT_LOOPS CULPRIT_TRACE CULPRIT_CLANG CULPRIT_CLANGXX
failures=0
complain() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
# What "$@" prints, both streams, and its exit code.
outcome() {
  local code=0
  "$@" 2>&1 || code=$?
  echo "exit $code"
}
expect() { # WHAT WANTED FOUND
  [ "$2" = "$3" ] || complain "$1"$'\n'"wanted: $2"$'\n'"found:  $3"
}
quiet() { # a command that succeeds and says nothing
  expect "$*" "exit 0" "$(outcome "$@")"
}
recorded() { # FILE is linked with the runtime, and finds it
  readelf -d "$1" | grep 'NEEDED.*libculprit-cxx.so' >/dev/null || complain "$1 does not need the runtime"
  readelf -d "$1" | grep "R.*PATH.*$lib" >/dev/null || complain "$1 does not know where the runtime is"
}

records() { # PROGRAM FUNCTION...: its trace has these calls, and the program prints what it should
  local program=$1 tree
  shift
  expect "output of $program, recorded" "abab5" "$("$CULPRIT" record -o driver.trace -- "$program" 2>log || cat log)"
  tree=$("$CULPRIT" tree driver.trace)
  for name in main "$@"; do
    grep -q "$name(" <<<"$tree" || complain "$program: no call of $name in"$'\n'"$tree"
  done
}

mkdir two && cat >two/main.cpp <<'T'
#include <iostream>
#include <string>
#include "part.h"
int main(int argc, char**) { std::cout << twice(std::string("ab")) << half(8) + argc << "\n"; }
T
cat >two/part.cpp <<'T'
#include "part.h"
std::string twice(const std::string& s) { return s + s; }
T
cat >two/half.c <<'T'
#include "part.h"
int half(int n) { return n / 2; }
T
cat >two/part.h <<'T'
#pragma once
#ifdef __cplusplus
#include <string>
std::string twice(const std::string& s);
extern "C"
#endif
int half(int n);
T
cd two

# The same words and the same exit code as clang's own, whatever is asked.
cat >wrong.c <<'T'
int main(void) { return x; }
T
cat >warns.c <<'T'
int main(void) { int unused; return 0; }
T
echo '-c half.c -o by_file.o -DQUOTED="\"a b\""' >arguments.rsp
cat >plain.s <<'T'
.globl f
f: ret
.section .note.GNU-stack,"",@progbits
T
echo '#define two 2' >macros.h
while read -r -a words; do
  expect "culprit-cc ${words[*]}" "$(outcome clang-19 "${words[@]}")" "$(outcome "$CC" "${words[@]}")"
done <<'T'
--version
-v
-dumpversion
-dumpmachine
-print-file-name=libc.so.6
-print-search-dirs
--no-such-option

-no-such-option half.c
no_such_file.c
-c wrong.c
-fsyntax-only wrong.c
-Wall -Werror -c warns.c
-Wall -c warns.c -o warns.o
-c half.c -o half.o
-c -O2 half.c -o half.o
-O2 -mllvm -no-stack-coloring -c half.c -o half.o
-c half.c plain.s
-c plain.s -o plain.o
-S half.c -o half.s
-c half.s -o half.o
-fsyntax-only half.c
-M half.c
-MM half.c
-E -dM -x c /dev/null -o /dev/null
-c -Wall -Werror -Weverything -Wno-error=padded half.c
-c -x c -Werror=unused-command-line-argument half.c
@arguments.rsp
-x c-header macros.h -o macros.h.pch
macros.h -o macros.h.pch
-r half.o -o half_r.o
-nostdlib -shared -fPIC half.c -o libhalf_alone.so
-c -ffreestanding -nostdlib half.c
half.o -o nothing -lno_such_library
-cc1 -version
T
expect "-E" "$(echo two | clang-19 -E -P -include macros.h -)" "$(echo two | "$CC" -E -P -include macros.h -)"
expect "-###" 1 "$("$CC" -### -c half.c 2>&1 | grep -c -- '-fpass-plugin=.*culprit-pass.so')"
expect "-x c++" "exit 0" "$(outcome "$CC" -x c++ -fsyntax-only - <part.cpp)"

# Plain commands: at once, in steps, at every level, with dependency files and objects of other compilers.
for level in -O0 -O1 -O2 -Os; do
  quiet "$CC" $level -Wall -Werror -c half.c -o half.o
  quiet "$CXX" $level -std=c++20 -Wall -Werror -MMD -MF main.d -c main.cpp -o main.o
  quiet "$CXX" $level main.o part.cpp half.o -o program
  expect "program $level" $'abab5\nexit 0' "$(outcome ./program)"
  recorded program
  records ./program twice half
done
grep -q 'part.h' main.d || complain "no dependencies: $(cat main.d)"
g++ -c part.cpp -o foreign.o
quiet "$CXX" main.o foreign.o half.o -o program
expect "objects of g++" "abab5" "$(./program)"
records ./program half
quiet "$CXX" -Wl,--as-needed main.cpp -Wl,-Bstatic -Wl,--as-needed part.cpp half.o -Wl,-Bdynamic -o program
recorded program
quiet "$CXX" -o program -- main.cpp part.cpp half.o
recorded program
quiet "$CXX" -g0 -fomit-frame-pointer -c part.cpp
readelf -S part.o | grep debug_info >/dev/null || complain "-g0 takes the names away"

# Libraries.
quiet "$CXX" -shared -fPIC part.cpp -o libpart.so
recorded libpart.so
quiet "$CXX" main.cpp -L. -lpart half.o -Wl,-rpath,"$PWD" -o program
expect "shared library" "abab5" "$(./program)"
records ./program twice half
quiet "$CXX" -c part.cpp half.c -Wno-deprecated
ar rcs libboth.a part.o half.o
quiet "$CXX" main.cpp libboth.a -o program
expect "static library" "abab5" "$(./program)"
quiet "$CXX" -static main.cpp libboth.a -o program
expect "-static" "abab5" "$(./program)"
records ./program twice half
quiet "$CC" -r half.o plain.o -o joined.o
quiet "$CXX" main.cpp part.o joined.o -o program
expect "-r" "abab5" "$(./program)"
records ./program twice half
cat >start.c <<'T'
void _start(void) { __asm__ volatile("mov $60, %eax; mov $7, %edi; syscall"); }
T
quiet "$CC" -nostdlib -static -ffreestanding start.c -o start
expect "-nostdlib" "exit 7" "$(outcome ./start)"

quiet "$CC" -c -ffreestanding half.c -o half_alone.o
! nm -u half_alone.o | grep culprit >/dev/null || complain "code without a C library is recorded"

# The overlay: std::string's code is in the program, not in libstdc++.so.
quiet "$CXX" -c part.cpp -o part.o
nm -C part.o | grep ' W std::__cxx11::basic_string.*::_M_append' >/dev/null || complain "std::string is not compiled in"

# make
mkdir make && cp main.cpp part.cpp half.c part.h make/
cat >make/Makefile <<'T'
program: main.o part.o half.o
	$(CXX) $^ -o $@
T
quiet make -s -C make CC="$CC" CXX="$CXX"
expect "make" "abab5" "$(make/program)"

# CMake
mkdir cmake && cp main.cpp part.cpp half.c part.h cmake/
cat >cmake/CMakeLists.txt <<'T'
cmake_minimum_required(VERSION 3.20)
project(two C CXX)
add_library(part SHARED part.cpp)
add_library(half STATIC half.c)
add_executable(program main.cpp)
target_link_libraries(program part half)
set(CMAKE_NINJA_FORCE_RESPONSE_FILE ON)
install(TARGETS program part)
T
CC=$CC CXX=$CXX cmake -G Ninja -S cmake -B cmake/build --install-prefix "$PWD/cmake/out" >log 2>&1 || complain "cmake: $(cat log)"
grep -q 'The CXX compiler identification is Clang 19' log || complain "cmake: $(cat log)"
cmake --build cmake/build >log 2>&1 || complain "cmake --build: $(cat log)"
cmake --install cmake/build >log 2>&1 || complain "cmake --install: $(cat log)"
expect "cmake" "abab5" "$(cmake/build/program)"
recorded cmake/out/bin/program
records cmake/build/program twice half

# meson
mkdir meson && cp main.cpp part.cpp half.c part.h meson/
cat >meson/meson.build <<'T'
project('two', 'c', 'cpp')
part = shared_library('part', 'part.cpp')
half = static_library('half', 'half.c')
executable('program', 'main.cpp', link_with : [part, half])
T
CC=$CC CXX=$CXX meson setup meson/build meson >log 2>&1 || complain "meson: $(cat log)"
grep -q 'C++ compiler for the host machine: .*(clang 19' log || complain "meson: $(cat log)"
ninja -C meson/build >log 2>&1 || complain "meson, ninja: $(cat log)"
expect "meson" "abab5" "$(meson/build/program)"
recorded meson/build/program
records meson/build/program twice half

# autotools, with libtool's way to link C++ libraries (-nostdlib and every library by name)
mkdir auto && cp main.cpp part.cpp half.c part.h auto/
cat >auto/configure.ac <<'T'
AC_INIT([two], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_PROG_CXX
AM_PROG_AR
LT_INIT([disable-static])
AC_CHECK_FUNCS([strlcpy getline])
AC_CHECK_LIB([m], [cos])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
T
cat >auto/Makefile.am <<'T'
lib_LTLIBRARIES = libpart.la
libpart_la_SOURCES = part.cpp half.c
bin_PROGRAMS = program
program_SOURCES = main.cpp
program_LDADD = libpart.la
T
( cd auto
  autoreconf -i >../log 2>&1 && ./configure CC="$CC" CXX="$CXX" >../log 2>&1 && make >../log 2>&1 ) || complain "autotools: $(tail -n 30 log)"
grep -q '^ac_cv_func_getline=yes' auto/config.log && grep -q '^ac_cv_lib_m_cos=yes' auto/config.log ||
  complain "configure found less than there is"
expect "autotools" "abab5" "$(auto/program)"
recorded auto/.libs/libpart.so
recorded auto/.libs/program
records auto/program twice half

# What is wrong is said once, with a way out.
expect "no clang" "culprit-cc: error: cannot find clang-19 in PATH
  hint: install the package clang-19, or set CULPRIT_CLANG to its path
exit 1" "$(PATH=/nowhere outcome "$CC" --version)"
expect "no chosen clang" "culprit-c++: error: cannot run '/no/clang', which CULPRIT_CLANGXX names
  hint: set it to the path of clang 19, or unset it
exit 1" "$(CULPRIT_CLANGXX=/no/clang outcome "$CXX" --version)"
expect "itself" "culprit-cc: error: CULPRIT_CLANG names this program itself: $CC
  hint: set it to the path of clang 19, or unset it
exit 1" "$(CULPRIT_CLANG=$CC outcome "$CC" --version)"
expect "-m32" "culprit-cc: error: programs for x86-64 Linux can be recorded, and '-m32' asks for another machine
  hint: compile this one with clang itself
exit 1" "$(outcome "$CC" -m32 -c half.c)"
mkdir -p "$folder/alone/bin" && cp "$CC" "$folder/alone/bin/"
expect "no plugin" "culprit-cc: error: the plugin for clang is missing: $folder/alone/lib/culprit/culprit-pass.so
  hint: install Culprit again; its programs look for it there
exit 1" "$(outcome "$folder/alone/bin/culprit-cc" -c half.c)"
expect "no runtime" "culprit-cc: error: the recorder's runtime is missing: $folder/alone/lib/culprit/libculprit-cxx.so
  hint: install Culprit again; its programs look for it there
exit 1" "$(outcome "$folder/alone/bin/culprit-cc" half.o -o half)"

# culprit.toml, from the project's folder or above, and the environment reach the plugin.
mkdir -p project/src && cp half.c part.h project/src/
cat >show <<'T'
#!/bin/sh
echo "include=$CULPRIT_INCLUDE exclude=$CULPRIT_EXCLUDE loops=$CULPRIT_LOOPS locals=$CULPRIT_LOCALS"
T
chmod +x show
settings() { (cd project/src && CULPRIT_CLANG=$folder/two/show outcome "$CC" -c half.c); }
expect "no settings" $'include= exclude= loops= locals=\nexit 0' "$(settings)"
printf '[record]\ninclude = ["src/**", "parse_*"]\nexclude = ["*.gen.c"]\nloops = "calls"\nlocals = "all"\n' >project/culprit.toml
expect "settings" $'include=src/**,parse_* exclude=*.gen.c loops=calls locals=all\nexit 0' "$(settings)"
expect "settings and environment" $'include=src/**,parse_* exclude=*.gen.c,a::b loops=none locals=shared\nexit 0' \
  "$(CULPRIT_EXCLUDE=' a::b,' CULPRIT_LOOPS=none CULPRIT_LOCALS=shared settings)"
expect "environment" "culprit-cc: error: CULPRIT_LOOPS is 'some', not all, calls or none
  hint: unset it, or set it to one of these
exit 1" "$(CULPRIT_LOOPS=some settings)"
expect "environment" "culprit-cc: error: CULPRIT_LOCALS is 'some', not all or shared
  hint: unset it, or set it to one of these
exit 1" "$(CULPRIT_LOCALS=some settings)"
broken() { # LINE:COLUMN: TEXT, HINT; standard input is the file
  cat >project/culprit.toml
  expect "broken culprit.toml" "culprit-cc: error: $folder/two/project/culprit.toml:$1"$'\n'"  hint: $2"$'\n'"exit 1" "$(settings)"
}
printf '[record]\nincludes = []\n' | broken "2:1: there is no setting 'includes' in [record]" "include, exclude, loops and locals are known here"
printf '[record]\ninclude = "src"\n' | broken "2:11: 'include' is no list of patterns" 'write, for example, ["src/**", "parse_*"]'
printf '[record]\nexclude = ["a", 3]\n' | broken "2:17: a pattern of 'exclude' is no text" 'write, for example, ["src/**", "parse_*"]'
printf '[record]\nexclude = ["f<a, b>"]\n' | broken "2:12: a pattern of 'exclude' has a comma in it" "give two patterns, or '?' in its place"
printf '[record]\nloops = 1\n' | broken "2:9: 'loops' is none of \"all\", \"calls\" and \"none\"" '"all" records every iteration'
printf '[record]\nlocals = "none"\n' | broken "2:10: 'locals' is none of \"all\" and \"shared\"" '"all" records every value of every variable'
printf 'record = 1\n' | broken "1:10: 'record' is no table" "write [record] on a line of its own"
printf '[record\n' | broken "1:8: Error while parsing table header: expected ']', saw '\\n'" "the file must be TOML"

[ "$failures" -eq 0 ]
