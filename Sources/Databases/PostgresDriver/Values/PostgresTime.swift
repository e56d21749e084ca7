import Foundation
import SQLCore

/// A point in time as PostgreSQL stores it: microseconds since the start of 2000.
package struct PostgresTime: Hashable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// Later than all other times.
  package static let infinity = PostgresTime(microseconds: .max)
  /// Earlier than all other times.
  package static let minusInfinity = PostgresTime(microseconds: .min)

  /// The range that the server supports: from 4714 BC to the year 294276.
  static let range: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000
  /// The seconds from the start of 2000 to the start of 2001, Foundation's reference date.
  private static let offset: Int64 = 31_622_400
}

extension PostgresTime {
  /// The nearest microsecond to a date; nil for dates outside of the server's range.
  @inline(__always)
  package init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    if interval == .infinity { self = .infinity; return }
    if interval == -.infinity { self = .minusInfinity; return }
    guard date.isTimestamp else { return nil }
    // Whole seconds and their fraction are converted separately, because their sum lacks the
    // precision for both. Integers are used, because rounding calls a function of another library.
    var seconds = Int64(interval)
    if Double(seconds) > interval { seconds -= 1 }
    let parts = (interval - Double(seconds)) * 1e6
    var part = Int64(parts)
    if parts - Double(part) >= 0.5 { part += 1 }
    self.init(microseconds: (seconds + Self.offset) * 1_000_000 + part)
    guard Self.range.contains(microseconds), lateDay == nil else { return nil }
  }

  /// The latest day of a timestamp, December 31, 294276: days since the start of 2000.
  private static let lastDay: Int64 = 106_751_982

  /// The day after the latest timestamp that the time represents; nil for any other time.
  ///
  /// Views of other programs' tables show such a day of a column of the type `date` as a time on the
  /// last day: one microsecond for each day after it.
  @inline(__always)
  package var lateDay: PostgresDay? {
    let count = microseconds &- Self.lastDay &* 86_400_000_000
    guard count > 0, microseconds > 0, count <= Int64(Int32.max) &- Self.lastDay else { return nil }
    return PostgresDay(days: Int32(truncatingIfNeeded: Self.lastDay &+ count))
  }

  /// The date; ±infinity seconds from Foundation's reference date for the infinities.
  package var date: Date {
    switch self {
    case .infinity: return Date(timeIntervalSinceReferenceDate: .infinity)
    case .minusInfinity: return Date(timeIntervalSinceReferenceDate: -.infinity)
    default: break
    }
    let (micro, overflows) = microseconds.subtractingReportingOverflow(Self.offset * 1_000_000)
    guard !overflows else { return Date(timeIntervalSinceReferenceDate: -.infinity) }
    if micro.magnitude < 1 << 53 {
      return Date(timeIntervalSinceReferenceDate: Double(micro) / 1e6)
    }
    let (seconds, part) = micro.quotientAndRemainder(dividingBy: 1_000_000)
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(part) / 1e6)
  }
}

/// A day as PostgreSQL stores it: days since the start of 2000.
package struct PostgresDay: Hashable, Sendable {
  package var days: Int32

  package init(days: Int32) { self.days = days }

  package static let infinity = PostgresDay(days: .max)
  package static let minusInfinity = PostgresDay(days: .min)
  private static let length: Int64 = 86_400_000_000

  /// The day of a time in UTC.
  package init?(_ time: PostgresTime) {
    switch time {
    case .infinity: self = .infinity
    case .minusInfinity: self = .minusInfinity
    default:
      let (days, rest) = time.microseconds.quotientAndRemainder(dividingBy: Self.length)
      self.init(days: Int32(clamping: rest < 0 ? days - 1 : days))
    }
  }

  /// The start of the day in UTC.
  ///
  /// Days that come after the server's latest time become infinity.
  package var time: PostgresTime {
    switch self {
    case .infinity: return .infinity
    case .minusInfinity: return .minusInfinity
    default:
      let (time, overflows) = Int64(days).multipliedReportingOverflow(by: Self.length)
      guard !overflows else { return days < 0 ? .minusInfinity : .infinity }
      return PostgresTime(microseconds: time)
    }
  }
}
