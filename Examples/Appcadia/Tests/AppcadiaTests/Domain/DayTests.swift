import AppcadiaCore
import ExampleTestSupport
import Foundation
import Testing

@Suite("Day")
struct DayTests {
  @Test(arguments: SampleTimeZones.all)
  func dayAgreesWithCalendarInEveryTimeZone(_ timeZone: TimeZone) {
    let calendar = SampleTimeZones.calendar(timeZone)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let instant = Date(
        timeIntervalSince1970: .random(in: -2_208_988_800...2_145_916_800, using: &generator))
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: instant)
      let day = Day(instant, in: timeZone)
      #expect(
        [day.civil.year, day.civil.month, day.civil.day] == [parts.year, parts.month, parts.day])
      #expect(day.weekday + 1 == parts.weekday)
    }
  }

  @Test func dayNumbersConvertToDatesAndBack() {
    var day = Day(year: 1, month: 1, day: 1)
    for number in stride(from: -719_162, through: 2_932_896, by: 97) {
      day = Day(number: number)
      let (year, month, ofMonth) = day.map { $0.civil } ?? (0, 0, 0)
      #expect(Day(year: year, month: month, day: ofMonth) == day)
    }
    #expect(Day(year: 1, month: 1, day: 1)?.number == -719_162)
    #expect(Day(year: 9999, month: 12, day: 31)?.number == 2_932_896)
  }

  @Test func daysConvertToTextOrDateAndBack() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2_000 {
      let day = Day(number: .random(in: -719_162...2_932_896, using: &generator))
      #expect(Day(day.description) == day)
      #expect(Day(date: day.date) == day)
    }
    #expect(Day(year: 2026, month: 2, day: 3)?.description == "2026-02-03")
  }

  @Test(arguments: [
    "", "2026", "2026-02", "2026-02-30", "2025-02-29", "2100-02-29", "2026-13-01", "2026-00-01",
    "2026-01-00", "0000-01-01", "26-01-01", "2026-1-1", "2026-01-01 ", "+026-01-01", "２０２６-01-01",
    "2026--1-01", "99999999999999999999-01-01",
  ])
  func invalidDatesAreRefused(_ text: String) {
    #expect(Day(text) == nil)
  }

  @Test(arguments: [
    Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e15, -1e15,
    Date.distantPast.timeIntervalSince1970, Date.distantFuture.timeIntervalSince1970,
  ])
  func everyInstantConvertsToADay(_ seconds: Double) {
    let instant = Date(timeIntervalSince1970: seconds)
    for timeZone in SampleTimeZones.all { _ = Day(instant, in: timeZone).description }
    _ = Day(date: instant).next.date
  }

  @Test func localNoonFallsOnTheSameDayEverywhere() {
    let day = Day(year: 2026, month: 3, day: 1)
    for timeZone in SampleTimeZones.all {
      let calendar = SampleTimeZones.calendar(timeZone)
      let noon = calendar.date(from: DateComponents(year: 2026, month: 3, day: 1, hour: 12))
      #expect(noon.map { Day($0, in: timeZone) } == day)
    }
  }
}
