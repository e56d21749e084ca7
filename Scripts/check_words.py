#!/usr/bin/env python3
"""Fails if a comment uses a word that the glossary in CONTRIBUTING.md replaced.

    check_words.py PACKAGE_DIRECTORY
    check_words.py --test                checks that each word is found

Reads the whole-line comments of Swift files, and those of scripts and the Makefile with the docstrings of Python. Names
in backticks are not words.
"""
import ast, pathlib, re, sys

SWIFT_FOLDERS = ["Sources", "Examples", "Fuzzing", "Tests"]
# Programs that are kept as their authors wrote them.
FOREIGN = "Tests/SourceCompatibilityTests/Probes"
SCRIPTS = ["Makefile", ".ci/*", "Scripts/*", "Benchmarks/*.py"]
# The words, and what to write instead.
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


def swift_comments(text):
    """The whole-line comments, with the numbers of their lines."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"\s*//[/!]?(.*)", line):
            yield number, match[1]


def script_comments(text):
    """The whole-line comments of a script or a Makefile, and the docstrings of Python."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if match := re.match(r"\s*#(.*)", line):
            yield number, match[1]
    if "python" not in "".join(lines[:1]):
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if ast.get_docstring(node, clean=False):
            string = node.body[0]
            for number in range(string.lineno, string.end_lineno + 1):
                yield number, lines[number - 1].replace('"""', "")


def mistakes(comments):
    """The lines with such a word, and what to write instead."""
    for number, line in comments:
        prose = re.sub(r"`[^`]*`", "", line)
        for pattern, better in PATTERNS.items():
            if found := pattern.search(prose):
                yield number, found[0], better


def sources(package):
    """The files to read, each with the function that finds its comments."""
    for folder in SWIFT_FOLDERS:
        for path in sorted((package / folder).rglob("*.swift")):
            if ".build" not in path.parts and not path.is_relative_to(package / FOREIGN):
                yield path, swift_comments
    for pattern in SCRIPTS:
        for path in sorted(package.glob(pattern)):
            if path.is_file():
                yield path, script_comments


def check(package):
    bad = 0
    for path, comments in sources(package):
        for number, word, better in mistakes(comments(path.read_text())):
            print(f"{path}:{number}: error: “{word}” in a comment: {better}")
            bad = 1
    return bad


def test():
    words = [
        "Whoever reads.", "takes note of", "gave way", "hears of", "of which it tells of", "bereft", "doomed",
        "is no more", "lets go of it", "by way of", "sees to it",
    ]
    python = "#!/usr/bin/env python3\n"
    for word in words:
        for comments, text in [
            (swift_comments, f"  /// {word}"), (swift_comments, f"// {word}"), (script_comments, f"  # {word}"),
            (script_comments, f'{python}"""One.\n\n{word}\n"""\n'),
            (script_comments, f'{python}def f():\n    """{word}"""\n'),
        ]:
            if len(list(mistakes(comments(text)))) != 1:
                sys.exit(f"check_words: nothing was found in {text!r}")
    for comments, text in [
        (swift_comments, "let whoever = 1"), (swift_comments, "/// `takes note`"), (swift_comments, "/// The record."),
        (script_comments, "whoever=1"), (script_comments, "# `takes note`"),
        (script_comments, f'{python}text = """whoever"""\n'),
    ]:
        if list(mistakes(comments(text))):
            sys.exit(f"check_words: something was found in {text!r}")


if sys.argv[1:] == ["--test"]:
    test()
else:
    sys.exit(check(pathlib.Path(sys.argv[1])))
