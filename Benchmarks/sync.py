#!/usr/bin/env python3
"""Compares syncs of a store with the same requests of Kinto's own client, kinto-http, in the same run.

    sync.py [COUNT...]          10000, 100000 and 1000000 by default

The server stores all records of the first count. Of the other counts it stores 1,000 records, and the syncing program
itself imitates the server for the rest, because Kinto takes an hour for a quarter of a million. Prints a table in Markdown.
kinto-http has no store to keep in sync, so the ratio shows what the store costs. `make bench-sync` builds and installs
the requirements.
"""
import collections, json, logging, pathlib, shutil, subprocess, sys, tempfile, time, urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "Benchmarks/.build/release/syncbenchmarks"


def start_server():
    server = subprocess.Popen(
        [ROOT / "Scripts/test_kinto_server.py", "postgresql"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    address = f"http://127.0.0.1:{int(server.stdout.readline())}"
    urllib.request.urlopen(urllib.request.Request(
        f"{address}/v1/accounts/ada", method="PUT", headers={"content-type": "application/json"},
        data=b'{"data": {"password": "secret"}}')).read()
    return server, address


def ours(address, folder, count, is_kept):
    """The seconds of each step of the library's sync, by the step's name."""
    arguments = [PROGRAM, address, "ada", "secret", f"ours{count}", folder, str(count)] + ["kept"] * is_kept
    output = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(output, file=sys.stderr, end="", flush=True)
    return {line["name"]: line["seconds"] for line in map(json.loads, output.splitlines())}


def theirs(address, count):
    """The same with kinto-http, in a separate collection with the same records."""
    import kinto_http

    # kinto-http logs each record.
    logging.disable(logging.CRITICAL)

    def client(collection):
        return kinto_http.Client(
            server_url=f"{address}/v1", bucket="default", collection=collection, auth=("ada", "secret"))

    seconds = {}

    def measure(name, body):
        start = time.monotonic()
        result = body()
        seconds[name] = time.monotonic() - start
        print(json.dumps({"name": f"kinto-http {name}", "seconds": seconds[name]}), file=sys.stderr, flush=True)
        return result

    source = client(f"ours{count}").get_records()
    own = client("theirs")
    own.create_collection(if_not_exists=True)

    def upload():
        with own.batch() as batch:
            for record in source:
                batch.create_record(id=record["id"], data={k: record[k] for k in ["kind", "marks", "fields"]})

    measure("upload", upload)
    records = measure("download", lambda: client("theirs").get_records(_limit=500, pages=float("inf")))
    assert len(records) == len(source), (len(records), len(source))
    newest = max(record["last_modified"] for record in records)

    def nothing():
        reader = client("theirs")
        reader.server_info()
        assert reader.get_records(_since=newest) == []

    measure("nothing", nothing)

    def change():
        nothing()
        with own.batch() as batch:
            for record in records[:100]:
                data = dict(record, marks=record["marks"] + "!")
                batch.update_record(data=data, if_match=record["last_modified"])

    measure("100 changes", change)
    return seconds


def main():
    counts = [int(text) for text in sys.argv[1:]] or [10_000, 100_000, 1_000_000]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-sync-"))
    server, address = start_server()
    try:
        table = collections.OrderedDict()
        for count in counts:
            table[count] = ours(address, folder, count, count == counts[0])
            if count == counts[0]:
                base = theirs(address, count)
    finally:
        server.stdin.close()
        server.wait(20)
        shutil.rmtree(folder)
    print("| sync | rows | seconds | kinto-http, seconds | ratio |\n|---|---|---|---|---|")
    for count, seconds in table.items():
        for name, value in seconds.items():
            is_whole = count == counts[0]
            other = base.get(name) if is_whole or name in ["nothing", "100 changes"] else None
            if name == "upload" and not is_whole:
                name = "first look at all rows, and what becomes of it"
            ratio = f"{other:.3f} | {value / other:.2f}" if other else "| "
            print(f"| {name} | {count:,} | {value:.3f} | {ratio} |")


main()
