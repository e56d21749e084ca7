import Foundation

/// A time in nanoseconds, on a clock that continues while the machine sleeps.
///
/// It is the same clock as `ContinuousClock`, without the cost of its instants: their size is only
/// known at run time, because they belong to another module, and three of them take longer than
/// lending a connection otherwise does.
struct PoolTime: Comparable {
  private var nanoseconds: Int64

  static var now: PoolTime {
    var time = timespec()
    #if os(Linux) || os(Android)
      // On these systems `CLOCK_MONOTONIC` stops while the machine sleeps.
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return PoolTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The last representable time.
  static let never = PoolTime(nanoseconds: .max)

  /// The time after an interval; ``never`` if it cannot be represented.
  static func + (time: PoolTime, interval: PoolInterval) -> PoolTime {
    let (sum, isTooLong) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
    return isTooLong ? .never : PoolTime(nanoseconds: sum)
  }

  static func < (left: PoolTime, right: PoolTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

/// A duration in nanoseconds; never negative.
struct PoolInterval {
  fileprivate let nanoseconds: Int64

  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = max(0, seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let part = max(0, attoseconds) / 1_000_000_000
    nanoseconds = isTooLong || whole > .max - part ? .max : whole + part
  }
}
