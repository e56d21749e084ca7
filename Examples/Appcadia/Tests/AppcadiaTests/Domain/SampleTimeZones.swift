import Foundation

/// Time zones with different rules for days.
enum SampleTimeZones {
  /// Time zones without daylight saving time, with changes at 1, 2 and 3 o'clock and at midnight,
  /// and with a change of half an hour.
  ///
  /// Others have offsets that are not whole hours.
  static let all = [
    "Asia/Tokyo", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Africa/Cairo",
    "Asia/Kathmandu", "Pacific/Chatham", "Australia/Lord_Howe", "America/St_Johns",
    "Atlantic/Azores", "Pacific/Kiritimati", "Pacific/Niue", "GMT",
  ].compactMap(TimeZone.init(identifier:))

  /// The Gregorian calendar of a time zone.
  static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}
