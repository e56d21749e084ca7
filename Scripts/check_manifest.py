#!/usr/bin/env python3
"""Checks the manifest, the stated versions and the installation commands.

    check_manifest.py PACKAGE_DIRECTORY
    check_manifest.py --test             checks that each kind of violation is found, and when Scripts/bootstrap asks

Fails if the manifest gives clients more than the library, or uses SwiftSyntax of a toolchain other than that of the
first `swiftc` on PATH. Fails if a version differs from that in `Scripts/versions`, or if a package may be installed
without hashes or without asking.
"""
import json, os, pathlib, pty, re, shutil, subprocess, sys, tempfile

# Documents that state versions of the past: those of measurements and of former releases.
FIGURES = {"Benchmarks/README.md", "CHANGELOG.md", "Documentation/Performance.md"}
# Names in documents, with their variables in `Scripts/versions`. PyPI's packages are found by their own names.
NAMES = {
    "Swift": ["SWIFT_MINIMUM", "SWIFT"],
    "Debian": ["DEBIAN"],
    "PostgreSQL": ["POSTGRES"],
    "pgbouncer": ["PGBOUNCER"],
    "libmicrohttpd": ["LIBMICROHTTPD"],
    "Python": ["PYTHON_MINIMUM"],
}
REQUIREMENTS = {
    "PYPI_PIP": "pip",
    "PYPI_KINTO": "kinto",
    "PYPI_KINTO_HTTP": "kinto-http",
    "PYPI_ORMS": "orms",
    "PYPI_AXE": "axe",
    "PYPI_POSTGRES_PEERS": "postgres-peers",
}
INSTALLATION = re.compile(r"\b(apt-get (?:update|install)|sudo|brew install|pip\d? install|curl -|wget)\b")


def read_versions(package):
    text = (package / "Scripts/versions").read_text()
    return {name: value.strip('"') for name, value in re.findall(r"^([A-Z_]+)=(.*)$", text, re.M)}


def pins(text):
    return {
        re.sub(r"[-_.]+", "-", re.sub(r"\[.*?\]", "", name)).lower(): version
        for name, version in re.findall(r"([A-Za-z0-9][\w.\[\]-]*)==([^\s;]+)", text)
    }


def stated_versions(text, versions):
    """Versions in a text that differ from those in `Scripts/versions`."""
    packages = {name: version for line in REQUIREMENTS for name, version in pins(versions[line]).items()}
    for match in re.finditer(r"\b([A-Za-z][\w-]*) (\d+(?:\.\d+)*)\b(?!%)", text):
        name, stated = match.groups()
        known = [versions[variable] for variable in NAMES.get(name, [])]
        if name.lower() in packages:
            known = [packages[name.lower()]]
        # `Swift 6` is a language mode.
        if not known or (name == "Swift" and "." not in stated):
            continue
        if not any(version == stated or version.startswith(stated + ".") for version in known):
            yield f"“{match[0]}” differs from Scripts/versions, which has {' and '.join(known)}"


def manifest_versions(text, versions):
    for stated in re.findall(r"^// swift-tools-version: (\S+)", text, re.M):
        if stated != versions["SWIFT_MINIMUM"]:
            yield f"swift-tools-version {stated} is not SWIFT_MINIMUM in Scripts/versions"
    for range in re.findall(r'"(\d+\.\d+\.\d+)"\.\.<"(\d+\.\d+\.\d+)"', text):
        if range != (versions["SWIFT_SYNTAX_FROM"], versions["SWIFT_SYNTAX_BEFORE"]):
            yield f"swift-syntax {'..<'.join(range)} is not the range in Scripts/versions"


def requirement_mistakes(text, wanted):
    """Packages without a hash, and packages whose version differs from the wanted one."""
    locked = pins(text)
    for block in re.split(r"\n(?=\S)", text.strip()):
        if "==" not in block or "--hash=sha256:" not in block:
            yield f"“{block.splitlines()[0]}” has no version or no hash"
    for name, version in pins(wanted).items():
        if locked.get(name) != version:
            yield f"{name} is {locked.get(name, 'missing')}, and {version} in Scripts/versions; run Scripts/bootstrap lock"


def installations(text):
    """Commands of a script that install something without Scripts/bootstrap."""
    for line in text.splitlines():
        if match := INSTALLATION.search(re.sub(r"(^|\s)#.*", "", line)):
            yield f"“{match[0]}” must be in Scripts/bootstrap, which asks and compares hashes"


