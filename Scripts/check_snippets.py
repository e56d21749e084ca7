#!/usr/bin/env python3
"""Fails when a Swift block in Markdown is not, word for word, part of a compiled snippet.

    check_snippets.py FILE.md...

`swift build` compiles every file in Snippets, so code that is shown is code that compiles.
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
            print(f"{name}:{line}: error: this code stands in no file of Snippets")
            failures += 1
sys.exit(failures > 0)
