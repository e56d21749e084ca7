# Whether pkg-config finds libpq. The manifest checks this too, but SwiftPM caches its result until an environment
# variable changes.
export OPENSWIFTDATA_LIBPQ = $(shell pkg-config --exists libpq 2>/dev/null && echo yes || echo none)

.PHONY: bootstrap kinto postgres orms microhttpd browser build install demo demo-sync examples test test-all test-more test-web test-client test-release test-long test-asan test-tsan test-mutations torture simulate fuzz \
  check check-sources check-package check-files lint format bench bench-postgres bench-sync

# Modules other than SwiftData whose public symbols are listed in API.
LISTED_TARGETS = DataSync KintoSync CloudKitSync FirestoreSync PostgresData SyncEncryption AppleShims CommandLineTool WebServer

# Installs the headers and tools for building. Prints nothing if nothing is missing.
bootstrap:
	@Scripts/bootstrap

# Installs Kinto, which the tests sync with, into .build.
kinto: bootstrap
	@Scripts/install_kinto

# Installs libpq, PostgreSQL and pgbouncer, which the PostgreSQL driver is built and tested with. Programs that use only
# SQLite files do not need them.
postgres: bootstrap
	@Scripts/install_postgres headers server pooler

# Installs Django and SQLAlchemy, which tests compare PostgreSQL stores with, into .build.
orms: bootstrap
	@Scripts/install_orms

# Installs libmicrohttpd, which serves pages.
microhttpd: bootstrap
	@Scripts/install_microhttpd

# Installs Chromium and axe, which tests of pages need.
browser: bootstrap
	-@Scripts/install_browser

build: bootstrap
	@Scripts/install_postgres headers
	swift build

# Installs the tool `swiftdata` with its manual page and completions below PREFIX.
PREFIX ?= /usr/local
install: bootstrap
	swift build -c release --product swiftdata
	@set -e; program="$$(swift build -c release --show-bin-path)/swiftdata"; root="$(DESTDIR)$(PREFIX)"; \
	  install -d "$$root/bin" "$$root/share/man/man1" "$$root/share/bash-completion/completions" \
	    "$$root/share/zsh/site-functions" "$$root/share/fish/vendor_completions.d"; \
	  install -m 755 "$$program" "$$root/bin/swiftdata"; \
	  "$$program" completion man > "$$root/share/man/man1/swiftdata.1"; \
	  "$$program" completion bash > "$$root/share/bash-completion/completions/swiftdata"; \
	  "$$program" completion zsh > "$$root/share/zsh/site-functions/_swiftdata"; \
	  "$$program" completion fish > "$$root/share/fish/vendor_completions.d/swiftdata.fish"; \
	  echo "Installed $$root/bin/swiftdata."

# Imports a browser's bookmarks into a new store, then sorts and searches them.
demo: bootstrap
	@Scripts/demo

# Starts a Kinto server, and syncs two stores that were changed offline.
demo-sync: bootstrap
	@Scripts/demo_sync

# Builds the programs of Examples/GettingStarted, and compares what they print with the README there. They use the
# debug build of the library if there is one.
examples: bootstrap
	swift build --package-path Examples/GettingStarted --scratch-path .build $(BUILD_OPTIONS)
	@Scripts/check_getting_started.py .build/debug

# Debug builds of tests compile whole modules without debug information, which is fastest from scratch. Set
# BUILD_OPTIONS= to use and update the build of `swift build` instead.
test test-all test-more examples: BUILD_OPTIONS ?= $(shell Scripts/whole_modules) -debug-info-format none

# All checks, and the group `quick` of the tests in a debug build, which takes a few minutes. No server is needed.
# Everything is built at once: each further build would plan and link, which leaves a processor idle. The sources are
# checked meanwhile. `make test-more` checks the public symbols of the modules that only its tests need.
test: export OPENSWIFTDATA_TESTS = quick
test: export OPENSWIFTDATA_EXAMPLES = none
test: bootstrap check-package
	@Scripts/install_postgres headers
	@set -e; $(MAKE) check-files & checks=$$!; \
	  swift build --product OpenSwiftDataPackageTests --disable-xctest $(BUILD_OPTIONS) || { wait; exit 1; }; \
	  wait $$checks
	Scripts/api.py --check OpenSwiftData AppleShims CommandLineTool SyncEncryption WebServer
	Scripts/run_tests $(BUILD_OPTIONS)

# All tests in a debug build.
test-all: bootstrap kinto postgres orms microhttpd
	swift build --build-tests $(BUILD_OPTIONS)
	Scripts/run_tests $(BUILD_OPTIONS)

# The group `more` of the tests in the same debug build, with the tests of the examples. Builds the snippets, too, and
# checks all public symbols.
test-more: export OPENSWIFTDATA_TESTS = more
test-more: bootstrap kinto postgres orms microhttpd
	swift build --build-tests $(BUILD_OPTIONS)
	Scripts/api.py --check
	Scripts/run_tests $(BUILD_OPTIONS)

