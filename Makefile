# Whether libpq is there: the manifest looks for itself, and SwiftPM asks it again where the environment has changed.
export OPENSWIFTDATA_LIBPQ = $(shell pkg-config --exists libpq 2>/dev/null && echo yes || echo none)

.PHONY: bootstrap kinto postgres microhttpd build install demo demo-sync test test-client test-release test-long test-asan test-tsan test-mutations torture simulate fuzz \
  check check-sources lint format bench bench-postgres bench-sync

# The modules beside SwiftData whose public symbols are listed.
LISTED_TARGETS = DataSync KintoSync CloudKitSync FirestoreSync PostgresData SyncEncryption AppleShims

# Installs what building needs and says nothing where nothing is missing.
bootstrap:
	@Scripts/bootstrap

# Installs the server that the tests sync with into .build.
kinto: bootstrap
	@Scripts/install_kinto

# Installs what the driver of PostgreSQL is built and tested with, which programs that use the library do without.
postgres: bootstrap
	@Scripts/install_postgres headers server pooler

# Installs what the example of a service is built with.
microhttpd: bootstrap
	@Scripts/install_microhttpd

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

# Imports a browser's bookmarks into a fresh store and works with them.
demo: bootstrap
	@Scripts/demo

# Has two stores that were changed offline sync by way of a Kinto, which is started for it.
demo-sync: bootstrap
	@Scripts/demo_sync

# All checks and tests, but for those in builds of their own, which `.ci/run` has as well. Everything is built at once,
# what `check` looks at too: each build by itself would begin with a plan and end with one program to link, while a
# processor has nothing to do.
test: bootstrap kinto postgres microhttpd check-sources
	swift build --build-tests $(BUILD_OPTIONS)
	Scripts/api.py --check
	Scripts/run_tests $(BUILD_OPTIONS)

# Whether a package that depends on this one builds and runs, optimized too.
test-client: bootstrap
	@Scripts/check_client.sh

# The tests of the library in an optimized build, which is what users run.
test-release: bootstrap kinto postgres
	@Scripts/test_release

# The same with all random cases and all programs killed, of which the others try a tenth or less, from
# a seed that is made up for the run and printed.
test-long: bootstrap kinto postgres
	@OPENSWIFTDATA_SHARE=$${OPENSWIFTDATA_SHARE:-100} OPENSWIFTDATA_SEED=$${OPENSWIFTDATA_SEED:-random} \
	  Scripts/test_release

# The tests of the library under a sanitizer, each in a build of its own.
test-asan: bootstrap kinto postgres
	@Scripts/sanitize address

test-tsan: bootstrap kinto postgres
	@Scripts/sanitize thread

# Random graphs on several threads in an optimized build, compared with plain values, for ten minutes.
torture: bootstrap
	@Scripts/torture

# Random inputs for everything that reads what others have written, each for FUZZ_SECONDS; FUZZER runs one alone, and
# INPUT is a file that it reads once.
fuzz: bootstrap
	@Scripts/install_postgres headers
	@FUZZ_SECONDS='$(or $(FUZZ_SECONDS),60)' FUZZER='$(FUZZER)' INPUT='$(INPUT)' Scripts/fuzz

# A million schedules of devices that sync at random, or as many as OPENSWIFTDATA_SIMULATIONS says.
simulate: bootstrap
	@Scripts/simulate

# Whether random schedules and programs tell when the sync or the order of members is broken on purpose.
test-mutations: bootstrap
	@Scripts/mutate

# The checks of the sources, and of the public symbols, for which their modules are built.
check: check-sources
	@Scripts/install_postgres headers
	for target in SwiftData $(LISTED_TARGETS); do swift build --target $$target || exit 1; done
	Scripts/api.py --check

check-sources: lint
	Scripts/check_manifest.py --test
	Scripts/check_manifest.py .
	Scripts/check_imports.py .
	Scripts/check_layers.py --test
	Scripts/check_layers.py .
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

# The table, how costs grow, and both as JSON; BENCH holds further options, such as --full.
bench: bootstrap
	swift run --package-path Benchmarks -c release benchmarks --all \
	  --json Benchmarks/.build/results.json --markdown Benchmarks/.build/results.md $(BENCH)

# Swift's libraries are part of the program, as servers are linked, where the toolchain has that.
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

# The same rows on a PostgreSQL that is started for it, beside libpq by hand, SQLAlchemy and asyncpg; BENCH holds
# further options.
bench-postgres: bootstrap
	@Scripts/install_postgres headers server
	@Scripts/install_postgres_peers
	@mkdir -p Benchmarks/.build
	OPENSWIFTDATA_LIBPQ=yes swift build --package-path Benchmarks --scratch-path .build/bench-static -c release \
	  $(STATIC) --product postgresbenchmarks
	.build/bench-static/release/postgresbenchmarks \
	  --python .build/postgres-peers/bin/python \
	  --json Benchmarks/.build/postgres-results.json --markdown Benchmarks/.build/postgres-results.md $(BENCH)

# Syncs with a Kinto, beside the same requests of Kinto's own client; BENCH holds numbers of rows.
bench-sync: bootstrap kinto
	@Scripts/install_kinto_http
	swift build --package-path Benchmarks -c release --product syncbenchmarks
	.build/kinto-http/bin/python Benchmarks/sync.py $(BENCH)
