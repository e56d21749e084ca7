import Foundation

/// A time on a clock that goes on while the machine sleeps, in nanoseconds.
///
/// That is `ContinuousClock`'s, without what its instants cost: they are of another module, which hides how large they
/// are, and three of them take longer than lending out a connection does otherwise.
struct PoolTime: Comparable {
  private var nanoseconds: Int64

  static var now: PoolTime {
    var time = timespec()
    #if os(Linux) || os(Android)
      // There the other clock stands still meanwhile.
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return PoolTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The last time that there is.
  static let never = PoolTime(nanoseconds: .max)

  /// The time after a while; ``never`` where that is too long to say.
  static func + (time: PoolTime, interval: PoolInterval) -> PoolTime {
    let (sum, isTooLong) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
    return isTooLong ? .never : PoolTime(nanoseconds: sum)
  }

  static func < (left: PoolTime, right: PoolTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

/// How long something takes, in nanoseconds, and not less than none.
struct PoolInterval {
  fileprivate let nanoseconds: Int64

  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = max(0, seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let part = max(0, attoseconds) / 1_000_000_000
    nanoseconds = isTooLong || whole > .max - part ? .max : whole + part
  }
}
