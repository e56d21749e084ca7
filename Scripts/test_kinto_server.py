#!/usr/bin/env python3
"""Runs a Kinto server for tests on a free loopback port, until standard input is closed.

    test_kinto_server.py memory|postgresql

Prints the port when the server answers. With `postgresql`, records are stored in a new PostgreSQL server in a temporary
folder. Then reads commands from standard input, one per line, and prints one line after each:

    restart    restarts Kinto on the same port; with `memory`, all data are lost
    backup     copies all data of the PostgreSQL server
    restore    restores the last backup
"""
import configparser, os, pathlib, shutil, signal, subprocess, sys, tempfile, threading, time, traceback, urllib.request

sys.dont_write_bytecode = True
from test_postgres_server import PostgreSQL, free_port

# Disables the triggers that set the collections' times, so that these are restored, too:
# https://www.postgresql.org/docs/15/runtime-config-client.html#GUC-SESSION-REPLICATION-ROLE
BACKUP = "".join(
    f"DROP TABLE IF EXISTS former_{name}; CREATE TABLE former_{name} AS TABLE {name};"
    for name in ["objects", "timestamps"])
RESTORE = "SET session_replication_role = replica;" + "".join(
    f"DELETE FROM {name}; INSERT INTO {name} SELECT * FROM former_{name};" for name in ["objects", "timestamps"])
BIN = pathlib.Path(__file__).resolve().parent.parent / ".build/kinto/bin"


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
    # Another process may have inherited the other end of the input, so end of file may never arrive. Therefore the
    # parent process is watched, too. (This script must not close all inherited descriptors: Foundation uses one to
    # detect that the process has ended.)
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(0.3)
        end()

    threading.Thread(target=watch, daemon=True).start()
    try:
        address = None
        if kind == "postgresql":
            server = PostgreSQL(folder, "kinto")
            server.start()
            processes.append(server.process)
            address = server.address
        port = free_port()
        ini = configuration(folder, kind, port, address)
        log = open(folder / "log", "w")
        environment = dict(os.environ, PYTHONWARNINGS="ignore")
        if address:
            subprocess.run([BIN / "kinto", "migrate", "--ini", ini], check=True, stdout=log, stderr=log, env=environment)

        def start():
            processes.append(subprocess.Popen(
                [BIN / "kinto", "start", "--ini", ini, "--port", str(port)], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, env=environment))
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/", timeout=5).read()
                    break
                except OSError:
                    if processes[-1].poll() is not None:
                        print("failed:", open(folder / "log").read()[-2000:], flush=True)
                        end()
                    time.sleep(0.05)

        start()
        print(port, flush=True)
        for line in sys.stdin:
            if line.strip() == "restart":
                process = processes.pop()
                process.kill()
                process.wait()
                start()
            else:
                server.query(BACKUP if line.strip() == "backup" else RESTORE)
            print("done", flush=True)
    except Exception:
        # The PostgreSQL server must not outlive this process.
        print("failed:", traceback.format_exc(), flush=True)
    end()


main()