def unhashed(text):
    """Commands of a document or script with which pip installs packages without comparing hashes."""
    text = re.sub(r"(^|\s)#.*", "", text.replace("\\\n", " "), flags=re.M)
    for line in re.findall(r"^.*\bpip\W* install\b.*", text, re.M):
        if "--require-hashes" not in line and not re.search(r"\bfail \"", line):
            yield f"pip installs without hashes: {line.strip()}"


def version_failures(package):
    versions = read_versions(package)
    tracked = subprocess.check_output(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=package, text=True
    ).split("\n")
    for name in tracked:
        path = package / name
        if not path.is_file():
            continue
        is_script = name == "Makefile" or name.startswith((".ci/", "Scripts/")) and not name.endswith((".py", ".txt"))
        if name.endswith(".md") and name not in FIGURES:
            found = [*stated_versions(path.read_text(), versions), *unhashed(path.read_text())]
        elif path.name == "Package.swift" or name == "Scripts/check_client.sh":
            found = manifest_versions(path.read_text(), versions)
        elif is_script and path.name != "bootstrap":
            found = installations(path.read_text())
        elif is_script:
            found = unhashed(path.read_text())
        else:
            continue
        for failure in found:
            yield f"{name}: error: {failure}"
    for variable, name in REQUIREMENTS.items():
        path = package / f"Scripts/requirements/{name}.txt"
        for failure in requirement_mistakes(path.read_text(), versions[variable]):
            yield f"{path.relative_to(package)}: error: {failure}"


def test_versions():
    versions = {
        "SWIFT_MINIMUM": "6.2", "SWIFT": "6.3.1", "SWIFT_SYNTAX_FROM": "603.0.0", "SWIFT_SYNTAX_BEFORE": "605.0.0",
        "DEBIAN": "12", "POSTGRES": "15", "PGBOUNCER": "1.18", "LIBMICROHTTPD": "0.9.75", "PYTHON_MINIMUM": "3.11",
        "PYPI_PIP": "pip==26.3", "PYPI_KINTO": "kinto==26.5.0", "PYPI_KINTO_HTTP": "a==1",
        "PYPI_ORMS": "b==1", "PYPI_AXE": "c==1", "PYPI_POSTGRES_PEERS": "psycopg[binary]==3.3.8",
    }
    right = "Swift 6.2 or newer, Swift 6.3, Swift 6, PostgreSQL 15, Kinto 26.5, psycopg 3, Mac 3"
    wrong = ["Swift 6.1", "Swift 6.33", "PostgreSQL 16", "Kinto 26.50", "Debian 13", "psycopg 2"]
    cases = [
        (list(stated_versions(right, versions)), 0),
        (list(stated_versions(", ".join(wrong), versions)), len(wrong)),
        (list(manifest_versions('// swift-tools-version: 6.2\n"603.0.0"..<"605.0.0"', versions)), 0),
        (list(manifest_versions('// swift-tools-version: 6.1\n"603.0.0"..<"606.0.0"', versions)), 2),
        (list(requirement_mistakes("a-b==1 \\\n    --hash=sha256:0\nc==2 \\\n    --hash=sha256:0\n", "A_b[x]==1")), 0),
        (list(requirement_mistakes("a==1\nb \\\n    --hash=sha256:0\n", "a==2")), 3),
        (list(installations("make install # sudo\n# apt-get install x\nScripts/bootstrap packages why sudoku")), 0),
        (list(installations("sudo -n x\napt-get install x\nx/pip install y\nbrew install z")), 4),
        (list(unhashed("# pip install a\nx/pip install \\\n  --require-hashes a\n")), 0),
        (list(unhashed("python3 -m pip install a\n\"$x/pip\" install -r b\n")), 2),
    ]
    for number, (found, count) in enumerate(cases):
        if len(found) != count:
            sys.exit(f"check_manifest: case {number} found {found}")


