# Everything from nothing but Python 3.11+, Node 20+ and make. Setting up happens once; later it is a no-op.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PORT ?= 8000
ENGINES := build/engines

.PHONY: serve build test engines lint bench clean

serve: $(VENV)/ready node_modules/ready  ## the site on this machine, built again on every change
	$(RUN) -m durable_lab_site serve --port $(PORT)

build: $(VENV)/ready node_modules/ready  ## the whole site into site/
	$(RUN) -m durable_lab_site build

# As many at a time as there are cores, a file on one of them: what its tests share is made once.
PYTEST := $(RUN) -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile

test: $(VENV)/ready node_modules/ready browser  ## every test, the ones in the browser too
	$(PYTEST) -m measured --cov --cov-report=term
	$(PYTEST) -m "not measured"

# An engine that races on a busy machine is asked again; a difference that stays is one.
engines: $(VENV)/ready $(ENGINES)/ready  ## the recordings against the real engines, which it installs
	ENGINES=live $(RUN) -m pytest tests/engines --reruns 2

lint: $(VENV)/ready node_modules/ready  ## style, types, layers
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports
	npx tsc -p docs/assets/jsconfig.json

bench: build browser  ## how fast: the machine, exploring, growth, the start of a page
	$(RUN) -m tests.benchmarks

clean:  ## whatever was made; the next command makes it again
	rm -rf $(VENV) node_modules site build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(VENV)/ready: requirements.lock pyproject.toml
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --require-hashes -r requirements.lock
	$(RUN) -m pip install --quiet --no-deps -e .
	touch $@

$(ENGINES)/ready: engines.lock
	test -x $(ENGINES)/bin/python || $(RUN) -m venv $(ENGINES)
	$(ENGINES)/bin/python -m pip install --quiet --require-hashes -r engines.lock
	touch $@

node_modules/ready: package-lock.json
	npm ci --no-audit --no-fund
	touch $@

# The system's Chromium or Chrome; as root on Debian it is installed, otherwise you are told.
.PHONY: browser
browser:
	@command -v chromium chromium-browser google-chrome google-chrome-stable >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update && apt-get install -y chromium; } || \
	  { echo "The tests need Chromium or Google Chrome on the path, for instance: apt-get install chromium"; exit 1; }
