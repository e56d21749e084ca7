#!/usr/bin/env python3
"""Fails if code about live objects depends on a database: SQL text, a driver's type, a column's name.

Names of Core Data's tables and columns may occur only in `Sources/Formats/CoreDataFormat`. Only `Store` knows kinds
of stores; other code asks for a capability. A protocol between the layers has at most seven requirements.

    check_layers.py PACKAGE_DIRECTORY
    check_layers.py --test             checks that each kind of violation is found

The object half is `Sources/Models/OpenSwiftData` without the folders that connect it to the table half.
"""
import pathlib, re, sys, tempfile

ROOT = "Sources/Models/OpenSwiftData"
# Folders that connect the two halves, or create SQL for many rows at once.
JOINTS = [
    "Instances/Mapping", "Instances/Port", "Instances/External", "Mapping", "Store", "Container/Opening", "Container/Statements",
    "SetOperations", "Queries", "Migration"]

RULES = [
    ("a module of databases", re.compile(r"^\s*(?:@\w+\s+)*import (SQLCore|SQLiteDriver|CSQLite|CoreDataFormat)\b")),
    ("SQL text", re.compile(r'"[^"]*\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|PRAGMA|WHERE|ORDER BY)\b')),
    ("the name of a column", re.compile(r"\bZ_[A-Z]+\b")),
    ("a driver's type", re.compile(r"\b(SQLConnection|PreparedStatement|SQLiteConnection|SQLiteStatement|RowReader|ParameterWriter|SQLValue|SQLFragment)\b")),
    ("one kind of store", re.compile(r"\b(SQLiteStore|RecordStoreSession|SnapshotStore|SnapshotSession|FetchStatement)\b")),
]

# The folders with protocols between the layers, and the limit of a protocol's own requirements.
PORTS = [f"{ROOT}/Instances/Port", "Sources/Records/RecordStore/Session"]
REQUIREMENT_LIMIT = 7
PROTOCOL = re.compile(r"^(?:\w+ )*protocol (\w+)[^{]*\{(.*?)^\}", re.M | re.S)
REQUIREMENT = re.compile(r"^  (?:@\w+ )*(?:(?:static|mutating) )*(?:func|var|init|subscript|associatedtype)\b", re.M)

# What only a kind of store uses, and casts to one; opening creates the stores.
KIND = re.compile(
    r"\b(?:RecordStoreSession|SnapshotSession|FetchStatement|SnapshotFetch"
    r"|(?:as[?!]?|is) \(?(?:any )?(?:Row|RowModel|SQLite|Postgres|Snapshot)Store)\b")

# zlib's constants begin like Core Data's column names.
CORE_DATA = re.compile(r"\b(Z_(?!OK\b|STREAM_END\b|NO_FLUSH\b|DEFAULT_COMPRESSION\b|DEFAULT_STRATEGY\b|DEFLATED\b|FINISH\b)[A-Z]+|ACHANGE|ATRANSACTION\w*|ZTOMBSTONE\d*)\b")

def violations(package):
    root = pathlib.Path(package) / ROOT
    for path in sorted(root.rglob("*.swift")):
        name = path.relative_to(root)
        if any(name.is_relative_to(joint) for joint in JOINTS):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = re.sub(r"//.*", "", line)
            for what, pattern in RULES:
                if match := pattern.search(code):
                    yield str(name), number, what, match[0].strip()

def core_data_names(package):
    for path in sorted((pathlib.Path(package) / "Sources").rglob("*.swift")):
        name = path.relative_to(package)
        if name.parts[2] in ("CoreDataFormat", "MacroImplementation"):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := CORE_DATA.search(re.sub(r"//.*", "", line)):
                yield str(name), number, match[0]

def kinds(package):
    root = pathlib.Path(package) / ROOT
    for path in sorted(root.rglob("*.swift")):
        name = path.relative_to(root)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if name.parts[0] != "Store" and (match := KIND.search(re.sub(r"//.*", "", line))):
                yield str(name), number, match[0]

