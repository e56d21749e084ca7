import AppcadiaCore
import ExampleTestSupport
import Foundation
import Testing

@Suite("Streaks")
struct StreaksTests {
  @Test(arguments: SampleTimeZones.all)
  func streaksAgreeWithTheCalendar(_ timeZone: TimeZone) {
    let calendar = SampleTimeZones.calendar(timeZone)
    for seed in UInt64(1)...60 {
      var generator = SeededGenerator(seed: seed)
      let instants = instants(using: &generator)
      let now = instants.max().map {
        $0.addingTimeInterval(.random(in: 0...3, using: &generator) * 86_400)
      }
      let naive = NaiveStreaks(instants, calendar: calendar)
      let streaks = Streaks(of: instants.map { Day($0, in: timeZone) })
      #expect(streaks.latest == naive.latest, "seed \(seed)")
      #expect(streaks.best == naive.best, "seed \(seed)")
      #expect(streaks.last == instants.max().map { Day($0, in: timeZone) }, "seed \(seed)")
      if let now {
        #expect(
          streaks.current(asOf: Day(now, in: timeZone)) == naive.current(asOf: now), "seed \(seed)")
      }
    }
  }

  @Test func appendingDaysEqualsCountingAllAtOnce() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      let days = instants(using: &generator).map { Day($0, in: .gmt) }.sorted()
      var grown = Streaks()
      for (index, day) in days.enumerated() {
        grown.append(day)
        #expect(grown == Streaks(of: days[...index].shuffled(using: &generator)), "seed \(seed)")
      }
    }
  }

  @Test func streakLastsThroughTheDayAfterItsEnd() {
    let streaks = Streaks(of: [1, 2, 3, 10, 11].map(Day.init(number:)))
    #expect(streaks.best == 3)
    #expect(streaks.latest == 2)
    let current = (9...14).map { streaks.current(asOf: Day(number: $0)) }
    // The last day is the 11th; on the 12th the streak may still be continued.
    #expect(current == [2, 2, 2, 2, 0, 0])
  }

  @Test func streaksOfNoDaysAreZero() {
    let streaks = Streaks(of: [])
    #expect(streaks == Streaks())
    #expect(streaks.best == 0)
    #expect(streaks.latest == 0)
    #expect(streaks.last == nil)
    #expect(streaks.current(asOf: Day(number: 0)) == 0)
  }

  /// Instants in runs of days, with changes of daylight saving time in many of them.
  private func instants(using generator: inout SeededGenerator) -> [Date] {
    var time = Date(
      timeIntervalSince1970: .random(in: 1_000_000_000...2_000_000_000, using: &generator))
    return (0..<Int.random(in: 0...60, using: &generator)).map { _ in
      let days = Bool.random(using: &generator) ? 1 : Double.random(in: 0...2.5, using: &generator)
      time += days * 86_400
      return time
    }
  }
}
