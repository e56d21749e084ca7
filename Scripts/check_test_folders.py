#!/usr/bin/env python3
"""Fails if a folder of tests has no folder of sources with the same name.

    check_test_folders.py PACKAGE_DIRECTORY
    check_test_folders.py --test             checks that each kind of violation is found

Tests of `Sources/Group/Module/Folder` are in `Tests/ModuleTests/Folder`, whichever target they belong to.
"""
import pathlib, sys, tempfile

# Tests of the library as a whole, and folders without tests.
WHOLE = {
    "CostTests",
    "Fixtures",
    "GraphModelTests",
    "MainActorTests",
    "SemanticsTests",
    "SourceCompatibilityTests",
    "StoreConformanceTests",
    "StoreVectors",
    "Support",
    "SyncProviderTests",
}
# Folders of models, oracles and tools, allowed at any level.
ANYWHERE = {"Support"}
# Files that tests read, and tests that concern several folders of sources.
ALONE = {
    "ArchivedModelTests/Archives",
    "MacroImplementationTests/Expansions",
    "MacroImplementationTests/MustCompile",
    "MacroImplementationTests/MustNotCompile",
    "OpenSwiftDataTests/Predicates/Graph",
}


def violations(package):
    package = pathlib.Path(package)
    tests = package / "Tests"
    seen = set()
    for root in sorted(path for path in tests.iterdir() if path.is_dir()):
        if root.name in WHOLE:
            seen.add(root.name)
            continue
        name = root.name.removesuffix("Tests")
        module = next((package / "Sources").glob(f"*/{name}"), package / "Sources" / "missing")
        if not root.name.endswith("Tests") or not module.is_dir():
            yield root, "there is no module with this name without “Tests”"
            continue
        for folder in sorted(path for path in root.rglob("*") if path.is_dir()):
            name = str(folder.relative_to(tests))
            if name in ALONE:
                seen.add(name)
            elif folder.name not in ANYWHERE and not (module / folder.relative_to(root)).is_dir():
                yield folder, f"{module.relative_to(package)} has no such folder"
    for name in sorted((WHOLE | ALONE) - seen):
        yield tests / name, "it does not exist. Remove it from the list"


def check(package):
    found = list(violations(package))
    for path, what in found:
        print(f"{path}: error: {what}")
    return 1 if found else 0


def test():
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder)
        for name in ["Sources/Stores/Depot/Shelves", "Tests/DepotTests/Shelves/Support"]:
            (package / name).mkdir(parents=True)
        for name in WHOLE | ALONE:
            (package / "Tests" / name).mkdir(parents=True, exist_ok=True)
            module = package / "Sources" / "Stores" / pathlib.Path(name).parts[0].removesuffix("Tests")
            (module / "Predicates").mkdir(parents=True, exist_ok=True)
        if found := list(violations(package)):
            sys.exit(f"check_test_folders: found {found} in a correct package")
        (package / "Tests/CostTests").rmdir()
        for name in ["DepotTests/Boxes", "StrangerTests", "Depot"]:
            (package / "Tests" / name).mkdir()
        found = {str(path.relative_to(package / "Tests")) for path, _ in violations(package)}
        if found != {"DepotTests/Boxes", "StrangerTests", "Depot", "CostTests"}:
            sys.exit(f"check_test_folders: found {sorted(found)}")


if sys.argv[1:] == ["--test"]:
    test()
else:
    sys.exit(check(sys.argv[1]))
