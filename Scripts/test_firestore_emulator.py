#!/usr/bin/env python3
"""Runs Google's emulator of Firestore for tests on a free loopback port, until its standard input ends.

    test_firestore_emulator.py cloud-firestore-emulator.jar RULES

Prints the port when the emulator answers. It keeps everything in memory.
"""
import ctypes, os, shutil, signal, socket, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request

PARENT_DEATH_SIGNAL = 1
# It does not run long enough for its code to be worth optimizing, which takes more than the tests do.
QUICK_START = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def end_with_parent():
    """Has the system end the emulator where this script is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


def main():
    archive, rules = map(os.path.abspath, sys.argv[1:])
    folder = tempfile.mkdtemp(prefix="firestore-")
    processes = []

    def end(*_):
        for process in processes:
            process.kill()
            process.wait()
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
    port = free_port()
    log = open(os.path.join(folder, "log"), "w")
    # Not by `gcloud`, which leaves the emulator behind when it is ended.
    processes.append(subprocess.Popen(
        ["java", "-Xmx768m", *QUICK_START, "-Duser.language=en", "-cp", archive,
         "com.google.cloud.datastore.emulator.firestore.CloudFirestore", "--host=127.0.0.1", f"--port={port}",
         f"--rules={rules}"],
        stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder, preexec_fn=end_with_parent))
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read()
            break
        except urllib.error.HTTPError:
            break
        except OSError:
            if processes[-1].poll() is not None:
                print("failed:", open(log.name).read()[-2000:].replace("\n", " "), flush=True)
                end()
            time.sleep(0.05)
    print(port, flush=True)
    sys.stdin.read()
    end()


main()
