#!/usr/bin/env python3
"""Fails when the manifest gives clients more than the library, or takes SwiftSyntax from another
toolchain than that of the first `swiftc` on PATH.

    check_manifest.py PACKAGE_DIRECTORY
"""
import json, os, pathlib, shutil, subprocess, sys, tempfile

swift = shutil.which("swift")


def manifest(folders, scratch):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OPENSWIFTDATA_")}
    environment["PATH"] = os.pathsep.join([*map(str, folders), environment["PATH"]])
    command = [swift, "package", "--manifest-cache", "none", "--scratch-path", str(scratch), "dump-package"]
    return json.loads(subprocess.check_output(command, cwd=sys.argv[1], env=environment))


def toolchain(folder, has_modules):
    """The folder of programs of a toolchain that has a compiler, and perhaps SwiftSyntax."""
    compiler = folder / "usr/bin/swiftc"
    compiler.parent.mkdir(parents=True)
    compiler.write_text("#!/bin/sh\nexit 1\n")
    compiler.chmod(0o755)
    if has_modules:
        host = folder / "usr/lib/swift/host"
        host.mkdir(parents=True)
        (host / "SwiftCompilerPluginMessageHandling.swiftmodule").touch()
    return compiler.parent


failures = []
with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name).resolve()
    without, having = toolchain(work / "without", False), toolchain(work / "with", True)
    scratch = work / "scratch"
    own = json.dumps(manifest([having, without], scratch))
    if str(having.parent / "lib/swift/host") not in own.replace("\\/", "/"):
        failures.append("the modules of the first swiftc on PATH are not used")
    other = manifest([without, having], scratch)
    if str(work) in json.dumps(other):
        failures.append("modules are used of a swiftc that is not the first on PATH")
    if not any("swift-syntax" in json.dumps(dependency) for dependency in other["dependencies"]):
        failures.append("the swift-syntax package is not used where the toolchain has no modules")

products = sorted(product["name"] for product in other["products"])
if products != ["AppleShims", "DataSync", "FirestoreSync", "OpenSwiftData", "PostgresData", "SwiftData", "SyncEncryption", "swiftdata"]:
    failures.append(f"the products are {', '.join(products)}")
for failure in failures:
    print(f"Package.swift: error: {failure}")
sys.exit(bool(failures))
