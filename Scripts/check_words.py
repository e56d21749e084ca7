#!/usr/bin/env python3
"""Fails where a comment uses a word that the glossary in CONTRIBUTING.md replaced.

    check_words.py PACKAGE_DIRECTORY
    check_words.py --test                checks that each word is found

Reads the whole-line comments of Swift files. Names in backticks are not words.
"""
import pathlib, re, sys

FOLDERS = ["Sources", "Examples", "Fuzzing/Sources", "Tests/Support"]
# The word, and what to write instead.
WORDS = {
    r"who(m)?(so)?ever": "name the caller, user or program",
    r"tak(e|es|ing|en) note|took note": "record",
    r"g(ive|ives|iving|ave|iven) way": "yield to, or be replaced",
    r"hear(s|d)? of": "observe, or receive",
    r"tell(s|ing)? of": "report, or describe",
    r"bereft|bereaved": "that lost a member or a target",
    r"doomed": "to be deleted",
    r"(is|are) no more(?=\s*(?:[.;,]|$))": "does not exist, or was deleted",
    r"lets? go of": "release",
    r"by way of": "through",
    r"sees to it|see to it": "ensure",
}
PATTERNS = {re.compile(rf"\b(?:{word})\b", re.I): better for word, better in WORDS.items()}


def mistakes(text):
    """The lines of comments with such a word, and what to write instead."""
    for number, line in enumerate(text.splitlines(), 1):
        if not (match := re.match(r"\s*//[/!]?(.*)", line)):
            continue
        prose = re.sub(r"`[^`]*`", "", match[1])
        for pattern, better in PATTERNS.items():
            if found := pattern.search(prose):
                yield number, found[0], better


def check(package):
    bad = 0
    for folder in FOLDERS:
        for path in sorted((pathlib.Path(package) / folder).rglob("*.swift")):
            if ".build" in path.parts:
                continue
            for number, word, better in mistakes(path.read_text()):
                print(f"{path}:{number}: error: “{word}” in a comment: {better}")
                bad = 1
    return bad


def test():
    for line in ["  /// Whoever reads.", "// takes note of", "/// gave way", "/// hears of", "/// of which it tells of",
                 "// bereft", "/// doomed", "// is no more", "/// lets go of it", "// by way of", "/// sees to it"]:
        if len(list(mistakes(line))) != 1:
            sys.exit(f"check_words: nothing was found in {line!r}")
    for line in ["let whoever = 1", "/// `takes note`", "/// The record."]:
        if list(mistakes(line)):
            sys.exit(f"check_words: something was found in {line!r}")


if sys.argv[1:] == ["--test"]:
    test()
else:
    sys.exit(check(sys.argv[1]))
