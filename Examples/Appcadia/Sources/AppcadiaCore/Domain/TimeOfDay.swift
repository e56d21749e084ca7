import Foundation

/// A time of day, independent of time zones.
package struct TimeOfDay: Hashable, Sendable {
  /// 0 to 23.
  package let hour: Int
  /// 0 to 59.
  package let minute: Int

  /// The number of minutes since midnight.
  package var minutes: Int { hour * 60 + minute }

  package static let evening = TimeOfDay(minutes: 20 * 60)

  /// Creates a time; nil if it is out of range.
  package init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    (self.hour, self.minute) = (hour, minute)
  }

  private init(minutes: Int) {
    (hour, minute) = (minutes / 60, minutes % 60)
  }

  /// Creates a time from its stored form.
  ///
  /// - Parameter date: An instant, whose time in Greenwich time is used.
  package init(date: Date) {
    let seconds = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
    self.init(
      minutes: seconds.isNaN ? 0 : Int(seconds < 0 ? seconds + 86_400 : seconds) / 60 % 1440)
  }

  /// The stored form of the time: on the 1st of January 1970 in Greenwich time, so that time zones
  /// do not move it.
  package var date: Date { Date(timeIntervalSince1970: Double(minutes * 60)) }
}

extension TimeOfDay: LosslessStringConvertible {
  /// Parses a time like `07:30`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  package var description: String { "\(hour.digits(2)):\(minute.digits(2))" }
}
