#!/usr/bin/env python3
"""Runs a PostgreSQL for tests in a temporary folder, until its standard input ends.

    test_postgres_server.py [SETTING=VALUE …]

Prints a line of JSON when the server answers: its port on 127.0.0.1, the folder of its socket, and whether
there are a pgbouncer and, for the setting ssl=on, certificates. Then takes commands, a line each, and answers each with a line:

    stop fast|immediate|smart [NODE]    ends the server, which is node 0, or a replica
    start [NODE]                        starts it again
    pgbouncer MODE                      starts a pgbouncer before the server, and answers with its port
    replica SOURCE [SETTING=VALUE …]    makes a replica of a node, and answers with its number and port
    promote NODE                        makes a replica the server that can be written to
    follow NODE SOURCE                  makes an ended node a replica of another, with that one's contents
"""
import glob, json, os, pathlib, pwd, shutil, signal, socket, subprocess, sys, tempfile, threading, time


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class PostgreSQL:
    """A PostgreSQL with a folder to itself, run by somebody who is not root, as it insists."""

    def __init__(self, folder, user, settings=(), source=None):
        tools = sorted(glob.glob("/usr/lib/postgresql/*/bin")) or sorted(glob.glob("/opt/homebrew/opt/postgresql*/bin"))
        self.tools = pathlib.Path(tools[-1]) if tools else pathlib.Path(shutil.which("initdb") or "missing").parent
        self.folder, self.user, self.settings = folder, user, settings
        self.data, self.port = folder / ("data" if source is None else f"data-{free_port()}"), free_port()
        self.address = f"postgresql://{user}@127.0.0.1:{self.port}/postgres"
        account = None
        if os.getuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(folder, account.pw_uid, account.pw_gid)
        self.run = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}
        self.run["cwd"] = folder
        if source is not None:
            self.has_tls = False
            return self.copy(source)
        subprocess.run(
            [self.tools / "initdb", "-D", self.data, "-A", "trust", "-U", user, "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, **self.run)
        # Somebody of this name has to have a password; the first rule that fits holds.
        rules = self.data / "pg_hba.conf"
        rules.write_text("host all keeper 127.0.0.1/32 scram-sha-256\n" + rules.read_text())
        self.has_tls = bool(shutil.which("openssl"))
        if "ssl=on" in self.settings and self.has_tls:
            subprocess.run(
                ["openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=localhost", "-keyout",
                 self.data / "server.key", "-out", self.data / "server.crt"],
                check=True, stderr=subprocess.DEVNULL, **self.run)
            os.chmod(self.data / "server.key", 0o600)

    def copy(self, source):
        """Takes the contents of another server, to follow it from then on."""
        shutil.rmtree(self.data, ignore_errors=True)
        subprocess.run(
            [self.tools / "pg_basebackup", "-d", source.address, "-D", self.data, "-R", "-c", "fast", "-X", "stream",
             "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **self.run)

    def promote(self):
        subprocess.run([self.tools / "pg_ctl", "-D", self.data, "-w", "promote"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **self.run)

    def start(self):
        settings = ["listen_addresses=127.0.0.1", "timezone=UTC", *self.settings]
        self.process = subprocess.Popen(
            [self.tools / "postgres", "-D", self.data, "-p", str(self.port), "-k", str(self.folder), "-F",
             *[word for setting in settings for word in ("-c", setting)]],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(self.folder / "log", "a"), **self.run)
        for _ in range(600):
            ready = subprocess.run([self.tools / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)])
            if ready.returncode == 0:
                return
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            time.sleep(0.05)

    def stop(self, mode):
        # What pg_ctl sends for each.
        self.process.send_signal({"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}[mode])
        self.process.wait()


def start_pgbouncer(server, mode):
    """Starts a pgbouncer whose clients share two connections; returns its process and port."""
    program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
    port = free_port()
    users = server.folder / "users"
    users.write_text(f'"{server.user}" ""\n')
    ini = server.folder / f"pgbouncer-{port}.ini"
    ini.write_text(f"""[databases]
* = host=127.0.0.1 port={server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
pool_mode = {mode}
default_pool_size = 2
max_client_conn = 100
""")
    os.chmod(ini, 0o644)
    os.chmod(users, 0o644)
    process = subprocess.Popen(
        [program, "-q", ini], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        **server.run)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process, port
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("pgbouncer does not answer")


def main():
    # A socket's path may have about a hundred characters.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    os.chmod(folder, 0o755)
    others = []
    nodes = []

    def end(*_):
        for process in others:
            process.kill()
        for node in nodes:
            if node.process.poll() is None:
                node.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The other end of the input may have been handed down, so that it never ends.
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(0.3)
        end()

    server = PostgreSQL(folder, "tester", sys.argv[1:])
    server.start()
    nodes.append(server)
    threading.Thread(target=watch, daemon=True).start()
    bouncer = bool(shutil.which("pgbouncer") or os.path.exists("/usr/sbin/pgbouncer"))
    print(json.dumps({"port": server.port, "folder": str(folder), "pgbouncer": bouncer, "tls": server.has_tls}), flush=True)
    for line in sys.stdin:
        words = line.split()
        answer = "done"
        try:
            if words[0] == "stop":
                nodes[int((words + ["0"])[2])].stop(words[1])
            elif words[0] == "start":
                nodes[int((words + ["0"])[1])].start()
            elif words[0] == "replica":
                replica = PostgreSQL(folder, server.user, [*server.settings, *words[2:]], nodes[int(words[1])])
                replica.start()
                nodes.append(replica)
                answer = f"{len(nodes) - 1} {replica.port}"
            elif words[0] == "promote":
                nodes[int(words[1])].promote()
            elif words[0] == "follow":
                node = nodes[int(words[1])]
                node.copy(nodes[int(words[2])])
                node.start()
            elif words[0] == "pgbouncer":
                process, port = start_pgbouncer(server, words[1])
                others.append(process)
                answer = str(port)
        except Exception as error:
            answer = f"failed: {error}"
        print(answer, flush=True)
    end()


if __name__ == "__main__":
    main()
