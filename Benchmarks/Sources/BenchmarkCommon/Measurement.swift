import Foundation

/// What one run of a workload took and found.
package struct Outcome {
  /// CPU time of the process, user and system, in seconds.
  package var seconds: Double
  /// Time on the clock, in seconds.
  package var wallSeconds: Double
  /// What the run computed; both sides of a workload must agree on it.
  package var result: UInt64

  package init(seconds: Double, wallSeconds: Double, result: UInt64) {
    (self.seconds, self.wallSeconds, self.result) = (seconds, wallSeconds, result)
  }
}

/// Runs `work` and takes its time.
///
/// CPU time is what counts, not the clock on the wall: other processes disturb it far less.
package func measure(_ work: () throws -> UInt64) rethrows -> Outcome {
  let start = (processorTime(), wallTime())
  let result = try measuredWork(work)
  return Outcome(
    seconds: processorTime() - start.0, wallSeconds: wallTime() - start.1, result: result)
}

/// What profilers find the measured part of a run by.
@inline(never)
package func measuredWork(_ work: () throws -> UInt64) rethrows -> UInt64 { try work() }

/// CPU time that this process has used so far, user and system, in seconds.
package func processorTime() -> Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

/// Seconds on the clock on the wall, since whenever.
package func wallTime() -> Double { seconds(of: CLOCK_MONOTONIC) }

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension [Double] {
  /// The middle value; the mean of the two middle ones of an even count; 0 of none.
  package var median: Double {
    guard !isEmpty else { return 0 }
    let ordered = sorted()
    let middle = ordered.count / 2
    return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
  }
}
