import Foundation

/// The times and the result of one run of a workload.
package struct Outcome {
  /// CPU time of the process, user and system, in seconds.
  package var seconds: Double
  /// Wall-clock time in seconds.
  package var wallSeconds: Double
  /// The computed result; both sides of a workload must agree on it.
  package var result: UInt64

  package init(seconds: Double, wallSeconds: Double, result: UInt64) {
    (self.seconds, self.wallSeconds, self.result) = (seconds, wallSeconds, result)
  }
}

/// Runs `work` and measures its times.
///
/// Reports compare CPU time rather than wall-clock time, because other processes affect it far
/// less.
package func measure(_ work: () throws -> UInt64) rethrows -> Outcome {
  let start = (processorTime(), wallTime())
  let result = try measuredWork(work)
  return Outcome(
    seconds: processorTime() - start.0, wallSeconds: wallTime() - start.1, result: result)
}

/// The function by which profilers identify the measured part of a run.
@inline(never)
package func measuredWork(_ work: () throws -> UInt64) rethrows -> UInt64 { try work() }

/// CPU time that this process has used so far, user and system, in seconds.
package func processorTime() -> Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

/// Wall-clock time in seconds, from an arbitrary start.
package func wallTime() -> Double { seconds(of: CLOCK_MONOTONIC) }

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension [Double] {
  /// The middle value; the mean of the two middle ones if the count is even; 0 if there are none.
  package var median: Double {
    guard !isEmpty else { return 0 }
    let ordered = sorted()
    let middle = ordered.count / 2
    return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
  }
}
