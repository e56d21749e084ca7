import AppcadiaCore
import Foundation
import Testing

@Suite("Month and time of day")
struct MonthTests {
  @Test func monthsHaveTheDaysOfTheCalendar() throws {
    let calendar = SampleTimeZones.calendar(.gmt)
    for year in [1900, 1999, 2000, 2023, 2024, 2100] {
      for number in 1...12 {
        let text = "\(year)-\(number < 10 ? "0" : "")\(number)"
        let month = try #require(Month(text))
        let date = try #require(
          calendar.date(from: DateComponents(year: year, month: number, day: 1)))
        #expect(month.description == text)
        #expect(month.days.count == calendar.range(of: .day, in: .month, for: date)?.count)
        #expect(month.days.allSatisfy { Month(of: $0) == month })
      }
    }
  }

  @Test(arguments: ["", "2026", "2026-13", "2026-1", "2026-02-01", "february"])
  func invalidMonthsAreRefused(_ text: String) {
    #expect(Month(text) == nil)
  }

  @Test func timesConvertToTextOrDateAndBack() {
    for minutes in 0..<1440 {
      let time = TimeOfDay(hour: minutes / 60, minute: minutes % 60)
      #expect(time.flatMap { TimeOfDay($0.description) } == time)
      #expect(time.map { TimeOfDay(date: $0.date) } == time)
    }
    #expect(TimeOfDay("7:05")?.description == "07:05")
  }

  @Test(arguments: ["", "7", "24:00", "12:60", "1:5", "-1:00", "12:00:00", "٠٧:00"])
  func invalidTimesAreRefused(_ text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test(arguments: [Double.infinity, .nan, -1, 1e300, -1e300])
  func everyInstantHasATimeOfDay(_ seconds: Double) {
    let time = TimeOfDay(date: Date(timeIntervalSince1970: seconds))
    #expect((0...23).contains(time.hour))
    #expect((0...59).contains(time.minute))
  }
}
