# fairyring: `make play` and `make test` do their own set-up.
# They need Python 3.11 to 3.14, make, and a package registry.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Set-up before checks, checks before tests, and one lane at a time: each has workers of its own.
.NOTPARALLEL:
.PHONY: play test check lint types page lanes compiled bounds plain bench peers clean help

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest
WORKERS ?= 2

play: .venv/fairyring.stamp  ## play in the browser
	@$(BIN)/fairyring

test: peers check lanes  ## set everything up, then check and test all of it
	@tools/peers report

check: lint types page  ## lint, format and types only

lint: .venv/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/dev.stamp
	$(BIN)/mypy

# The page's JavaScript carries its types in comments, and TypeScript only reads them.
ifneq ($(shell command -v npm 2>/dev/null),)
PACKAGES := node_modules/packages.stamp
page: $(PACKAGES)
	node_modules/.bin/tsc -p src/fairyring/web/static/jsconfig.json
else
PACKAGES :=
page:
	@tools/notice "npm is not installed: the page's JavaScript and its accessibility are NOT CHECKED."
endif

lanes: compiled bounds plain  ## the three lanes of tests, without the checks

compiled: .venv/dev.stamp $(PACKAGES)  ## lane 1: every test
	$(PYTEST) -n $(WORKERS)

# Numba's own cache does not know whether bounds are checked, and would hand this lane the machine code of the
# first. fairyring's cache folder does (kernels/compiling.py): keep it so, or this lane tests nothing.
bounds: .venv/dev.stamp  ## lane 2: the rules, every index checked against its array
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(WORKERS) -m kernel

plain: .venv/dev.stamp  ## lane 3: the rules as plain Python, fewer samples
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(WORKERS) -m "kernel and not slow"

bench: .venv/dev.stamp  ## run the benchmarks
	@test -d benchmarks || { echo "there are no benchmarks yet"; exit 1; }
	@set -e; for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python $$script; done

peers:
	@tools/peers install

# Set-up, done again only when what it installs has changed.
.venv/fairyring.stamp: pyproject.toml
	tools/install
	@touch $@

.venv/dev.stamp: .venv/fairyring.stamp
	tools/install --group dev
	@touch $@

node_modules/packages.stamp: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

clean:  ## remove everything that make made
	rm -rf .venv node_modules .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
