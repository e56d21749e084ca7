import Foundation

extension Date {
  /// Whether databases have it that keep microseconds in 64 bits: from 4714 BC to the year 294276, and the
  /// infinities.
  @inlinable package var isTimestamp: Bool {
    let interval = timeIntervalSinceReferenceDate
    return interval.isInfinite || (-211_845_110_400..<9_223_339_708_800).contains(interval)
  }

  /// The date in whole microseconds next to this one, as databases give it back that keep these.
  ///
  /// Nil for dates that are whole microseconds as far as a `Date` can tell, and for NaN and the infinities.
  package var inMicroseconds: Date? {
    let interval = timeIntervalSinceReferenceDate
    // Farther away, dates are farther from each other than a microsecond.
    guard interval.magnitude < 1e10 else { return nil }
    let seconds = interval.rounded(.down)
    let microseconds = seconds * 1e6 + ((interval - seconds) * 1e6).rounded()
    let rounded = microseconds / 1e6
    return rounded == interval ? nil : Date(timeIntervalSinceReferenceDate: rounded)
  }
}
