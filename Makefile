# Stamp files inside .venv make a second run start at once, and work without a network.

PYTHON ?= python3
BIN := .venv/bin
PACKAGES := .venv/.packages
INSTALLED := .venv/.installed
KERNEL := $(wildcard setup.py src/sightline/core/kernel/*.py src/sightline/core/kernel/*.pxd)
PYTEST := $(BIN)/python -m pytest
# Whoever is done first takes over from the end of another's list.
PARALLEL = -n $(WORKERS) --dist worksteal
SCREEN := src/sightline/static/.built
MODULES := web/node_modules/.installed
SOURCES := $(shell find web/src web/plugins web/public -type f 2>/dev/null) $(wildcard web/*.ts web/*.json web/*.js web/index.html) \
  $(wildcard src/sightline/games/*/look.toml src/sightline/games/*/campaign.toml)
# Where there is no npm, one comes from the package index into .venv.
NPM := $(or $(shell command -v npm 2>/dev/null),$(CURDIR)/.venv/bin/npm)
# Tests start hundreds of processes: where the environment forbids to keep bytecode, each would compile everything again.
export PYTHONDONTWRITEBYTECODE :=
# On one core a second process only costs; everywhere else it halves the wait.
WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help setup play test check bench ladder soak battles mutants coverage goldens docs types pictures lock clean

help: ## print this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

setup: $(INSTALLED) $(SCREEN) ## build .venv with everything that playing and testing need

play: setup ## open the table in the browser
	@$(BIN)/sightline play

test: setup check ## check, then run all tests
	@cd web && PATH="$(dir $(NPM)):$$PATH" "$(NPM)" --silent run test
	@$(PYTEST) -q $(PARALLEL)

check: $(INSTALLED) $(MODULES) ## formatting, lint and types
	@$(BIN)/ruff format --check --quiet . || { echo "run '$(BIN)/ruff format .'" >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@cd web && PATH="$(dir $(NPM)):$$PATH" "$(NPM)" --silent run check

bench: $(INSTALLED) ## measure the speed of the engine on this machine
	@$(BIN)/sightline bench

# Hours of work: stopped, it goes on from out/ladder. GAME names one game, JOBS says how many processes play.
ladder: $(INSTALLED) ## play every level against the next below, and time 10,000 decisions of each
	@games="$(GAME)"; test -n "$$games" || games=$$($(BIN)/sightline games --json | sed -n 's/.*"id": "\(.*\)",/\1/p'); \
	for game in $$games; do \
	  $(BIN)/sightline ladder $$game --jobs $(or $(JOBS),1) --out out/ladder/$$game \
	  && $(BIN)/sightline bench --ai --game $$game --decisions $(or $(DECISIONS),10000) || exit; done

soak: $(INSTALLED) ## run all tests with many more random examples
	@SIGHTLINE_MATCHES=200 SIGHTLINE_CENSUS=4000 $(PYTEST) -q $(PARALLEL) --hypothesis-profile=soak

battles: $(INSTALLED) ## play 100,000 random matches with drafted squads and options, and replay 1,000 of them
	@$(BIN)/python tools/soak.py --games 100000 --replay-every 100

# Stopped, it goes on from out/mutants. GAME names one game, SAMPLE says how many changes are drawn, JOBS how many are tried at once.
mutants: $(INSTALLED) ## break rules one at a time, and list what no test notices
	@games="$(GAME)"; test -n "$$games" || games=$$($(BIN)/sightline games --json | sed -n 's/.*"id": "\(.*\)",/\1/p'); \
	for game in $$games; do \
	  $(BIN)/python tools/mutants.py --game $$game --sample $(or $(SAMPLE),200) --jobs $(or $(JOBS),1) --out out/mutants/$$game || exit; \
	done

# The one test left out is the one that compares the map with the tests.
coverage: $(INSTALLED) ## rewrite the maps from rules to tests (tested.json)
	@$(PYTEST) -q $(PARALLEL) --write-coverage --ignore=tests/architecture/test_rule_coverage.py
	@$(BIN)/sightline rules --coverage --summary

goldens: $(INSTALLED) ## rewrite the golden files; review the diff like code
	@$(PYTEST) -q -m golden --write-goldens

docs: $(INSTALLED) ## rewrite the pages made from the ledgers (docs/rulings)
	@$(BIN)/python tools/rulings.py

types: $(INSTALLED) ## rewrite what the browser knows of the server's messages (web/src/wire.ts)
	@$(BIN)/python tools/browser_types.py

pictures: setup ## take the pictures of the README again
	@PYTHONPATH=. $(BIN)/python tools/pictures.py

# Names no index: the file holds versions and hashes only.
lock: $(INSTALLED) ## resolve the dependencies again and rewrite requirements.lock
	@echo '# Versions and hashes of everything in .venv, written by make lock.' > requirements.lock.new
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --all-extras --upgrade \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links pyproject.toml >> requirements.lock.new
	@mv requirements.lock.new requirements.lock

clean: ## remove .venv and everything that was built
	@rm -rf .venv web/node_modules src/sightline/static build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	@rm -f src/sightline/core/kernel/*.so src/sightline/core/kernel/*.pyd src/sightline/core/kernel/*.c
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# uv is three times as fast as pip, but it reads no pip configuration and has no wheel for some machines: pip is the way round.
$(PACKAGES): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Sightline needs Python 3.11 or newer: make PYTHON=...")'
	@echo 'making .venv' >&2
	@$(PYTHON) -m venv --clear .venv
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > .venv/uv.lock
	@{ $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r .venv/uv.lock \
	  && $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock; } \
	  || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

# An old compiled kernel would shadow its changed source if compiling it again fails, so it goes first.
$(INSTALLED): $(PACKAGES) pyproject.toml $(KERNEL)
	@echo 'installing sightline into .venv' >&2
	@rm -f src/sightline/core/kernel/*.so src/sightline/core/kernel/*.pyd
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-build-isolation --no-deps --editable .
	@touch $@

$(MODULES): web/package-lock.json web/.npmrc | $(PACKAGES)
	@command -v npm >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r web/node.lock
	@echo 'fetching what the screen is built with' >&2
	@cd web && PATH="$(dir $(NPM)):$$PATH" "$(NPM)" ci --silent --ignore-scripts --prefer-offline
	@touch $@

$(SCREEN): $(MODULES) $(SOURCES)
	@echo 'building the screen' >&2
	@cd web && PATH="$(dir $(NPM)):$$PATH" "$(NPM)" --silent run build -- --logLevel warn
	@touch $@
