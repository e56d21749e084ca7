#!/usr/bin/env python3
"""Runs the programs of Examples/GettingStarted, and fails if one prints something else than the README there states.

    check_getting_started.py FOLDER_OF_PROGRAMS
"""
import difflib, pathlib, re, subprocess, sys

package = pathlib.Path(__file__).resolve().parent.parent / "Examples/GettingStarted"
blocks = re.findall(r"^```console\n\$ swift run (\w+)\n(.*?)^```", (package / "README.md").read_text(), re.M | re.S)
expected = dict(blocks)
programs = sorted(folder.name for folder in (package / "Sources").iterdir())
if sorted(name for name, _ in blocks) != programs:
    sys.exit(f"check_getting_started: the README does not state the output of each of {', '.join(programs)} once")

failed = False
for name in programs:
    run = subprocess.run([pathlib.Path(sys.argv[1]) / name], stdout=subprocess.PIPE, text=True, timeout=60)
    if (run.returncode, run.stdout) != (0, expected[name]):
        failed = True
        print(f"check_getting_started: {name} ended with status {run.returncode}, and its output differs:")
        lines = [text.splitlines() for text in (expected[name], run.stdout)]
        print("\n".join(difflib.unified_diff(*lines, "README.md", name, lineterm="")))
if failed:
    sys.exit(1)
print(f"The programs {', '.join(programs)} print what Examples/GettingStarted/README.md states.")
