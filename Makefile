# One command sets up and trains, one sets up and checks everything:
#   make train    a first look at learning CollectMineralsAndGas (a few minutes on 2 cores)
#   make test     lint, types and tests

VENV ?= .venv
PYTHON ?= python3.13
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
JOBS ?= 2
STEPS ?= 20000

.PHONY: train test lint types format clean

train: $(INSTALLED)
	$(BIN)/python -m a3c_tf.run --env sc2_collect --steps $(STEPS)

test: lint types $(INSTALLED)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests

lint: $(INSTALLED)
	$(BIN)/ruff check a3c_tf agents examples tests
	$(BIN)/ruff format --check a3c_tf agents examples tests

types: $(INSTALLED)
	$(BIN)/mypy

format: $(INSTALLED)
	$(BIN)/ruff format a3c_tf agents examples tests
	$(BIN)/ruff check --fix a3c_tf agents examples tests

$(INSTALLED): setup.cfg setup.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info
