# Tidings: `make run` opens the window, `make test` passes the tests; both set up what they need.
# ARGS is passed on: make run ARGS="--profile ~/second", make test ARGS="tests/unit -x".

PYTHON ?= python3
BIN := .venv/bin
MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := help
.PHONY: help run test release-test check format lock schemas bench simulate fuzz screenshots translations package clean \
	setup-run setup-test setup-package

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

run: setup-run ## set up what is missing and open the window
	@$(BIN)/tidings $(ARGS)

# Three test processes, as each waits now and then; a file of tests is run by one of them, the short ones last. If a process dies the run
# ends, as nobody takes over its file. ARGS="-n 0 tests/unit -x" for one alone.
test: check ## set up what is missing, check, and run all tests
	@QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --max-worker-restart=0 $(ARGS)

# What is too long for every change: each piece within 75 minutes on two cores. PIECE=kills for one alone.
release-test: setup-test ## what a release must pass besides, piece by piece (docs/packaging.md)
	@QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(BIN)/python -m tests.release $(PIECE)

check: setup-test ## format, lint, types, import contracts, generated code
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@PYTHONPATH=. $(BIN)/lint-imports --no-logo
	@$(BIN)/python packaging/schemas.py check

format: setup-test ## put the code into the house's format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

# Universal: one file for every system, from Python 3.11 on. run.txt takes its versions from test.txt.
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --group build \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: setup-test ## resolve the dependencies anew (UPGRADE=1: to their newest versions)
	@$(LOCK) $(if $(UPGRADE),--upgrade) --all-extras --output-file packaging/locks/test.txt
	@$(LOCK) --constraints packaging/locks/test.txt --output-file packaging/locks/run.txt
	@$(LOCK) --group package --constraints packaging/locks/test.txt --output-file packaging/locks/package.txt

schemas: setup-test ## generate the protobuf code from engine/schemas/*.proto
	@$(BIN)/python packaging/schemas.py write

bench: setup-test ## measure; prints JSON lines
	@PYTHONPATH=packaging QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(BIN)/python -m tests.benchmarks $(ARGS)

simulate: setup-test ## simulated worlds: SEED=liars-7 HOURS=2 for one, HOURS=5000 for batches
	@$(BIN)/python -m tests.simulation --seed "$(SEED)" --hours $(or $(HOURS),0) $(ARGS)

fuzz: setup-test ## look for inputs, and talks, that are not borne: MINUTES=10 ARGS="peerlinks --seed 7"
	@$(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),2) $(ARGS)
	@$(if $(ARGS),:,$(BIN)/python -m tests.fuzz.talks --minutes $(or $(MINUTES),2))

screenshots: setup-test ## draw the README's pictures from the real window
	@QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(BIN)/python -m tests.screenshots $(ARGS)

translations: setup-test ## gather all texts of the window, and make its catalogues
	@$(BIN)/python packaging/translations.py write

package: setup-package ## the wheel, the bundle and the Debian package, into dist (ARGS="wheel" for one alone)
	@build/package/environment/bin/python packaging/package.py $(ARGS)

clean: ## remove what was built, cached and installed here
	@rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache .coverage .coverage.* htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run:
	@$(PYTHON) packaging/bootstrap.py run

setup-package:
	@$(PYTHON) packaging/bootstrap.py package

setup-test:
	@$(PYTHON) packaging/bootstrap.py test
