import Foundation

extension Date {
  /// Whether the date is in the range of databases that store microseconds in 64 bits.
  ///
  /// The range is 4714 BC to the year 294276, and the infinities.
  @inlinable package var isTimestamp: Bool {
    let interval = timeIntervalSinceReferenceDate
    return interval.isInfinite || (-211_845_110_400..<9_223_339_708_800).contains(interval)
  }

  /// The date rounded to whole microseconds, as returned by databases that store these.
  ///
  /// It is nil for dates that are whole microseconds within the precision of `Date`, and for NaN
  /// and the infinities.
  package var inMicroseconds: Date? {
    let interval = timeIntervalSinceReferenceDate
    // Beyond this, adjacent dates differ by more than a microsecond.
    guard interval.magnitude < 1e10 else { return nil }
    let seconds = interval.rounded(.down)
    let microseconds = seconds * 1e6 + ((interval - seconds) * 1e6).rounded()
    let rounded = microseconds / 1e6
    return rounded == interval ? nil : Date(timeIntervalSinceReferenceDate: rounded)
  }
}
