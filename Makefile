# Everything goes through .venv, which is made by itself; `make help` lists the targets.
# Settings (PORT, DATA_DIR, REDIS_URL, …) are taken from the environment: PORT=9000 make run

PYTHON ?= python3
TEST_PROCESSES ?= auto
FAULTS ?= 300
SEED ?= 20261105
IN_VENV := .venv/bin/python
PIP := $(IN_VENV) -m pip install -qq --disable-pip-version-check
UV := $(IN_VENV) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate $(if $(UPGRADE),--upgrade)

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help run demo test secrets fuzz soak bench lint format openapi openapi-check containers lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

run: .venv/.run ## start everything: store, API, workers, sweep (Ctrl-C stops it)
	@exec $(IN_VENV) -m service

demo: .venv/.run ## play a recorded disputed game through the HTTP API
	@exec $(IN_VENV) -m service.demo

test: .venv/.dev ## run all tests
	@exec $(IN_VENV) -m pytest -n $(TEST_PROCESSES)

secrets: .venv/.dev ## the whole suite of twin games: nobody is told what it cannot know (about 15 min)
	@SECRETS=whole $(IN_VENV) -m pytest -n $(TEST_PROCESSES) tests/http/test_secrets.py

fuzz: .venv/.fuzz ## 100,000 records and moves, then schemathesis over the running service (about 20 min)
	@$(IN_VENV) -m tests.fuzz

soak: .venv/.dev ## kill, stop and restart everything 300 times while games are played (FAULTS=, SEED=)
	@exec $(IN_VENV) -m tests.system.soak --faults $(FAULTS) --seed $(SEED)

bench: .venv/.dev ## measure the service against a bare route
	@exec $(IN_VENV) -m bench

lint: .venv/.dev ## ruff and mypy
	@$(IN_VENV) -m ruff check --quiet .
	@$(IN_VENV) -m ruff format --check --quiet .
	@$(IN_VENV) -m mypy

format: .venv/.dev ## let ruff format and sort
	@$(IN_VENV) -m ruff check --quiet --fix .
	@$(IN_VENV) -m ruff format --quiet .

openapi: .venv/.run ## write openapi.yaml from the code
	@$(IN_VENV) -m service openapi

openapi-check: .venv/.dev ## openapi.yaml is valid and says what the code says
	@$(IN_VENV) -m service openapi --check
	@.venv/bin/openapi-spec-validator openapi.yaml

containers: .venv/.dev ## check the Dockerfile and docker-compose.yml (no engine needed)
	@.venv/bin/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	@.venv/bin/hadolint Dockerfile

lock: .venv/.run ## remake the lock files from pyproject.toml (UPGRADE=1: newest versions)
	@$(PIP) uv
	@$(UV) --output-file requirements.lock
	@$(UV) --group dev --constraint requirements.lock --output-file requirements-dev.lock
	@$(UV) --group fuzz --constraint requirements-dev.lock --output-file requirements-fuzz.lock

clean: ## remove .venv and caches; the games in var/ stay
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.run: requirements.lock | .venv/.made
	@echo "Installing (once, about 20 s) …"
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

.venv/.fuzz: requirements-fuzz.lock | .venv/.made
	@echo "Installing (once, about 30 s) …"
	@$(PIP) --require-hashes -r requirements-fuzz.lock
	@touch $@ .venv/.dev .venv/.run

.venv/.dev: requirements-dev.lock | .venv/.made
	@echo "Installing (once, about 30 s) …"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@ .venv/.run

# Debian's python3 comes without ensurepip: root gets it quietly, others are told.
.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed; PYTHON=/path/to/python make … names one." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		export DEBIAN_FRONTEND=noninteractive && \
		{ apt-get -qq install -y python3-venv || { apt-get -qq update && apt-get -qq install -y python3-venv; }; } \
		>/dev/null 2>&1; } || \
		{ echo "Python's venv module is incomplete: run 'apt-get install python3-venv' as root, then this again." >&2; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@
