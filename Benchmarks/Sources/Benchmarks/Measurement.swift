import Foundation

/// What one run of a workload took and found.
struct Outcome {
  /// CPU time of the process, user and system, in seconds.
  var seconds: Double
  /// What the run computed; both sides of a workload must agree on it.
  var result: UInt64
}

/// Runs `work` and takes its CPU time.
///
/// CPU time and not the clock on the wall: other processes disturb it far less.
func measure(_ work: () throws -> UInt64) rethrows -> Outcome {
  let start = processorTime()
  let result = try measuredWork(work)
  return Outcome(seconds: processorTime() - start, result: result)
}

/// What profilers find the measured part of a run by.
@inline(never)
func measuredWork(_ work: () throws -> UInt64) rethrows -> UInt64 { try work() }

/// CPU time that this process has used so far, user and system, in seconds.
func processorTime() -> Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

/// Seconds on the clock on the wall, since whenever.
func wallTime() -> Double { seconds(of: CLOCK_MONOTONIC) }

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension [Double] {
  /// The middle value; the mean of the two middle ones of an even count; 0 of none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let ordered = sorted()
    let middle = ordered.count / 2
    return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
  }
}
