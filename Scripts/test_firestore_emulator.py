#!/usr/bin/env python3
"""Runs Google's emulator of Firestore for tests on a free loopback port, until standard input is closed.

    test_firestore_emulator.py cloud-firestore-emulator.jar RULES

Prints the port when the emulator answers. The emulator stores everything in memory.
"""
import ctypes, os, shutil, signal, socket, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request

PARENT_DEATH_SIGNAL = 1
# Optimizing the emulator's code would take longer than the tests.
QUICK_START = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def end_with_parent():
    """Makes the kernel kill the emulator if this script is killed."""
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
    # Another process may have inherited the other end of the input, so end of file may never arrive. Therefore the
    # parent process is watched, too. (This script must not close all inherited descriptors: Foundation uses one to
    # detect that the process has ended.)
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(0.3)
        end()

    threading.Thread(target=watch, daemon=True).start()
    port = free_port()
    log = open(os.path.join(folder, "log"), "w")
    # Not through `gcloud`, which does not end the emulator when it is killed.
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
