#!/usr/bin/env bash
# Checks that a package that depends on this one by version builds and runs, cannot build the examples, and does not
# need libpq, which is hidden from it. The package is Examples/GettingStarted; its programs must print what its README
# states. On Linux, Swift's libraries are linked statically, as in servers; tests cannot be linked that way.
#
# The working tree is committed and tagged in a separate repository under .build. The repository is kept, so the next
# run compiles only what has changed. Each run gets a new version, because a published version must not change.
set -eu
cd "$(dirname "$0")/.."

work=$PWD/.build/client
library=$work/OpenSwiftData
client=$work/Client
mkdir -p "$library" "$client"

commit_working_tree() {
  [ -d "$library/.git" ] || git init -q "$library"
  (cd "$library" && git ls-files -z | xargs -0 -r rm -f)
  git ls-files -z --cached --others --exclude-standard \
    | while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done \
    | tar --null -T - -cf - | tar -xf - -C "$library"
  git -C "$library" add -A
  git -C "$library" -c user.name=client -c user.email=client@localhost \
    commit -q --allow-empty -m 'Working tree'
  git -C "$library" tag "0.1.$(git -C "$library" tag | wc -l | tr -d ' ')"
}

# The client is the package Examples/GettingStarted, which depends on this one by path there.
write_client() {
  rm -rf "$client/Sources"
  cp -R Examples/GettingStarted/Sources "$client/"
  sed "s|\.package(name: \"OpenSwiftData\", path: [^)]*)|.package(url: \"file://$library\", from: \"0.1.0\")|" \
    Examples/GettingStarted/Package.swift >"$client/Package.swift"
  grep -qF "url: \"file://$library\"" "$client/Package.swift" || {
    echo 'check_client: Examples/GettingStarted/Package.swift does not depend on this package by path' >&2
    exit 1
  }
}

# Hides libpq from pkg-config, but nothing else. Without the folders that pkg-config prints, the compiler does not find
# libpq's header and, on most systems, its library.
hide_libpq() {
  rm -rf "$work/hidden"
  mkdir -p "$work/hidden/bin" "$work/hidden/pkgconfig"
  local program folder file
  program=$(command -v pkg-config) || return 0
  "$program" --variable pc_path pkg-config | tr ':' '\n' | while IFS= read -r folder; do
    for file in "$folder"/*.pc; do
      case "$file" in
        */libpq.pc) ;;
        *) [ ! -e "$file" ] || ln -sf "$file" "$work/hidden/pkgconfig/" ;;
      esac
    done
  done
  cat >"$work/hidden/bin/pkg-config" <<SH
#!/bin/sh
export PKG_CONFIG_LIBDIR="$work/hidden/pkgconfig"
unset PKG_CONFIG_PATH
case "\$*" in
  "--variable pc_path pkg-config") echo "$work/hidden/pkgconfig" ;;
  *) exec "$program" "\$@" ;;
esac
SH
  chmod 755 "$work/hidden/bin/pkg-config"
  PATH="$work/hidden/bin:$PATH"
  # The manifest looks for pkg-config's files itself.
  export OPENSWIFTDATA_LIBPQ=none
  unset PKG_CONFIG_PATH
  if pkg-config --exists libpq; then
    echo 'check_client: libpq is not hidden' >&2
    exit 1
  fi
}

commit_working_tree
write_client
hide_libpq
options=(--package-path "$client" --cache-path "$work/cache" --security-path "$work/security")
rm -f "$client/Package.resolved"
swift package "${options[@]}" --quiet update
# Not every toolchain includes static libraries.
tools=$(dirname "$(readlink -f "$(command -v swift)")")
[ ! -d "$tools/../lib/swift_static/linux" ] || options+=(--static-swift-stdlib)

# Builds the client in the given configuration, and runs its programs.
check() {
  # With SwiftPM's default options, even if the tests were built with others.
  swift build "${options[@]}" -c "$1" >"$work/build.log" 2>&1 || {
    cat "$work/build.log" >&2
    exit 1
  }
  # No target that needs libpq is built, and the build does not recommend installing it.
  if grep -i -e libpq -e postgres "$work/build.log" >&2 \
    || find -L "$client/.build/$1/Modules" -name 'Postgres*.swiftmodule' | grep . >&2; then
    echo "check_client: building a client that uses only SQLite files involves libpq ($1)" >&2
    exit 1
  fi
  Scripts/check_getting_started.py "$(swift build "${options[@]}" -c "$1" --show-bin-path)"
}

check debug
check release
# The examples are not products, so a client cannot build them.
if swift build "${options[@]}" --quiet --product readitlater >/dev/null 2>&1; then
  echo 'check_client: the client can build an example' >&2
  exit 1
fi
echo "A client by version builds and runs in debug and release, without libpq, and cannot build the examples."