# The group `web`: the examples' pages in a browser. Without Chromium, which is not everywhere, they are skipped.
test-web: export OPENSWIFTDATA_TESTS = web
test-web: bootstrap postgres microhttpd browser
	swift build --product OpenSwiftDataPackageTests --disable-xctest $(BUILD_OPTIONS)
	swift test --skip-build --disable-xctest --no-parallel $(BUILD_OPTIONS)

# Builds and runs a package that depends on this one by version, in debug and release.
test-client: bootstrap
	@Scripts/check_client.sh

# The tests of the library in an optimized build.
test-release: bootstrap kinto postgres
	@Scripts/test_release

# The same with all random cases and all killed programs, from a new seed, which is printed. The other targets try a
# tenth or less.
test-long: bootstrap kinto postgres
	@OPENSWIFTDATA_SHARE=$${OPENSWIFTDATA_SHARE:-100} OPENSWIFTDATA_SEED=$${OPENSWIFTDATA_SEED:-random} \
	  Scripts/test_release

# The tests of the library under a sanitizer, each in its own build.
test-asan: bootstrap kinto postgres
	@Scripts/sanitize address

test-tsan: bootstrap kinto postgres
	@Scripts/sanitize thread

# Compares random graphs on several threads with plain values for ten minutes, optimized.
torture: bootstrap
	@Scripts/torture

# Runs each fuzzer for FUZZ_SECONDS. FUZZER selects a single fuzzer; INPUT is a file that it reads once instead.
fuzz: bootstrap
	@Scripts/install_postgres headers
	@FUZZ_SECONDS='$(or $(FUZZ_SECONDS),60)' FUZZER='$(FUZZER)' INPUT='$(INPUT)' Scripts/fuzz

# Runs OPENSWIFTDATA_SIMULATIONS random schedules of syncing devices, a million by default.
simulate: bootstrap
	@Scripts/simulate

# Breaks the sync and the order of members on purpose, and checks that random tests fail.
test-mutations: bootstrap
	@Scripts/mutate

# Checks the sources, then builds the modules and checks their public symbols.
check: check-sources
	@Scripts/install_postgres headers
	for target in SwiftData $(LISTED_TARGETS); do swift build --target $$target || exit 1; done
	Scripts/api.py --check

check-sources: check-package check-files

# The checks that ask SwiftPM, which does one thing at a time in a package.
check-package:
	Scripts/check_manifest.py --test
	Scripts/check_manifest.py .
	Scripts/check_imports.py .

check-files: lint
	Scripts/check_layers.py --test
	Scripts/check_layers.py .
	Scripts/check_stack.py --test
	Scripts/check_stack.py .
	Scripts/slowest_tests.py --test
	Scripts/check_test_folders.py --test
	Scripts/check_test_folders.py .
	Scripts/check_readme.py README.md CONTRIBUTING.md Sources/*/*/*.docc/*.md
	Scripts/check_snippets.py README.md Sources/*/*/*.docc/*.md
	Scripts/check_security.py
	Scripts/check_words.py --test
	Scripts/check_words.py .
	Scripts/mutate --check

lint:
	@Scripts/sources | xargs swift format lint --strict --parallel

format:
	@Scripts/sources | xargs swift format format --in-place --parallel

# Measures the table and the growth of costs, as Markdown and JSON. BENCH contains further options, such as --full.
bench: bootstrap
	swift run --package-path Benchmarks -c release benchmarks --all \
	  --json Benchmarks/.build/results.json --markdown Benchmarks/.build/results.md $(BENCH)

# Links Swift's libraries statically on Linux, as servers do.
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

# Starts a PostgreSQL server and measures the same rows on it, next to C on libpq, SQLAlchemy and asyncpg. BENCH
# contains further options.
bench-postgres: bootstrap
	@Scripts/install_postgres headers server
	@Scripts/install_postgres_peers
	@mkdir -p Benchmarks/.build
	OPENSWIFTDATA_LIBPQ=yes swift build --package-path Benchmarks --scratch-path .build/bench-static -c release \
	  $(STATIC) --product postgresbenchmarks
	.build/bench-static/release/postgresbenchmarks \
	  --python .build/postgres-peers/bin/python \
	  --json Benchmarks/.build/postgres-results.json --markdown Benchmarks/.build/postgres-results.md $(BENCH)

# Syncs with a Kinto server, and sends the same requests with Kinto's own client. BENCH contains numbers of rows.
bench-sync: bootstrap kinto
	@Scripts/install_kinto_http
	swift build --package-path Benchmarks -c release --product syncbenchmarks
	.build/kinto-http/bin/python Benchmarks/sync.py $(BENCH)
