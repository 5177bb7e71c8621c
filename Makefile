# The front door. Every target does its own set-up (scripts/setup installs what is missing, once).
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: help demo test bench install format lint fuzz build setup clean
help:
	@echo 'make demo                record a program with a bug in it, and find the bug'
	@echo 'make test                build everything and run all checks'
	@echo 'make bench               measure what the documentation promises'
	@echo 'make install PREFIX=DIR  install programs, manual pages and completions'
	@echo 'make format              format the sources'
	@echo 'make lint                run clang-tidy over the sources'
	@echo 'make fuzz SECONDS=60     run the fuzzers'

setup:
	@scripts/setup

build: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) -- --quiet

demo: build
	@scripts/demo build/release/apps

test: setup
	@JOBS=$(JOBS) scripts/test

bench: build
	@cmake --build --preset release -j $(JOBS) --target benches -- --quiet
	@scripts/bench build/release

install: build
	@cmake --install build/release --prefix "$(PREFIX)" >/dev/null
	@echo "installed into $(PREFIX)"

format: setup
	@git ls-files '*.cpp' '*.h' '*.c' | xargs clang-format-19 -i

lint: setup
	@cmake --preset dev >/dev/null
	@scripts/lint

SECONDS ?= 60
fuzz: setup
	@scripts/fuzz $(SECONDS)

clean:
	@rm -rf build