def test_consent(bootstrap):
    """Runs Scripts/bootstrap with programs that record how they are called instead of installing anything."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        record = folder / "record"
        for program, text in {
            "id": "echo ${FAKE_USER}",
            "uname": "echo ${FAKE_SYSTEM}",
            "sudo": f'echo "sudo $1" >> {record}; [ "$1" != -n ] || shift; exec "$@"',
            "apt-get": f'echo "apt-get $1" >> {record}',
            "brew": f'echo "brew $1" >> {record}',
        }.items():
            (folder / program).write_text(f"#!/bin/sh\n{text}\n")
            (folder / program).chmod(0o755)
        base = {k: v for k, v in os.environ.items() if k != "OPENSWIFTDATA_INSTALL"}
        base["PATH"] = os.pathsep.join([name, base["PATH"]])
        command = [bootstrap, "packages", "what a test needs", "libexample-dev"]

        def run(user, setting=None, answer=None, system="Linux"):
            record.write_text("")
            environment = base | {"FAKE_USER": user, "FAKE_SYSTEM": system}
            if setting:
                environment["OPENSWIFTDATA_INSTALL"] = setting
            if answer is None:
                result = subprocess.run(
                    command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                status, said = result.returncode, result.stderr
            else:
                status, said = run_in_terminal(command, environment, answer)
            if "libexample-dev" not in said or "what a test needs" not in said:
                sys.exit(f"check_manifest: bootstrap does not print what it installs and why: {said}")
            return status == 0, record.read_text().split("\n")[:-1]

        installed = ["apt-get update", "apt-get install"]
        for arguments, expected in [
            (dict(user="0"), (True, installed)),
            (dict(user="0", setting="no"), (False, [])),
            (dict(user="1000"), (False, [])),
            (dict(user="1000", setting="no", answer="y"), (False, [])),
            (dict(user="1000", setting="yes"), (True, ["sudo -n", installed[0], "sudo -n", installed[1]])),
            (dict(user="1000", answer="n"), (False, [])),
            (dict(user="1000", answer=""), (False, [])),
            (dict(user="1000", answer="y"), (True, ["sudo env", installed[0], "sudo env", installed[1]])),
            (dict(user="1000", system="Darwin"), (False, [])),
            (dict(user="1000", answer="y", system="Darwin"), (True, ["brew install"])),
        ]:
            if run(**arguments) != expected:
                sys.exit(f"check_manifest: bootstrap with {arguments} returned {run(**arguments)} instead of {expected}")


def run_in_terminal(command, environment, answer):
    """Runs a command in a new terminal and answers its first question. Returns its exit status and output."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, environment)
    said, has_answered = b"", False
    while True:
        try:
            said += os.read(terminal, 4096)
        except OSError:
            break
        if not has_answered and b"[y/N]" in said:
            has_answered = True
            os.write(terminal, answer.encode() + b"\n")
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.decode()


if sys.argv[1:] == ["--test"]:
    test_versions()
    test_consent(str(pathlib.Path(__file__).resolve().parent / "bootstrap"))
    sys.exit()

swift = shutil.which("swift")


def manifest(folders, scratch):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OPENSWIFTDATA_")}
    environment["PATH"] = os.pathsep.join([*map(str, folders), environment["PATH"]])
    command = [swift, "package", "--manifest-cache", "none", "--scratch-path", str(scratch), "dump-package"]
    return json.loads(subprocess.check_output(command, cwd=sys.argv[1], env=environment))


def toolchain(folder, has_modules):
    """Creates a toolchain with a compiler, optionally with SwiftSyntax, and returns its folder of programs."""
    compiler = folder / "usr/bin/swiftc"
    compiler.parent.mkdir(parents=True)
    compiler.write_text("#!/bin/sh\nexit 1\n")
    compiler.chmod(0o755)
    if has_modules:
        host = folder / "usr/lib/swift/host"
        host.mkdir(parents=True)
        (host / "SwiftCompilerPluginMessageHandling.swiftmodule").touch()
    return compiler.parent


failures = []
with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name).resolve()
    without, having = toolchain(work / "without", False), toolchain(work / "with", True)
    scratch = work / "scratch"
    own = json.dumps(manifest([having, without], scratch))
    if str(having.parent / "lib/swift/host") not in own.replace("\\/", "/"):
        failures.append("the modules of the first swiftc on PATH are not used")
    other = manifest([without, having], scratch)
    if str(work) in json.dumps(other):
        failures.append("the modules of a swiftc that is not the first on PATH are used")
    if not any("swift-syntax" in json.dumps(dependency) for dependency in other["dependencies"]):
        failures.append("the swift-syntax package is not used if the toolchain has no modules")

products = sorted(product["name"] for product in other["products"])
if products != ["AppleShims", "CommandLineTool", "DataSync", "FirestoreSync", "OpenSwiftData", "PostgresData", "SwiftData", "SyncEncryption", "WebServer", "swiftdata"]:
    failures.append(f"the products are {', '.join(products)}")
failures = [f"Package.swift: error: {failure}" for failure in failures]
failures += version_failures(pathlib.Path(sys.argv[1]).resolve())
for failure in failures:
    print(failure)
sys.exit(bool(failures))
