import Foundation
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Times")
struct PostgresTimeTests {
  @Test func timesRoundTripThroughDates() {
    var random = SeededGenerator(seed: TestRun.seed(3))
    for _ in 0..<TestRun.count(20_000) {
      // Times that a date represents with microsecond precision.
      let micro = Int64.random(in: -4_000_000_000_000_000...4_000_000_000_000_000, using: &random)
      let time = PostgresTime(microseconds: micro)
      #expect(PostgresTime(time.date) == time, "\(micro) \(TestRun.comment)")
    }
  }

  /// Halves round away from the start of the second, as halves of other numbers round away from 0.
  @Test func datesRoundToTheNearestMicrosecond() {
    var random = SeededGenerator(seed: TestRun.seed(5))
    var intervals: [Double] = [0, -0.0, 0.5e-6, -0.5e-6, 1 - 0.5e-6, -1e-20, 1e-20, 0.1, -0.1]
    for _ in 0..<TestRun.count(20_000) {
      let whole = Double(Int64.random(in: -1_000_000...1_000_000, using: &random))
      intervals += [whole, whole + 0.5e-6, whole / 2_000_000, whole.nextUp, whole.nextDown]
      intervals.append(Double.random(in: -2e11...9e12, using: &random))
    }
    for interval in intervals {
      let seconds = interval.rounded(.down)
      let micro = Int64(seconds) * 1_000_000 + Int64(((interval - seconds) * 1e6).rounded())
      let time = PostgresTime(Date(timeIntervalSinceReferenceDate: interval))
      #expect(time?.microseconds == micro + 31_622_400_000_000, "\(interval) \(TestRun.comment)")
    }
  }

  @Test func timesIncludeInfinities() {
    #expect(PostgresTime.infinity.date.timeIntervalSinceReferenceDate == .infinity)
    #expect(PostgresTime(PostgresTime.minusInfinity.date) == .minusInfinity)
    #expect(PostgresTime(Date(timeIntervalSinceReferenceDate: .nan)) == nil)
    #expect(PostgresTime(Date(timeIntervalSinceReferenceDate: 1e300)) == nil)
    #expect(PostgresTime(Date(timeIntervalSinceReferenceDate: -1e12)) == nil)
    #expect(PostgresTime(Date.distantFuture) != nil)
    #expect(PostgresTime(Date.distantPast) != nil)
  }

  /// Views show days that are later than any timestamp as microseconds of the last day.
  @Test func lateDaysAreNoDates() throws {
    let lastDay = try #require(PostgresTime(text: "294276-12-31 00:00:00+00"))
    let days: [(Int64, String)] = [
      (1, "294277-01-01"), (366, "294278-01-01"), (2_038_279_966, "5874897-12-31"),
    ]
    for (count, day) in days {
      let time = PostgresTime(microseconds: lastDay.microseconds + count)
      #expect(time.lateDay?.text == day)
      #expect(PostgresValue.timestamptz(time).sqlValue == .text(day))
    }
    let noon = try #require(PostgresTime(text: "294276-12-31 12:00:00+00"))
    for time in [lastDay, noon, .infinity, .minusInfinity, PostgresTime(microseconds: 0)] {
      #expect(time.lateDay == nil)
      #expect(PostgresTime(time.date) == time)
    }
  }

  /// The driver can send each date for which SQL is generated.
  @Test func timestampsAreDatesThatTheDriverSends() {
    var random = SeededGenerator(seed: TestRun.seed(4))
    var intervals: [Double] = [0, .infinity, -.infinity, .nan, 1e300, -1e300]
    for end in [-211_845_110_400, 9_223_339_708_800] as [Double] {
      intervals += [end, end.nextUp, end.nextDown, end - 1, end + 1]
    }
    for _ in 0..<TestRun.count(20_000) {
      intervals.append(Double.random(in: -3e11...1e13, using: &random))
    }
    for interval in intervals {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      #expect(date.isTimestamp == (PostgresTime(date) != nil), "\(interval) \(TestRun.comment)")
    }
  }

  @Test func serverTextsAreReadAsTimes() {
    let texts: [(String, Int64)] = [
      ("2000-01-01 00:00:00+00", 0), ("2000-01-01 00:00:00.000001+00", 1),
      ("1999-12-31 23:59:59.5", -500_000), ("2000-01-01 05:30:00+05:30", 0),
      ("1999-12-31 23:59:28-00:00:32", 0),
    ]
    for (text, micro) in texts { #expect(PostgresTime(text: text)?.microseconds == micro) }
    let beyond = ["294277-01-09 04:00:54.775807+00", "294277-01-09 23:59:59+00", "-9999999-01-01"]
    for text in beyond + ["9999999-12-31 00:00:00+00", "290279-12-22 19:59:05.224192+00 BC"] {
      if let time = PostgresTime(text: text) { #expect(PostgresTime(text: time.text) == time) }
    }
    for text in ["", "2000-13-01 00:00:00", "tomorrow", "2000-01-01 00:00:00x", "01/02/2000"] {
      #expect(PostgresTime(text: text) == nil)
    }
  }

  @Test func daysBeginInUTC() {
    #expect(PostgresDay(PostgresTime(microseconds: -1))?.days == -1)
    #expect(PostgresDay(PostgresTime(microseconds: 0))?.days == 0)
    #expect(PostgresDay(days: 0).text == "2000-01-01")
    #expect(PostgresDay(text: "0044-03-15 BC")?.text == "0044-03-15 BC")
    #expect(PostgresDay(days: .max - 1).time == .infinity)
  }
}
