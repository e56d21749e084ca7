#!/usr/bin/env python3
"""Prints the 20 slowest parameterized tests of a test run, the times of all test targets, and the sum.

    slowest_tests.py EVENTS...      files that Swift Testing wrote for --event-stream-output-path
    slowest_tests.py --test         checks the calculation

Swift Testing starts all tests at once, so "passed after" includes the time that a test waited for others. The time of
a test here is the sum of its cases' times, each from the start of its function to its end. Tests without arguments are
missing: Swift Testing does not report when their functions start.
"""
import collections, json, sys


def times(files):
    """The seconds and the number of cases of each test."""
    started, seconds, cases = {}, collections.Counter(), collections.Counter()
    for file in files:
        for line in file:
            try:
                payload = json.loads(line)["payload"]
            except (ValueError, KeyError):
                continue  # A process that crashed leaves a partial line.
            if payload.get("kind") not in ("testCaseStarted", "testCaseEnded"):
                continue
            case = payload["testID"], payload.get("_testCase", {}).get("id")
            instant = payload["instant"]["absolute"]
            if payload["kind"] == "testCaseStarted":
                started[case] = instant
            elif case in started:
                seconds[case[0]] += instant - started.pop(case)
                cases[case[0]] += 1
    return seconds, cases


def report(seconds, cases):
    targets, tests = collections.Counter(), collections.Counter()
    for test, time in seconds.items():
        target = test.partition(".")[0]
        targets[target] += time
        tests[target] += 1
    lines = ["Slowest parameterized tests (own run time, number of cases):"]
    lines += [f"{time:8.2f} s {cases[test]:5}  {test.rpartition('/')[0]}" for test, time in seconds.most_common(20)]
    lines.append("Parameterized tests by target (own run time, number of tests):")
    lines += [f"{time:8.2f} s {tests[target]:5}  {target}" for target, time in targets.most_common()]
    lines.append(f"{sum(seconds.values()):8.2f} s {len(seconds):5}  in all")
    return lines


def test():
    def event(kind, test, case, instant):
        return json.dumps({"payload": {"kind": kind, "testID": test, "_testCase": {"id": case},
                                       "instant": {"absolute": instant}}})
    lines = [event("testCaseStarted", "A.B/c()/B.swift:1:1", "1", 1), event("testCaseStarted", "A.B/d()/B.swift:2:1", "1", 2),
             event("testCaseStarted", "A.B/c()/B.swift:1:1", "2", 2), event("testCaseEnded", "A.B/c()/B.swift:1:1", "1", 4),
             event("testCaseEnded", "A.B/c()/B.swift:1:1", "2", 3), event("testCaseEnded", "A.B/d()/B.swift:2:1", "1", 7),
             '{"payload": {"kind": "testCas']
    seconds, cases = times([lines])
    wanted = ["    5.00 s     1  A.B/d()", "    4.00 s     2  A.B/c()", "    9.00 s     2  A", "    9.00 s     2  in all"]
    found = [line for line in report(seconds, cases) if not line.endswith(":")]
    if found != wanted:
        sys.exit(f"slowest_tests: {found}")


def main():
    if sys.argv[1:] == ["--test"]:
        return test()
    streams = [open(name, errors="replace") for name in sys.argv[1:]]
    print("\n".join(report(*times(streams))))


main()
