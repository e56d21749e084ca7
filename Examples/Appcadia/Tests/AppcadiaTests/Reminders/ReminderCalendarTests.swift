@testable import AppcadiaCore
import Foundation
import Testing

@Suite("Calendar of reminders")
struct ReminderCalendarTests {
  private func reminder(_ title: String, last: Day? = nil) throws -> Reminder {
    Reminder(
      id: try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001")),
      time: try #require(TimeOfDay("07:05")), goal: "Speak; read, write", action: title,
      description: "", minutes: 10, createdAt: Date(timeIntervalSince1970: 1_700_000_009.5),
      firstDay: try #require(Day("2023-11-15")), lastDay: last)
  }

  @Test func eventRepeatsEveryDay() throws {
    let text = ReminderCalendar([try reminder("単語", last: Day("2026-12-31"))]).text
    #expect(
      text
        == [
          "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//OpenSwiftData//Appcadia//EN", "BEGIN:VEVENT",
          "UID:action-00000000-0000-4000-8000-000000000001@appcadia", "DTSTAMP:20231114T221329Z",
          "DTSTART:20231115T070500", "DURATION:PT10M",
          "RRULE:FREQ=DAILY;UNTIL=20261231T235959", "SUMMARY:単語",
          "DESCRIPTION:Speak\\; read\\, write", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S",
          "DESCRIPTION:単語", "END:VALARM", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n"))
  }

  @Test func longLinesAreFoldedBetweenCharacters() throws {
    let title = String(repeating: "👩‍👩‍👧 日本語 é, ", count: 40)
    let text = ReminderCalendar([try reminder(title)]).text
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    let unfolded = text.replacingOccurrences(of: "\r\n ", with: "", options: .literal)
    let escaped = title.replacing(",", with: "\\,")
    #expect(unfolded.contains("\r\nSUMMARY:\(escaped)\r\n"))
  }

  @Test func specialCharactersAreEscaped() throws {
    let text = ReminderCalendar([try reminder("a\\b;c,d\r\ne\nf\u{7}\nEND:VEVENT")]).text
    #expect(text.contains("SUMMARY:a\\\\b\\;c\\,d\\ne\\nf\\nEND:VEVENT\r\n"))
    #expect(text.components(separatedBy: "\r\nEND:VEVENT").count == 2)
  }

  @Test func goalThatEndedBeforeItBeganHasNoEvent() throws {
    let text = ReminderCalendar([try reminder("a", last: Day("2023-11-14"))]).text
    #expect(!text.contains("VEVENT"))
  }
}
