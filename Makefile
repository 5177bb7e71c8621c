# The front door. Every target does its own set-up (scripts/setup installs what is missing, once).
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
export JOBS

.PHONY: help demo test sanitize bench install format lint fuzz build setup clean
help:
	@echo 'make demo                record a program with a bug in it, and find the bug'
	@echo 'make test                build everything and run all checks'
	@echo 'make sanitize            run the tests with the address, undefined-behaviour and thread sanitizers'
	@echo 'make bench               measure what the documentation promises'
	@echo 'make install PREFIX=DIR  install programs, manual pages and completions'
	@echo 'make format              format the sources'
	@echo 'make lint                run clang-tidy over the sources that changed; ALL=1: over all'
	@echo 'make fuzz SECONDS=60     run the fuzzers'

# What all targets together need.
setup:
	@scripts/setup

build:
	@scripts/setup install
	@scripts/build release

demo:
	@scripts/setup demo
	@scripts/build release culprit culprit-cc culprit-c++
	@scripts/demo build/release/apps

test:
	@scripts/setup test
	@scripts/test

sanitize:
	@scripts/setup sanitize
	@scripts/sanitize

bench: build
	@scripts/setup bench
	@scripts/build release benches
	@scripts/bench build/release

install: build
	@cmake --install build/release --prefix "$(PREFIX)" >/dev/null
	@echo "installed into $(PREFIX)"

format:
	@scripts/setup format
	@git ls-files '*.cpp' '*.h' '*.c' | xargs clang-format-19 -i

lint:
	@scripts/setup lint
	@scripts/lint $(if $(ALL),--all)

SECONDS ?= 60
fuzz:
	@scripts/setup fuzz
	@scripts/fuzz $(SECONDS)

clean:
	@rm -rf build
