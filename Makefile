# Faultline: every everyday job is one word. `make` alone lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-fast test-python test-spark test-pages page test-page wheel bench asan tsan lint check fuzz format package test-package clean

JOBS ?= $(shell nproc)
CTEST := ctest --output-on-failure --no-tests=error -j $(JOBS)

help: ## list these jobs
	@echo "Faultline: finds the subgroups a predictive model fails, with honest p-values."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install what is missing (Debian packages, DuckDB); does nothing when all is there
	@tools/setup.sh

build: setup ## build the optimised programs (build/release/faultline) and the library for C
	@tools/configure.sh release
	@cmake --build --preset release -j $(JOBS) --target faultline faultline-reproduce faultline_c

demo: setup ## run the two-minute tour on embedded data and write demo/report.html
	@tools/configure.sh release
	@cmake --build --preset release -j $(JOBS) --target faultline
	@build/release/faultline demo --output demo

test: setup ## build everything and run all tests
	@tools/peers.sh
	@tools/configure.sh dev
	@cmake --build --preset dev -j $(JOBS)
	@cd build/dev && $(CTEST)
	@tools/python_test.sh build/dev
	@tools/page_test.sh build/dev

test-pages: setup ## the tests of the pages in headless Chromium only
	@tools/configure.sh dev
	@cmake --build --preset dev -j $(JOBS) --target faultline
	@tools/page_test.sh build/dev

page: ## build the page for people without a terminal, build/page/faultline.html
	@tools/setup.sh --page
	@JOBS=$(JOBS) tools/page.sh

test-page: page ## its tests in headless Chromium and Firefox; results are compared with the program's (build/dev, else build/release)
	@tools/setup.sh --browsers
	@tools/test_page.sh

test-python: setup ## the tests of the Python package only
	@tools/configure.sh dev
	@cmake --build --preset dev -j $(JOBS) --target faultline faultline_c
	@tools/python_test.sh build/dev

test-spark: ## the tests of people on a Spark cluster and in warehouses (Spark with two executors, DuckDB, Postgres)
	@tools/setup.sh --spark
	@tools/configure.sh dev
	@cmake --build --preset dev -j $(JOBS) --target faultline faultline_c
	@tools/spark_test.sh build/dev

test-fast: setup ## the quick tests only (under three minutes)
	@tools/configure.sh dev
	@cmake --build --preset dev -j $(JOBS)
	@cd build/dev && $(CTEST) -LE slow

bench: setup ## build and run the benchmarks; prints ratios
	@tools/configure.sh release
	@cmake --build --preset release -j $(JOBS) --target faultline faultline_benches
	@tools/bench.sh

check: ## everything but fuzzing (see make fuzz): lint, test, asan, tsan
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory asan
	@$(MAKE) --no-print-directory tsan

asan: setup ## run the tests under the address and undefined-behaviour sanitizers
	@tools/configure.sh asan
	@cmake --build --preset asan -j $(JOBS)
	@cd build/asan && $(CTEST)

tsan: setup ## run the tests under the thread sanitizer
	@tools/configure.sh tsan
	@cmake --build --preset tsan -j $(JOBS) --target thread_tests
	@cd build/tsan && TSAN_OPTIONS=suppressions=$(CURDIR)/tests/tsan.txt $(CTEST) -L threads

FUZZ_SECONDS ?= 60
fuzz: ## try to break every reader with made-up input, FUZZ_SECONDS (60) each
	@tools/setup.sh --fuzz
	@tools/configure.sh fuzz
	@cmake --build --preset fuzz -j $(JOBS) --target fuzz_targets
	@tools/fuzz.sh $(FUZZ_SECONDS)

lint: ## formatting, layer order and clang-tidy
	@tools/setup.sh --lint
	@tools/lint.sh

format: ## rewrite all sources with clang-format
	@tools/setup.sh --lint
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-19 -i

package: build ## write build/package/faultline-VERSION-linux-x86_64.tar.gz, which runs without the build's packages
	@tools/package.sh

test-package: package ## unpack it into a bare Debian and run it there
	@tools/setup.sh --bare
	@tools/test_package.sh

wheel: build ## write build/wheel/faultline_audit-….whl, which brings all it needs, and try it in a fresh environment
	@JOBS=$(JOBS) tools/python_wheel.sh

clean: ## remove everything that was built
	@rm -rf build demo apps/page/node_modules