def large_protocols(package):
    for folder in PORTS:
        for path in sorted((pathlib.Path(package) / folder).rglob("*.swift")):
            for name, body in PROTOCOL.findall(path.read_text()):
                if (count := len(REQUIREMENT.findall(body))) > REQUIREMENT_LIMIT:
                    yield str(path.relative_to(package)), name, count

def check(package):
    bad = 0
    for name, number, text in kinds(package):
        print(f"{package}/{ROOT}/{name}:{number}: error: a kind of store outside Store: {text}")
        bad = 1
    for path, name, count in large_protocols(package):
        print(f"{package}/{path}: error: {name} has {count} requirements, at most {REQUIREMENT_LIMIT} are allowed")
        bad = 1
    for name, number, what, text in violations(package):
        print(f"{package}/{ROOT}/{name}:{number}: error: the object half uses {what}: {text}")
        bad = 1
    for name, number, text in core_data_names(package):
        print(f"{package}/{name}:{number}: error: a name of Core Data's outside CoreDataFormat: {text}")
        bad = 1
    return bad

def test_ports():
    requirements = "\n  /// A comment on a func.\n  func read(\n    _ key: Int)\n  @discardableResult\n  func write() -> Int\n"
    found = ["session as? RecordStoreSession", "store as! any RowStore", "store is SQLiteStore"]
    others = ["store as? any WatchableStore", "it is any RowStoreConfiguration", "let store: any ModelStore", "// as? SQLiteStore"]
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {
            f"{ROOT}/Migration/Sample.swift": "\n".join(found + others),
            f"{ROOT}/Store/Sample.swift": found[0],
            f"{PORTS[0]}/Small.swift": f"protocol Small: Large {{{requirements * 3}  var path: String {{ get }}\n}}\n",
            f"{PORTS[1]}/Large.swift": f"package protocol Large: AnyObject {{{requirements * 4}}}\n",
        }.items():
            source = pathlib.Path(folder) / path
            source.parent.mkdir(parents=True)
            source.write_text(text)
        if [number for _, number, _ in kinds(folder)] != [1, 2, 3]:
            sys.exit("check_layers: a kind of store was not found, or a capability was reported")
        if [place[1:] for place in large_protocols(folder)] != [("Large", 8)]:
            sys.exit("check_layers: the requirements of a protocol were not counted")

def test():
    samples = {
        "import SQLCore": "a module of databases",
        'let text = "SELECT 1"': "SQL text",
        'let key = "Z_PK"': "the name of a column",
        "let row: any RowReader": "a driver's type",
        "let store: SQLiteStore": "one kind of store",
    }
    with tempfile.TemporaryDirectory() as folder:
        for module in ["Records/RecordStore", "Formats/CoreDataFormat"]:
            source = pathlib.Path(folder) / "Sources" / module / "Sample.swift"
            source.parent.mkdir(parents=True)
            source.write_text('let key = "Z_PK"\n')
        if [name for name, _, _ in core_data_names(folder)] != ["Sources/Records/RecordStore/Sample.swift"]:
            sys.exit("check_layers: a name of Core Data's outside CoreDataFormat was not found")
    test_ports()
    for line, expected in samples.items():
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / ROOT / "Context/Sample.swift"
            source.parent.mkdir(parents=True)
            source.write_text(f"// SELECT in a comment is allowed\n{line}\n")
            found = [what for _, number, what, _ in violations(folder) if number == 2]
            if expected not in found:
                sys.exit(f"check_layers: {line!r} was not reported as {expected}")
            source.rename(source.parent.parent / "Store.swift")
            (source.parent.parent / "Store").mkdir()
            (source.parent.parent / "Store.swift").rename(source.parent.parent / "Store/Sample.swift")
            if list(violations(folder)):
                sys.exit(f"check_layers: {line!r} was reported in a folder that connects the halves")

if sys.argv[1:] == ["--test"]:
    test()
else:
    sys.exit(check(sys.argv[1]))
