#!/usr/bin/env python3
"""Reports tests that SECURITY.md names in its table and that do not exist."""
import pathlib, re, sys

root = pathlib.Path(__file__).resolve().parent.parent
files = {}
for folder in ("Tests", "Examples"):
    for path in (root / folder).rglob("*Tests.swift"):
        files.setdefault(path.stem, []).append(path.read_text())
bad = 0
for row in re.findall(r"^\|.*\|$", (root / "SECURITY.md").read_text(), re.M):
    for suite, test in re.findall(r"`(\w+Tests)(?:\.(\w+))?`", row):
        texts = files.get(suite, [])
        if not any(not test or re.search(rf"func {test}\(", text) for text in texts):
            print(f"SECURITY.md: error: the test {suite}{'.' + test if test else ''} does not exist")
            bad += 1
sys.exit(bad > 0)
