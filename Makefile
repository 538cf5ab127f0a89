# `make check` is everything that CI does. The tools come from the environment in VENV, which `make venv` makes.
VENV ?= .venv
BIN := $(VENV)/bin/

.PHONY: check format lint types layers test docs bench venv

check: format lint types layers docs test

venv:
	python3 -m venv $(VENV)
	$(BIN)pip install --quiet --editable '.[dev]'

format:
	$(BIN)ruff format --check .

lint:
	$(BIN)ruff check .

types:
	$(BIN)mypy

layers:
	$(BIN)lint-imports
	$(BIN)python -m tools.own_architecture

docs:
	$(BIN)python -m tools.reference --check
	$(BIN)python -m tools.code_digest --check

test:
	$(BIN)pytest

bench:
	$(BIN)python -m bench
