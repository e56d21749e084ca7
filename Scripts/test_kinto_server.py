#!/usr/bin/env python3
"""Runs a Kinto for tests on a free loopback port, until its standard input ends.

    test_kinto_server.py memory|postgresql

Prints the port when the server answers. With `postgresql` a PostgreSQL of its own keeps the records, in a
temporary folder.
"""
import configparser, glob, os, pathlib, pwd, shutil, signal, socket, subprocess, sys, tempfile, threading, time, urllib.request

BIN = pathlib.Path(__file__).resolve().parent.parent / ".build/kinto/bin"


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def start_postgresql(folder):
    """Starts PostgreSQL as somebody who is not root; returns its process and address."""
    tools = pathlib.Path(sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1])
    port, data = free_port(), folder / "data"
    user = None
    if os.getuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    run = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    subprocess.run(
        [tools / "initdb", "-D", data, "-A", "trust", "-U", "kinto", "-E", "UTF8", "--no-sync"],
        check=True, stdout=subprocess.DEVNULL, cwd=folder, **run)
    process = subprocess.Popen(
        [tools / "postgres", "-D", data, "-p", str(port), "-k", str(folder), "-F", "-c", "listen_addresses=127.0.0.1",
         "-c", "timezone=UTC"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **run)
    for _ in range(400):
        ready = subprocess.run([tools / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)])
        if ready.returncode == 0:
            break
        time.sleep(0.05)
    return process, f"postgresql://kinto@127.0.0.1:{port}/postgres"


def configuration(folder, kind, port, address):
    settings = {
        "use": "egg:kinto",
        "kinto.includes": "kinto.plugins.default_bucket kinto.plugins.accounts",
        "kinto.bucket_create_principals": "system.Authenticated",
        "kinto.account_create_principals": "system.Everyone",
        "multiauth.policies": "account",
        "multiauth.policy.account.use": "kinto.plugins.accounts.authentication.AccountsAuthenticationPolicy",
        "kinto.userid_hmac_secret": "tests",
        "kinto.project_name": "tests",
    }
    for part in ["storage", "permission", "cache"]:
        backend = "postgresql" if address else "memory"
        settings[f"kinto.{part}_backend"] = f"kinto.core.{part}.{backend}"
        if address:
            settings[f"kinto.{part}_url"] = address
    file = configparser.ConfigParser(interpolation=None)
    file["server:main"] = {"use": "egg:waitress#main", "host": "127.0.0.1", "port": str(port), "threads": "8"}
    file["app:main"] = settings
    path = folder / "kinto.ini"
    with open(path, "w") as out:
        file.write(out)
    os.chmod(path, 0o644)
    return path


def main():
    kind = sys.argv[1]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kinto-"))
    os.chmod(folder, 0o755)
    processes = []

    def end(*_):
        for process in reversed(processes):
            process.send_signal(signal.SIGINT if process is processes[0] and len(processes) > 1 else signal.SIGKILL)
        for process in processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    # The other end of the input may have been handed down, so that it never ends. (It must not be closed here with
    # all else: Foundation knows by a descriptor of ours that this process runs, and waits for it otherwise.)
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(0.3)
        end()

    threading.Thread(target=watch, daemon=True).start()
    address = None
    if kind == "postgresql":
        process, address = start_postgresql(folder)
        processes.append(process)
    port = free_port()
    ini = configuration(folder, kind, port, address)
    log = open(folder / "log", "w")
    environment = dict(os.environ, PYTHONWARNINGS="ignore")
    if address:
        subprocess.run([BIN / "kinto", "migrate", "--ini", ini], check=True, stdout=log, stderr=log, env=environment)
    processes.append(subprocess.Popen(
        [BIN / "kinto", "start", "--ini", ini, "--port", str(port)], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        env=environment))
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/", timeout=5).read()
            break
        except OSError:
            if processes[-1].poll() is not None:
                print("failed:", open(folder / "log").read()[-2000:], flush=True)
                end()
            time.sleep(0.05)
    print(port, flush=True)
    sys.stdin.read()
    end()


main()
