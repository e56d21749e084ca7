.PHONY: bootstrap build demo test test-asan check lint format bench

# Installs what building needs and says nothing where nothing is missing.
bootstrap:
	@Scripts/bootstrap

build: bootstrap
	swift build

# Imports a browser's bookmarks into a fresh store and works with them.
demo: bootstrap
	@Scripts/demo

# Everything that must hold before a change lands.
test: bootstrap check
	swift build
	swift test
	Scripts/check_client.sh

# The tests of the library under a sanitizer, in a build of their own.
test-asan: bootstrap
	ASAN_OPTIONS=detect_leaks=0 PREDICATE_COUNT=2000 swift test --sanitize=address \
	  --scratch-path .build/asan --filter 'OpenSwiftDataTests|PredicateTests|CodableStorageTests'

# The checks that need no build.
check: lint
	Scripts/check_imports.py .
	Scripts/check_readme.py README.md CONTRIBUTING.md Sources/*/*.docc/*.md
	Scripts/check_snippets.py README.md Sources/*/*.docc/*.md

lint:
	@Scripts/sources | xargs swift format lint --strict --parallel

format:
	@Scripts/sources | xargs swift format format --in-place --parallel

bench: bootstrap
	swift run --package-path Benchmarks -c release
