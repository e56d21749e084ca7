#!/usr/bin/env python3
"""Fails if a Swift block in Markdown is not literally part of a file in Snippets.

    check_snippets.py FILE.md...

`swift build` compiles every file in Snippets, so the code in the documents compiles.
"""
import pathlib
import re
import sys
import textwrap

root = pathlib.Path(__file__).resolve().parent.parent
snippets = {path: path.read_text() for path in sorted((root / "Snippets").glob("*.swift"))}


def is_compiled(block: str) -> bool:
    lines = textwrap.dedent(block).strip("\n").split("\n")
    for text in snippets.values():
        there = text.split("\n")
        for start in range(len(there) - len(lines) + 1):
            if textwrap.dedent("\n".join(there[start : start + len(lines)])).split("\n") == lines:
                return True
    return False


failures = 0
for name in sys.argv[1:]:
    text = pathlib.Path(name).read_text()
    for match in re.finditer(r"^( *)```swift\n(.*?)^ *```", text, re.M | re.S):
        if not is_compiled(match[2]):
            line = text.count("\n", 0, match.start()) + 1
            print(f"{name}:{line}: error: this code is not part of a file in Snippets")
            failures += 1
sys.exit(failures > 0)
