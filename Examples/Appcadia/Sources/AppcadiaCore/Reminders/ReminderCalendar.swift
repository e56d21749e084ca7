import Foundation

/// Reminders as an iCalendar file, according to RFC 5545: an event that repeats every day for each
/// reminder.
///
/// Times are floating: they are those of the clock wherever the user is, as in the app. The file is
/// the same for the same reminders, so a calendar that subscribes to it sees only what changed.
package struct ReminderCalendar: Hashable, Sendable {
  private let reminders: [Reminder]

  package init(_ reminders: [Reminder]) {
    self.reminders = reminders
  }

  /// The type of the file in HTTP.
  package static let contentType = "text/calendar; charset=utf-8"

  /// The file; its lines end with CRLF and have at most 75 bytes.
  package var text: String {
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//OpenSwiftData//Appcadia//EN"]
      // A repetition that ends before its first day is not valid.
      + reminders.filter { $0.firstDay <= $0.lastDay ?? $0.firstDay }.flatMap(event)
      + ["END:VCALENDAR"]
    return lines.map { Self.folded($0) + "\r\n" }.joined()
  }

  private func event(_ reminder: Reminder) -> [String] {
    let time = reminder.time.hour.digits(2) + reminder.time.minute.digits(2) + "00"
    let end = reminder.lastDay.map { ";UNTIL=\(Self.digits($0))T235959" } ?? ""
    let kind = reminder.action == nil ? "stamp" : "action"
    let description = [reminder.action == nil ? "" : reminder.goal, reminder.description]
      .filter { !$0.isEmpty }.joined(separator: "\n")
    return [
      "BEGIN:VEVENT", "UID:\(kind)-\(reminder.id.uuidString.lowercased())@appcadia",
      "DTSTAMP:\(Self.instant(reminder.createdAt))",
      "DTSTART:\(Self.digits(reminder.firstDay))T\(time)",
    ] + (reminder.minutes > 0 ? ["DURATION:PT\(reminder.minutes)M"] : [])
      + ["RRULE:FREQ=DAILY\(end)", "SUMMARY:\(Self.escaped(reminder.title))"]
      + (description.isEmpty ? [] : ["DESCRIPTION:\(Self.escaped(description))"])
      + [
        "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S",
        "DESCRIPTION:\(Self.escaped(reminder.title))", "END:VALARM", "END:VEVENT",
      ]
  }

  private static func digits(_ day: Day) -> String {
    let (year, month, day) = day.civil
    return year.digits(4) + month.digits(2) + day.digits(2)
  }

  /// An instant in UTC.
  private static func instant(_ date: Date) -> String {
    let time = TimeOfDay(date: date)
    let second = Int(date.timeIntervalSince1970.rounded(.down)) % 60
    return digits(Day(date: date)) + "T" + time.hour.digits(2) + time.minute.digits(2)
      + (second < 0 ? second + 60 : second).digits(2) + "Z"
  }

  /// A text value: line breaks are written as `\n`, and other control characters are left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\\", ";", ",": result += "\\\(scalar)"
      case "\n", "\r": result += "\\n"
      case "\t": result.unicodeScalars.append(scalar)
      default:
        if scalar.value >= 0x20, scalar.value != 0x7F { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// Splits a line after at most 75 bytes, not within a character.
  ///
  /// Further lines begin with a space.
  private static func folded(_ line: String) -> String {
    var result = ""
    var length = 0
    for scalar in line.unicodeScalars {
      let count = UTF8.width(scalar)
      if length + count > 75 {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += count
    }
    return result
  }
}
