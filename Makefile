# Two commands matter: `make play` and `make test`. Both set the project up first, and only when something changed.
# Needs git, make and Python 3.11 or later. Another interpreter: make setup PYTHON=/path/to/python3.12

VENV  := .venv
BIN   := $(VENV)/bin
LOCK  := requirements/dev.txt
STAMP := $(VENV)/.installed
PIP   := $(BIN)/python -m pip --disable-pip-version-check --no-input

# The first interpreter that is new enough, by running it (a name on PATH may be a shim to nothing).
ifndef PYTHON
PYTHON := $(shell for name in python3.13 python3.12 python3.11 python3; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$name" && break; done)
endif

.DEFAULT_GOAL := help
.PHONY: help setup web play dist test check bench soak fuzz mutants lock clean

help:
	@echo "make play    set up, then play in the browser"
	@echo "make web     build the client, when it changed"
	@echo "make test    set up, check, then run every test"
	@echo "make check   lint, format and types only"
	@echo "make bench   run the benchmarks; JSON lines on standard output"
	@echo "make soak    run the long checks whole, into build/soak; CHECKS=\"games fuzz\" JOBS=2 GAMES=1000 ... to choose"
	@echo "make fuzz    hostile input for a minute each kind, into build/fuzz.json; TARGETS=\"records answers\" SECONDS=600 SEED=7"
	@echo "make mutants change the rules in 300 places, one by one, and see whether their tests notice; RULESET=warcaster NUMBER=300 SEED=1"
	@echo "make dist    build a wheel with the client inside, into dist"
	@echo "make lock    pin the dependencies of requirements/dev.in again (needs uv)"
	@echo "make clean   remove the environment and every cache"

# The client, into src/sandtable/server/static; nothing happens when nothing changed.
web: $(STAMP)
	@$(BIN)/python web/build.py

# Says something only when there is something to compile.
setup: $(STAMP)
	@$(BIN)/sandtable prepare >/dev/null

play: setup web
	@$(BIN)/sandtable play

test: check web
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m pytest -n auto --dist worksteal

check: setup
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { \
		echo "These files are not formatted ($(BIN)/ruff format does it):" >&2; $(BIN)/ruff format --check >&2; exit 1; }
	@$(BIN)/mypy src tests benchmarks $(if $(wildcard examples/*.py examples/*/*.py),examples)

bench: setup
	@for file in $(filter-out benchmarks/balance.py benchmarks/compare.py benchmarks/soak.py benchmarks/strength.py benchmarks/teach.py,$(wildcard benchmarks/*.py)); do \
		echo "$$file" >&2; $(BIN)/python "$$file" || exit 1; done

# The sizes have defaults in benchmarks/soak.py; a run broken off goes on with the names that are missing.
soak: setup
	@$(BIN)/python benchmarks/soak.py $(CHECKS) --out $(or $(OUT),build/soak) $(if $(GAMES),--games $(GAMES)) \
		$(if $(FUZZ),--fuzz $(FUZZ)) $(if $(STRENGTH),--strength $(STRENGTH)) $(if $(VETERAN),--veteran $(VETERAN)) \
		$(if $(RARE),--rare $(RARE)) $(if $(BALANCE),--balance $(BALANCE)) $(if $(CRASHES),--crashes $(CRASHES)) \
		$(if $(SEEDS),--seeds $(SEEDS)) $(if $(MUTANTS),--mutants $(MUTANTS)) $(if $(SEED),--seed $(SEED)) $(if $(JOBS),--jobs $(JOBS))

# A seeded slice of this is part of make test.
fuzz: setup
	@$(BIN)/python -m tests.fuzz $(TARGETS) --seconds $(or $(SECONDS),60) --seed $(or $(SEED),0) \
		--out $(or $(OUT),build/fuzz.json)

# A slice of this is part of make test; make soak runs it too. Survivors are explained in tests/mutants/explained.
mutants: setup
	@$(BIN)/python -m tests.mutants $(or $(RULESET),warcaster) --number $(or $(NUMBER),300) --seed $(or $(SEED),1) \
		--jobs $(or $(JOBS),2) --out $(or $(OUT),build/mutants.json)

dist: setup web
	@$(BIN)/hatchling build -t wheel -d dist

# Keeps what is pinned where it can; everything anew: make lock LOCKFLAGS=--upgrade
lock:
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --strip-extras $(LOCKFLAGS) \
		--custom-compile-command "make lock" requirements/dev.in --output-file $(LOCK)
	@echo "Wrote $(LOCK); now: make test"

clean:
	@rm -rf web/node_modules src/sandtable/server/static $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is written last, so an interrupted set-up runs again.
$(STAMP): $(LOCK) pyproject.toml examples/rulesets/pyproject.toml | $(BIN)/python
	@echo "Installing the pinned dependencies into $(VENV) (a minute the first time) ..."
	@$(PIP) install -qq --require-hashes -r $(LOCK)
	@$(PIP) install -qq --no-deps --no-build-isolation --editable . --editable examples/rulesets
	@touch $@
	@echo "Ready."

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
		echo "Sandtable needs Python 3.11 or later, and none was found on PATH." >&2; \
		echo "Install one, or name it: make setup PYTHON=/path/to/python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is not Python 3.11 or later." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make a virtual environment: its venv or ensurepip part is missing." >&2; \
		echo "Debian, Ubuntu: sudo apt install $$("$(PYTHON)" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" >&2; \
		echo "or name another interpreter: make setup PYTHON=/path/to/python3.12" >&2; exit 1; }
	@echo "Creating $(VENV) with $$("$(PYTHON)" --version) ..."
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
