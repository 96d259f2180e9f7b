# README.md and CONTRIBUTING.md describe the usual targets; `make` alone is `make demo`.
.PHONY: demo test test-distributed install deb lint format fixtures bench docs setup build clean

# pkg-config drops all flags of a library whose private requirements it cannot find, and Homebrew keeps some apart.
ifeq ($(shell uname -s),Darwin)
export PKG_CONFIG_PATH := $(shell echo $$(brew --prefix)/opt/*/lib/pkgconfig | tr ' ' ':'):$(PKG_CONFIG_PATH)
endif

# Targets that compute, in C and Swift, are optimised in debug builds too: tests take a fraction of the time then (decision 0607).
FAST_C = -Xcc -O2
export PHOTOPREP_OPTIMIZED_TESTS = 1
SWIFT_BUILD = swift build --explicit-target-dependency-import-check error
# Swift's libraries are linked statically if possible, which saves 9 of 43 ms of CPU time at every start.
STATIC = $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
DEMO_STORE = .build/demo-store

demo: build
	@Scripts/demo "$$(swift build -c release --show-bin-path)/photoprep" "$(DEMO_STORE)"

test: setup
	$(SWIFT_BUILD) --build-tests $(FAST_C)
	@Scripts/run-tests

# The package for many machines, on a cluster of processes on this one; needs Python 3.11.
test-distributed: build
	@Distributed/test "$$(swift build -c release --show-bin-path)/photoprep"

build: setup
	$(SWIFT_BUILD) -c release --product photoprep $(STATIC) --disable-local-rpath

setup:
	@Scripts/setup

lint:
	swift format lint --strict --recursive Package.swift Sources Snippets Plugins Tests Benchmarks Examples
	@Scripts/check-architecture
	@Scripts/check-layers
	@Scripts/check-repository

format:
	swift format --in-place --recursive Package.swift Sources Snippets Plugins Tests Benchmarks Examples

fixtures:
	Scripts/make-fixtures

bench: build
	Scripts/bench

docs:
	Scripts/make-docs

clean:
	swift package clean
	rm -rf $(DEMO_STORE) $(DEMO_STORE).html

PREFIX = /usr/local

# The program, its manual page and completions for bash, zsh and fish, below PREFIX.
install: build
	@Scripts/install "$$(swift build -c release --show-bin-path)/photoprep" "$(DESTDIR)$(PREFIX)"

# Packages for Debian and Ubuntu, in .build-deb.
deb: setup
	@Scripts/make-deb
