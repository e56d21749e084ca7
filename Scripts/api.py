#!/usr/bin/env python3
"""Lists the library's public symbols, and compares them with the names of Apple's SwiftData.

    api.py                    writes API/*.api from the modules of the last build
    api.py --check [NAME...]  fails if these files, or those named, or API/Apple.txt do not match the modules

`API/Apple.txt` has one line for each overload of each name in Apple's interface. The reason why a name is missing
follows a tab. The file contains no declarations of Apple's.
"""
import collections, difflib, json, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# For each listing, the modules whose symbols a program sees after an import.
LISTINGS = {
    ROOT / "API/OpenSwiftData.api": ["OpenSwiftData", "PredicateSQL", "SwiftDataErrors"],
    ROOT / "API/DataSync.api": ["DataSync", "SyncPort", "SyncHTTP", "KintoSync", "CloudKitSync"],
    ROOT / "API/PostgresData.api": ["PostgresData"],
    ROOT / "API/FirestoreSync.api": ["FirestoreSync"],
    ROOT / "API/SyncEncryption.api": ["SyncEncryption"],
    ROOT / "API/AppleShims.api": ["AppleShims"],
    ROOT / "API/CommandLineTool.api": ["CommandLineTool"],
    ROOT / "API/WebServer.api": ["WebServer"],
}
APPLE = ROOT / "API/Apple.txt"

# Symbol graphs do not contain derived members. Such a member exists if the type conforms to the protocol.
DERIVED = {
    "==(_:_:)": "Equatable", "hash(into:)": "Hashable", "hashValue": "Hashable",
    "encode(to:)": "Encodable", "init(from:)": "Decodable",
    "rawValue": "RawRepresentable", "RawValue": "RawRepresentable", "init(rawValue:)": "RawRepresentable",
    "stringValue": "CodingKey", "intValue": "CodingKey", "ID": "Identifiable",
}
IMPLIED = {
    "Hashable": ["Equatable"], "Comparable": ["Equatable"], "Codable": ["Encodable", "Decodable"],
    "CodingKey": ["Equatable", "Hashable"],
}


class Interface:
    """The public symbols of some modules."""

    def __init__(self, modules):
        self.declarations = collections.defaultdict(set)
        self.counts = collections.Counter()
        self.conformances = collections.defaultdict(set)
        self.kinds = {}
        with tempfile.TemporaryDirectory() as folder:
            for module in modules:
                extract(module, folder)
            for path in sorted(pathlib.Path(folder).glob("*.symbols.json")):
                self.read(json.loads(path.read_text()))

    def read(self, graph):
        names = {}
        for symbol in graph["symbols"]:
            name = ".".join(symbol["pathComponents"])
            names[symbol["identifier"]["precise"]] = name
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            self.counts[name] += 1
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            self.declarations[name].add(re.sub(r"\s+", " ", text))
            self.kinds[name] = symbol["kind"]["identifier"]
        for relation in graph["relationships"]:
            if relation["kind"] != "conformsTo" or relation["source"] not in names:
                continue
            target = names.get(relation["target"]) or relation.get("targetFallback", "")
            protocol = target.split(".")[-1]
            self.conformances[names[relation["source"]]].update([protocol] + IMPLIED.get(protocol, []))

    def listing(self):
        """One line for each symbol, members below their types."""
        lines = []
        for name in sorted(self.declarations):
            is_type = self.kinds[name].split(".")[-1] in TYPES
            for text in sorted(self.declarations[name]):
                if is_type and "." not in name:
                    others = sorted(self.conformances[name] - {"Copyable", "Escapable"})
                    lines.append("")
                    text += f"  // {', '.join(others)}" if others else ""
                lines.append(f"{name}\t{text}")
        return "\n".join(lines).lstrip("\n") + "\n"

    def count(self, name):
        """The number of declarations of a name, including a derived one."""
        if self.counts[name]:
            return self.counts[name]
        owner, _, member = name.rpartition(".")
        return int(DERIVED.get(member) in self.conformances[owner])


TYPES = {"class", "struct", "enum", "protocol", "macro"}


def extract(module, folder):
    build = ROOT / ".build/debug"
    maps = [build / "CRowCells.build/module.modulemap", build / "CThreadState.build/module.modulemap",
            *(ROOT / "Sources" / "Databases" / name / "module.modulemap" for name in ["CCrypto", "CCurl", "CPostgres", "CSQLite", "CZlib"]),
            ROOT / "Sources/Tool/CMicroHTTPD/module.modulemap"]
    if not (build / f"Modules/{module}.swiftmodule").exists():
        sys.exit(f"api.py: {module} is not built. Run: swift build")
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-I", str(build / "Modules"),
               "-target", target, "-minimum-access-level", "public", "-omit-extension-block-symbols",
               "-output-dir", folder]
    # libpq's headers may be outside the compiler's default search paths.
    found = subprocess.run(["pkg-config", "--cflags-only-I", "libpq"], capture_output=True, text=True)
    for flag in found.stdout.split():
        command += ["-Xcc", flag]
    for path in maps:
        command += ["-Xcc", f"-fmodule-map-file={path}"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"api.py: {module} could not be extracted:\n{run.stderr}")


def apple_names():
    """The number of declarations of each of Apple's names, and the reasons why some are missing here."""
    counts, reasons = collections.Counter(), {}
    for line in APPLE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, reason = line.partition("\t")
        counts[name] += 1
        if reason:
            reasons[name] = reason
    return counts, reasons


def compare(interface):
    """Fails if a name without a reason is missing, or if a name with a reason exists."""
    counts, reasons = apple_names()
    bad = present = 0
    for name, wanted in counts.items():
        found = min(wanted, interface.count(name))
        present += found
        if found < wanted and name not in reasons:
            print(f"{APPLE}: error: {name} has {found} of {wanted} declarations. Add a reason, or the missing declarations")
            bad = 1
        if found == wanted and name in reasons:
            print(f"{APPLE}: error: {name} is complete. Remove its reason")
            bad = 1
    total = sum(counts.values())
    print(f"Apple's interface: {present} of {total} declarations are implemented")
    for name, reason in reasons.items():
        print(f"  missing: {name}: {reason}")
    return bad


def is_as_written(path, listing):
    """Whether a file matches a listing. Prints the differences."""
    old = path.read_text() if path.exists() else ""
    if old == listing:
        return True
    for line in difflib.unified_diff(old.splitlines(), listing.splitlines(), "written", "built", n=0, lineterm=""):
        print(line)
    print(f"{path}: error: the public symbols have changed. Review the differences, then run Scripts/api.py")
    return False


def main():
    bad = 0
    names = [name for name in sys.argv[1:] if name != "--check"]
    for number, (path, modules) in enumerate(LISTINGS.items()):
        if names and path.stem not in names:
            continue
        interface = Interface(modules)
        if number == 0:
            bad = compare(interface)
        listing = interface.listing()
        if "--check" not in sys.argv[1:]:
            path.write_text(listing)
        elif not is_as_written(path, listing):
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
