#!/usr/bin/env python3
"""Prints the 20 slowest parameterized tests of a test run, and the tests and times of all test targets.

    slowest_tests.py EVENTS...      files that Swift Testing wrote for --event-stream-output-path
    slowest_tests.py --test         checks the calculation

Swift Testing starts all tests at once, so "passed after" includes the time that a test waited for others. The time of
a test here is the sum of its cases' times, each from the start of its function to its end. Tests without arguments have no
times: Swift Testing reports the start of a case only if it has arguments, and the start of a test before it waits.
"""
import collections, json, sys


def times(files):
    """The seconds and the number of cases of each parameterized test, and the number of tests of each target."""
    started, seconds, cases, counts = {}, collections.Counter(), collections.Counter(), collections.Counter()
    for file in files:
        for line in file:
            try:
                record = json.loads(line)
                payload = record["payload"]
            except (ValueError, KeyError):
                continue  # A process that crashed leaves a partial line.
            if record["kind"] == "test" and payload["kind"] == "function":
                counts[payload["id"].partition(".")[0]] += 1
            if payload.get("kind") not in ("testCaseStarted", "testCaseEnded"):
                continue
            case = payload["testID"], payload.get("_testCase", {}).get("id")
            instant = payload["instant"]["absolute"]
            if payload["kind"] == "testCaseStarted":
                started[case] = instant
            elif case in started:
                seconds[case[0]] += instant - started.pop(case)
                cases[case[0]] += 1
    return seconds, cases, counts


def report(seconds, cases, counts):
    targets = collections.Counter(dict.fromkeys(counts, 0))
    for test, time in seconds.items():
        targets[test.partition(".")[0]] += time
    lines = ["Slowest parameterized tests (own run time, number of cases):"]
    lines += [f"{time:8.2f} s {cases[test]:5}  {test.rpartition('/')[0]}" for test, time in seconds.most_common(20)]
    lines.append("Targets (own run time of parameterized tests, number of all tests):")
    lines += [f"{time:8.2f} s {counts[target]:5}  {target}" for target, time in targets.most_common()]
    lines.append(f"{sum(seconds.values()):8.2f} s {sum(counts.values()):5}  in all")
    return lines


def test():
    def event(kind, test, case, instant):
        return json.dumps({"kind": "event", "payload": {"kind": kind, "testID": test, "_testCase": {"id": case},
                                       "instant": {"absolute": instant}}})
    tests = [json.dumps({"kind": "test", "payload": {"kind": "function", "id": f"A.B/{name}()/B.swift:1:1"}})
             for name in "cde"]
    lines = tests + [event("testCaseStarted", "A.B/c()/B.swift:1:1", "1", 1), event("testCaseStarted", "A.B/d()/B.swift:2:1", "1", 2),
             event("testCaseStarted", "A.B/c()/B.swift:1:1", "2", 2), event("testCaseEnded", "A.B/c()/B.swift:1:1", "1", 4),
             event("testCaseEnded", "A.B/c()/B.swift:1:1", "2", 3), event("testCaseEnded", "A.B/d()/B.swift:2:1", "1", 7),
             '{"payload": {"kind": "testCas']
    wanted = ["    5.00 s     1  A.B/d()", "    4.00 s     2  A.B/c()", "    9.00 s     3  A", "    9.00 s     3  in all"]
    found = [line for line in report(*times([lines])) if not line.endswith(":")]
    if found != wanted:
        sys.exit(f"slowest_tests: {found}")


def main():
    if sys.argv[1:] == ["--test"]:
        return test()
    streams = [open(name, errors="replace") for name in sys.argv[1:]]
    print("\n".join(report(*times(streams))))


main()
