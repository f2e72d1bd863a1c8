# Everything a checkout needs. Two commands matter: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help demo test check lint types imports unit lock bench wheel clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.run ## open the dashboard on the sample traces
	$(BIN)/misheard demo

test: $(VENV)/.dev ## every check that CI runs
	@$(MAKE) --no-print-directory check

check: lint types imports unit

lint: $(VENV)/.dev ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## mypy, strict
	$(BIN)/mypy

imports: $(VENV)/.dev ## the import contracts
	$(BIN)/lint-imports --no-cache

unit: $(VENV)/.dev ## pytest, warnings as errors
	$(BIN)/pytest -n auto --dist loadfile

bench: $(VENV)/.dev ## the benchmarks, as ratios
	for file in benchmarks/[a-z]*.py; do $(BIN)/python $$file || exit 1; done

lock: ## renew the lock files (needs uv)
	uv pip compile pyproject.toml --extra build $(LOCKING) -o requirements.lock
	uv pip compile pyproject.toml --extra build --extra dev -c requirements.lock $(LOCKING) -o requirements-dev.lock
LOCKING := --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet

wheel: $(VENV)/.dev ## build dist/*.whl
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation -w dist .

clean: ## remove the environment and what was built
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Misheard needs Python 3.11 or newer; name one with: make PYTHON=python3.12 demo"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements-dev.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.run
