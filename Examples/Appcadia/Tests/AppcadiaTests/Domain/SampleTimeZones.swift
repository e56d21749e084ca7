import Foundation

/// Time zones that treat days differently.
enum SampleTimeZones {
  /// Without daylight saving time, with it at 1, 2 and 3 o'clock and at midnight, by half an hour,
  /// and with offsets that are no whole hours.
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
