# Turnpost from a checkout. `make` alone lists what there is to type.
#
# Everything is installed into .venv, pinned and hash-checked; each installed set leaves a stamp there, so that a second
# call starts at once and a changed lock or pyproject.toml is installed first. A Python that is named (PYTHON=python3.13)
# has an environment of its own beside it, .venv-3.13, so that one can change between them.

PYTHON ?= python3
ARGS ?=
# Some tests wait for a bot to answer: half as many workers again as processors fill the gaps. Each costs 14 s to start.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) * 3 / 2 )))

PYTHON_VERSION = $(shell "$(PYTHON)" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
VENV := .venv$(if $(filter file,$(origin PYTHON)),,-$(PYTHON_VERSION))
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(BIN)/uv pip compile --quiet --universal --no-strip-extras --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"

# The packages that requirements.txt pins on every system, which requirements-dev.txt names by that file alone.
NOT_AGAIN = $$(sed -n '/sys_platform/d; s/^\([A-Za-z0-9._-]*\).*==.*/--no-emit-package \1/p' requirements.txt)

# What pictures are held against in `make bench`, if it is installed (.venv/bin/uv pip install --group bench).
PEERS := $(BIN)/python -c 'import cairosvg, chess, resvg_py' 2>/dev/null

# The database server's programs, if a long run asks for them: make chaos ARGS="--postgres".
POSTGRES = $(if $(filter --postgres,$(ARGS)),postgres)

# pyright comes complete in its wheels (node too); this only keeps it from asking whether there is a newer one.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help install tools run demo test thorough coverage fuzz chaos drill season languages clients bench ladder puzzles gallery docs lint format lock upgrade release version chromium postgres clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

install: $(VENV)/.project ## install Turnpost into .venv, for work on games and pictures

tools: $(VENV)/.dev $(VENV)/.project ## install the development tools too: pytest, ruff, pyright

run: $(VENV)/.project ## start the bot: on Discord with DISCORD_TOKEN set, else in the playground
	@exec $(BIN)/turnpost run $(ARGS)

demo: $(VENV)/.dev $(VENV)/.project ## let people play a match of each game on the playground's page (ARGS="--pace 1" for a quicker one)
	@$(BIN)/python -m tests.demo $(ARGS)

test: $(VENV)/.dev $(VENV)/.project chromium postgres ## run the whole test suite (ARGS="-k name" for a part, PYTHON=python3.13 for another Python)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

thorough: $(VENV)/.dev $(VENV)/.project chromium postgres ## run the longer tests, which `make test` leaves out
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --thorough -m thorough $(ARGS)

coverage: $(VENV)/.dev $(VENV)/.project chromium postgres ## run the suite and report the branches that no test reaches
	@mkdir -p build/coverage
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --cov --cov-report=term --cov-report=html:build/coverage/html $(ARGS)

fuzz: $(VENV)/.project ## throw random and damaged texts at every game's parser (ARGS="--game zyrcan --seed 2")
	@PYTHONPATH=. $(BIN)/python tests/games/fuzz.py $(ARGS)

chaos: $(VENV)/.dev $(VENV)/.project $(POSTGRES) ## kill the bot 200 times amid many matches and count what got lost or came twice (ARGS="--seed 7")
	@$(BIN)/python -m tests.chaos $(ARGS)

drill: $(VENV)/.dev $(VENV)/.project $(POSTGRES) ## destroy the bot's data amid matches, restore its backup, play on; upgrade with data, and back (ARGS="--backup FILE")
	@$(BIN)/python -m tests.drill $(ARGS)

season: $(VENV)/.dev $(VENV)/.project ## let forty people play a season of events, and save what they saw below build/season (ARGS="--seed 7")
	@$(BIN)/python -m tests.season $(ARGS)

languages: $(VENV)/.dev $(VENV)/.project ## let people use everything in German, and save what they saw below build/languages (ARGS="--game xong")
	@$(BIN)/python -m tests.languages $(ARGS)

clients: $(VENV)/.project ## check the playground with discord.js, hikari and disnake, installed below build/clients (ARGS="hikari" for one)
	@$(BIN)/python -m tests.clients $(ARGS)

bench: $(VENV)/.project ## measure what a turn costs beside an echo bot, and write docs/benchmarks.md (five minutes; more: bench/)
	@mkdir -p build/bench
	@$(BIN)/python -m bench.turn
	@$(BIN)/python -m bench.throughput
	@$(BIN)/python -m bench.commit
	@$(BIN)/python -m bench.rules --positions 200 --rounds 3 --seconds 1 | tee build/bench/rules.md
	@$(BIN)/python -m bench.render $$($(PEERS) || echo --alone) --pictures 60 --rounds 2 | tee build/bench/render.md
	@$(BIN)/python -m bench.report

ladder: $(VENV)/.project ## play every level of the computer players against the one below, and write docs/strength.md (hours)
	@$(BIN)/python -m bench.strength $(ARGS)

puzzles: $(VENV)/.project ## find more puzzles in matches of engines, prove them and add them to engines/puzzles (half an hour)
	@$(BIN)/python -m bench.puzzles $(ARGS)

gallery: $(VENV)/.project ## draw docs/gallery.md, docs/games and their pictures anew; look at them before you commit
	@$(BIN)/python -m bench.gallery
	@$(BIN)/python -m bench.game_pages
	@$(BIN)/python -m bench.kit_pictures
	@$(BIN)/python -m bench.chart_pictures

docs: $(VENV)/.dev ## build the site of the documentation into build/docs, and check its links
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --clean $(ARGS)
	@echo "The site is in build/docs: open build/docs/index.html."

lint: $(VENV)/.dev $(VENV)/.project ## check style, formatting, imports and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/pyright --pythonpath $(BIN)/python

format: $(VENV)/.dev ## format the code and mend what can be mended by itself
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

lock: $(VENV)/.dev ## lock the dependencies of pyproject.toml, keeping the versions that still fit
	$(COMPILE) pyproject.toml --group build --output-file requirements.txt
	$(COMPILE) pyproject.toml --extra sentry --group dev --group docs --constraints requirements.txt $(NOT_AGAIN) --output-file requirements-dev.txt
	@{ echo "-r requirements.txt"; cat requirements-dev.txt; } > requirements-dev.txt.new && mv requirements-dev.txt.new requirements-dev.txt
	$(COMPILE) --group clients --output-file requirements-clients.txt

upgrade: COMPILE += --upgrade
upgrade: lock ## lock the newest versions that fit

release: ## check everything, give the changelog the version and the date, and tag it: make release VERSION=1.0.0
	@.ci/release $(or $(VERSION),"") -- $(MAKE) lint test docs thorough

clean: ## remove the virtual environments and every cache (never the data)
	rm -rf .venv .venv-* build *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

version: $(BIN)/python
	@$(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'

# What only tests need from the system: a browser, and the programs of a database server, which they start themselves.
chromium:
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	$(call installed,Chromium,chromium,chromium-browser)

postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0; command -v initdb >/dev/null && exit 0; \
	$(call installed,PostgreSQL,postgresql)

# $(call installed,NAME,PACKAGE,OTHER): install a Debian package, or the other one where there is none of that name.
define installed
if ! command -v apt-get >/dev/null; then \
		echo "The tests need $(1): install it with your system's package manager." >&2; exit 1; \
	fi; \
	if [ "$$(id -u)" = 0 ]; then as_root="env"; else as_root="sudo -n env"; fi; \
	install="$$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq"; \
	if $$as_root true 2>/dev/null; then \
		echo "Installing $(1) for the tests."; \
		$$as_root apt-get update -qq; \
		for name in $(2) $(3); do $$install $$name >/dev/null && exit 0; done; \
	fi; \
	echo "The tests need $(1). Install it with: sudo apt-get install $(2)" >&2; exit 1
endef

$(BIN)/python:
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name it: make run PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Turnpost needs Python 3.11 or newer, and $(PYTHON) is older. Name a newer one: make run PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) lacks its venv module. On Debian or Ubuntu install it with: sudo apt-get install python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV)

$(VENV)/.runtime: $(BIN)/python requirements.txt
	@echo "Installing the pinned dependencies into $(VENV)."
	@$(PIP) install --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.txt
	@echo "Installing the pinned development tools into $(VENV)."
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

# The build backend is among the runtime pins: nothing is fetched here.
$(VENV)/.project: $(VENV)/.runtime pyproject.toml
	@$(PIP) install --no-index --no-deps --no-build-isolation --editable .
	@touch $@
