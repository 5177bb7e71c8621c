# The front door. Every target does its own set-up.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: help demo test bench install format lint fuzz build clean
help:
	@echo 'make demo      find a bug in a recorded run, in a minute'
	@echo 'make test      build everything and run all checks'
	@echo 'make bench     measure what the documentation promises'
	@echo 'make install   install into PREFIX (default /usr/local)'
	@echo 'make format    format the sources'

build/dev/build.ninja: scripts/setup CMakePresets.json
	@scripts/setup
	@cmake --preset dev >/dev/null

build/release/build.ninja: scripts/setup CMakePresets.json
	@scripts/setup
	@cmake --preset release >/dev/null

build: build/release/build.ninja
	@cmake --build --preset release -j $(JOBS) -- --quiet

demo: build
	@scripts/demo build/release/apps/culprit

test: build/dev/build.ninja
	@scripts/setup
	@scripts/test

bench: build
	@scripts/bench

install: build
	@cmake --install build/release --prefix "$(PREFIX)" >/dev/null
	@echo "installed into $(PREFIX)"

format:
	@scripts/setup
	@git ls-files '*.cpp' '*.h' '*.c' | xargs clang-format-19 -i

clean:
	@rm -rf build
