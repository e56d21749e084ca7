#!/usr/bin/env python3
"""Fails if a file of a large module refers to a type of a higher folder, or if the limits of a module are not exact.

    check_stack.py PACKAGE_DIRECTORY
    check_stack.py --test                checks that an upward reference and a cycle are found

Type names are found in the text. If a module still has such references, their number must not increase. After you
remove one, lower the limit.
"""
import pathlib, re, sys, tempfile

# The folders of each module, lowest first; the limit of upward references, and that of files in a cycle.
STACKS = {
    "Sources/Records/RecordStore": (
        "Functions Support Files Schema Location External Session History Save Store Records Migration Watching", 0, 4),
    "Sources/Models/OpenSwiftData": (
        "Platform Schema Predicates History Configuration Instances Mapping Relationships Context Model TextSearch "
        "Store Migration Container SetOperations Queries Concurrency Observation Snapshots Macros SwiftUI", 0, 12),
}
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|private|fileprivate|final|open|indirect|nonisolated)\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z_]\w+)", re.M)


def code(text):
    """The text without comments and the contents of string literals."""
    text = re.sub(r'"""(?:.|\n)*?"""', '""', text)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"/\*(?:.|\n)*?\*/", "", text)
    return re.sub(r"//[^\n]*", "", text)


def references(root):
    """The files that each file refers to, by the names of their types."""
    texts = {path: code(path.read_text()) for path in sorted(root.rglob("*.swift"))}
    home = {}
    for path, text in texts.items():
        for name in DECLARATION.findall(text):
            home.setdefault(name, path)
    return {path: {home[word] for word in set(re.findall(r"\b[A-Z_]\w+", text)) if home.get(word, path) != path}
            for path, text in texts.items()}


def largest_cycle(graph):
    """The largest strongly connected component of the files (Tarjan's algorithm)."""
    index, low, stack, largest = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            found = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(found) > len(largest):
                largest[:] = found

    sys.setrecursionlimit(50_000)
    for node in graph:
        if node not in index:
            visit(node)
    return largest


def check(root, order, upward_limit, cycle_limit):
    graph = references(root)
    folders = {path: path.relative_to(root).parts[0] for path in graph}
    height = {name: place for place, name in enumerate(order)}
    messages = [f"{root}/{name} is missing in the order of folders" for name in sorted(set(folders.values()))
                if name not in height and not name.endswith(".swift")]
    upward = [(path, other) for path, others in graph.items() for other in others
              if height.get(folders[path], len(order)) < height.get(folders[other], len(order))]
    cycle = len(largest_cycle(graph))
    if len(upward) > upward_limit:
        messages += [f"{path} refers to a type of the higher {other.relative_to(root)}"
                     for path, other in sorted(upward)]
    for what, found, limit in [
            ("upward references", len(upward), upward_limit), ("files in a cycle", cycle, cycle_limit)]:
        if found > limit:
            messages.append(f"{root}: {found} {what}, at most {limit} are allowed")
        elif found < limit:
            messages.append(f"{root}: only {found} {what}: lower the limit of {limit} in check_stack.py")
    return messages


def test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {"Low/A.swift": "struct Aa { var b: Bb? }", "High/B.swift": "final class Bb { var a: Aa? }",
                           "Low/C.swift": "// A comment on Bb.\nstruct Cc {}", "Low/D.swift": "package enum Dd {}"}.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text)
        if messages := check(root, ["Low", "High"], 1, 2):
            sys.exit(f"check_stack: exact limits were reported: {messages}")
        if len(check(root, ["Low", "High"], 0, 1)) != 3 or len(check(root, ["High", "Low"], 2, 3)) != 2:
            sys.exit("check_stack: an upward reference or a cycle was not found")
        if len(check(root, ["Low"], 1, 2)) != 1:
            sys.exit("check_stack: a folder that is missing in the order was not found")


def main():
    if sys.argv[1] == "--test":
        return test()
    package = pathlib.Path(sys.argv[1])
    messages = [message for module, (order, upward, cycle) in STACKS.items()
                for message in check(package / module, order.split(), upward, cycle)]
    for message in messages:
        print(f"error: {message}")
    sys.exit(1 if messages else 0)


main()
