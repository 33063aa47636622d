# fairyring: `make play` and `make test` do their own set-up.
# They need Python 3.11 to 3.14, make, and a package registry.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Set-up before checks, checks before tests. What runs at the same time, tools/together says.
.NOTPARALLEL:
.PHONY: play test set-up packages thorough quick check lint types page lanes checked browser rules games servers others optimized plain fast warm bench peers clean help

BIN := .venv/bin
WORKERS ?= 2
PACKAGES := $(if $(shell command -v npm 2>/dev/null),node_modules/packages.stamp)
PYTEST := $(BIN)/python -m pytest --durations=10 --durations-min=1
# Tests that need no browser run in four parts, each of which imports and collects only what is its own.
RULES := $(addprefix tests/,kernels oracle)
GAMES := $(addprefix tests/,batch endgames search training variants)
SERVERS := $(addprefix tests/,cli web workers)
KEEP ?= not browser
# Set by make thorough: each lane has what the others have, too.
ALL = $(filter all,$(FAIRYRING_SAMPLES))
START := $(shell date +%s)
took = echo "$(1) It took $$((($$(date +%s) - $(START)) / 60)) min $$((($$(date +%s) - $(START)) % 60)) s."

# The tests start many Pythons, and none should compile again what another has read.
unexport PYTHONDONTWRITEBYTECODE

play: .venv/fairyring.stamp  ## play in the browser
	@$(BIN)/fairyring

# The lanes share no compiled code, so they run beside each other.
test: set-up lint  ## set everything up, then check and test it
	@tools/together "warm checked" "types page optimized plain"
	@tools/peers report
	@$(call took,All checks and all three lanes of tests passed.)

# Most of it waits for what is fetched.
set-up:
	@tools/together "peers" "packages"

packages: .venv/dev.stamp $(PACKAGES)

# tests/lanes.py reads how many samples are taken.
thorough: export FAIRYRING_SAMPLES := all
thorough: .venv/thorough.stamp test  ## the same with all games and all samples: before a release, and after a change in a kernel or a mechanic

quick: export FAIRYRING_SAMPLES := quick
quick: .venv/dev.stamp $(PACKAGES) lint  ## check and test all but what is slow, with few samples (longer where rules are compiled)
	@tools/together "types page" "fast"
	@$(call took,The quick checks passed; make test has the rest.)

check: lint types page  ## lint, format, types and the page's modules only

lint: .venv/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/dev.stamp
	$(BIN)/mypy

# The page's JavaScript carries its types in comments, and TypeScript only reads them.
ifneq ($(PACKAGES),)
page: $(PACKAGES)
	node_modules/.bin/tsc -p src/fairyring/web/static/jsconfig.json
	npm test --silent
else
page:
	@tools/notice "npm is not installed: the page's JavaScript and its accessibility are NOT CHECKED."
endif

lanes: warm checked optimized plain  ## the three lanes of tests, without the checks

# fairyring's cache folder depends on whether bounds are checked (kernels/cache_folder.py). Code that is less optimised,
# and in which nothing is inlined by force, reads the same indices, and is compiled in half the time.
checked warm browser rules games servers others fast: export NUMBA_BOUNDSCHECK := 1
checked warm browser rules games servers others fast: export NUMBA_OPT := 0

checked: .venv/dev.stamp $(PACKAGES)  ## lane 1: every test, every index checked against its array
	@tools/together "browser" "servers" "rules" "games" "others"

# One process, so that there is one browser and one server.
browser: .venv/dev.stamp $(PACKAGES)  ## of lane 1, the tests in the browser
	$(PYTEST) -m browser

rules: .venv/dev.stamp  ## of lane 1, the tests of rules
	$(PYTEST) -m "$(KEEP)" $(RULES)

games: .venv/dev.stamp  ## of lane 1, the tests of games and search
	$(PYTEST) -m "$(KEEP)" $(GAMES)

servers: .venv/dev.stamp  ## of lane 1, the tests of commands and of the server
	$(PYTEST) -m "$(KEEP)" $(SERVERS)

others: .venv/dev.stamp  ## of lane 1, all others
	$(PYTEST) -m "$(KEEP)" $(addprefix --ignore=,$(RULES) $(GAMES) $(SERVERS))

optimized: .venv/dev.stamp  ## lane 2: what is counted, with the code as users have it
	$(PYTEST) -m "optimized$(if $(ALL), or kernel)"

# In which a GPU is simulated, too (tests/batch/test_gpu.py).
plain: .venv/dev.stamp  ## lane 3: the rules as plain Python, where no other lane has them
	NUMBA_DISABLE_JIT=1 NUMBA_ENABLE_CUDASIM=1 $(PYTEST) -m "kernel and not slow$(if $(ALL),, and (alone or plain))"

fast: export KEEP := not slow and not browser
fast: .venv/dev.stamp
	@tools/together "servers" "rules" "games" "others"

warm: .venv/dev.stamp
	$(BIN)/python -m tests.warm $(WORKERS)

bench: .venv/dev.stamp  ## run the benchmarks
	@test -d benchmarks || { echo "there are no benchmarks yet"; exit 1; }
	@set -e; for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python $$script; done

peers:
	@tools/peers install

# Set-up, done again only when what it installs has changed.
.venv/fairyring.stamp: pyproject.toml
	tools/install
	@touch $@

.venv/dev.stamp: pyproject.toml
	tools/install --group dev
	@touch .venv/fairyring.stamp $@

.venv/thorough.stamp: .venv/dev.stamp
	tools/install --group thorough
	@touch $@

node_modules/packages.stamp: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

clean:  ## remove everything that make made
	rm -rf .venv node_modules .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
