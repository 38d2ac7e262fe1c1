# Everything sets itself up: a virtual environment in .venv, rebuilt when pyproject.toml changes.
PY ?= python3
V := .venv
# Without stored bytecode every worker of the suite would rewrite and compile all tests again.
unexport PYTHONDONTWRITEBYTECODE
BIN := $(V)/bin
JOBS ?= $(if $(FAST),2,4)
SUITE := -n $(JOBS) --dist worksteal $(if $(FAST),-m 'not slow and not timing')

.PHONY: play test check lint timing coverage steady long bench attack arena chaos chaos-servers soak replay-check setup clean help
help:
	@echo "make play    play now, against bots"
	@echo "make test    the whole test suite; with FAST=1 all but the slow tests; JOBS=N runs N at once"
	@echo "make check   linters, types, then the tests"
	@echo "make coverage  the test suite, and which lines and branches it does not reach"
	@echo "make steady  the test suite N=10 times in a row, a line each"
	@echo "make long    the tests of random play, with TIMES=20 times as many examples, new ones each time"
	@echo "make timing  the tests that have a limit of time, on a quiet machine"
	@echo "make bench   measure speed on this machine"
	@echo "make attack  flood a server in every way, beside players: does anybody notice? WITH='--only pong,ping'"
	@echo "make arena   who beats whom among all bots, on every core, over a night; with QUICK=1 in five minutes"
	@echo "make chaos   kill the server N=200 times under players, and compare"
	@echo "make chaos-servers  kill, freeze, stop and cut off servers on one PostgreSQL N=100 times under players, and compare"
	@echo "make soak    a hundred tables for MIN=30 minutes: does anything grow?"
	@echo "make replay-check   replay every game of DB=FILE (this host's own, if left out) in two processes"

$(V)/.ok: pyproject.toml
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "QG needs Python 3.11 or newer; $(PY) is older. Try: make PY=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@$(PY) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "setting up $(V), once; this takes about half a minute"
	@$(PY) -m venv $(V)
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[lan,tls]"
	@touch $@

$(V)/.dev: $(V)/.ok
	@echo "adding the tools for tests, once"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[dev,lan,tls]"
	@touch $@

setup: $(V)/.dev

play: $(V)/.ok
	@$(BIN)/qg solo

test: setup
	@$(BIN)/python -m pytest $(SUITE)

coverage: setup
	@$(BIN)/python -m pytest $(SUITE) --cov --cov-branch --cov-report=
	@$(BIN)/python -m tests.kit.covered

steady: setup
	@$(BIN)/python -m tests.kit.steady $(or $(N),10) $(SUITE)

long: setup
	@QG_LONG=$(or $(TIMES),20) $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m long --timeout 7200

timing: setup
	@$(BIN)/python -m pytest -m timing

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

check: lint test

bench: setup
	@$(BIN)/python -m bench

attack: setup
	@$(BIN)/python -m bench.attack $(WITH)

arena: setup
	@$(BIN)/python -m bench.arena $(if $(QUICK),--quick) $(WITH)

chaos: setup
	@$(BIN)/python -m tests.kit.chaos $(or $(N),200)

chaos-servers: setup
	@$(BIN)/python -m tests.kit.fleet $(or $(N),100)

soak: setup
	@$(BIN)/python -m tests.kit.soak $(or $(MIN),30)

replay-check: setup
	@$(BIN)/python -m tests.kit.replay $(DB)

clean:
	rm -rf $(V) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
