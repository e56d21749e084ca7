import AppcadiaCore
import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@Suite("Stamp book")
struct StampBookTests {
  private static let now = Date(timeIntervalSince1970: 1_750_000_000)

  private func withBook(
    _ kind: StoreKind = .memory, timeZone: TimeZone = .gmt,
    _ body: (StampBook, Goal, ModelContext) async throws -> Void
  ) async throws {
    try await kind.withContainer { container async throws in
      let context = ModelContext(container)
      let goal = Goal(title: "英語")
      try await SwiftDataGoalRepository(context: context).createGoal(goal)
      try await body(StampBook(context: context, timeZone: timeZone), goal, context)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func countsAndStreaksMatchRandomStamps(_ kind: StoreKind) async throws {
    for seed in UInt64(1)...(kind == .memory ? 12 : 3) {
      try await withBook(kind) { book, goal, context async throws in
        var generator = SeededGenerator(seed: seed)
        var regular: Set<Day> = []
        var total = 0
        for _ in 0..<60 {
          let day = Day(number: .random(in: 0..<40, using: &generator))
          var entry = StampBook.Entry()
          entry.type = StampType.allCases.randomElement(using: &generator) ?? .regular
          if entry.type == .regular, regular.contains(day) {
            #expect(throws: AppcadiaError.alreadyStamped(goal: "英語", day: day)) {
              try book.stamp(goal, on: day, entry)
            }
          } else {
            let stamp = try book.stamp(goal, on: day, entry)
            #expect(stamp.day == day)
            total += 1
            if entry.type == .regular { regular.insert(day) }
          }
          let streaks = Streaks(of: regular)
          #expect(goal.streaks == streaks, "seed \(seed)")
          #expect(Int(goal.totalStamps) == total, "seed \(seed)")
          #expect(goal.stamps.count == total, "seed \(seed)")
        }
        #expect(try context.count(Stamp.self) == total)
        #expect(try await SwiftDataGoalRepository(context: context).recount().isEmpty)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func propertiesOfAStampAreStored(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let goal = Goal(title: "a", difficulty: 4)
      let context = ModelContext(container)
      try await SwiftDataGoalRepository(context: context).createGoal(goal)
      var entry = StampBook.Entry()
      (entry.note, entry.mood) = ("雨でも", "😀")
      let book = StampBook(context: context, timeZone: .gmt)
      try book.stamp(goal, entry, at: Self.now)
      let other = ModelContext(container)
      let stamp = try #require(try other.fetch(FetchDescriptor<Stamp>()).first)
      #expect([stamp.note, stamp.mood, stamp.stampType] == ["雨でも", "😀", "regular"])
      #expect(stamp.difficulty == 4)
      #expect(stamp.stampedAt == Self.now)
      #expect(stamp.day == Day(Self.now, in: .gmt))
      #expect(stamp.goalId == goal.id)
      #expect(stamp.goal?.id == goal.id)
    }
  }

  @Test(arguments: SampleTimeZones.all)
  func stampsGetTheDayOfTheTimeZone(_ timeZone: TimeZone) async throws {
    try await withBook(timeZone: timeZone) { book, goal, _ async throws in
      let calendar = SampleTimeZones.calendar(timeZone)
      // Every seven hours through two months in which clocks change: each day is stamped once,
      // however long it is.
      let start = Date(timeIntervalSince1970: 1_726_800_000)
      let times = (0..<200).map { start.addingTimeInterval(Double($0) * 7 * 3_600) }
      var days = 0
      for time in times where (try? book.stamp(goal, at: time)) != nil { days += 1 }
      let end = times.last ?? start
      let between = calendar.dateComponents(
        [.day], from: calendar.startOfDay(for: start), to: calendar.startOfDay(for: end))
      #expect(days == (between.day ?? 0) + 1)
      #expect(goal.currentStreak(asOf: Day(end, in: timeZone)) == days)
    }
  }

  @Test func futureDaysAreRefused() async throws {
    try await withBook { book, goal, context async throws in
      let today = Day(Self.now, in: .gmt)
      #expect(throws: AppcadiaError.dayInFuture(today.next, today: today)) {
        try book.stamp(goal, on: today.next, at: Self.now)
      }
      #expect(try context.count(Stamp.self) == 0)
    }
  }

  @Test func goalsWithoutAContextAreRefused() async throws {
    try await withBook { book, goal, context in
      let stray = Goal(title: "stray")
      #expect(throws: AppcadiaError.goalNotFound(stray.id)) { try book.stamp(stray) }
      #expect(throws: AppcadiaError.goalNotFound(stray.id)) {
        try ActionRepository(context: context).add("read", to: stray)
      }
    }
  }

  @Test func goalsOfAnotherContextAreRefused() async throws {
    try await withBook { book, goal, context async throws in
      let second = ModelContext(context.container)
      let same = try SwiftDataGoalRepository(context: second).goal(id: goal.id)
      #expect(same.modelContext === second)
      #expect(throws: AppcadiaError.goalNotFound(goal.id)) { try book.stamp(same) }
      #expect(throws: AppcadiaError.goalNotFound(goal.id)) {
        try ActionRepository(context: context).add("read", to: same)
      }
      #expect(try context.count(Stamp.self) == 0)
      try book.stamp(goal)
      #expect(try context.count(Stamp.self) == 1)
    }
  }

  @Test func closedGoalsAndWrongDifficultiesAreRefused() async throws {
    try await withBook { book, goal, context async throws in
      var entry = StampBook.Entry()
      entry.difficulty = 6
      #expect(throws: AppcadiaError.difficultyOutOfRange(6)) { try book.stamp(goal, entry) }
      goal.isActive = false
      #expect(throws: AppcadiaError.goalInactive(title: "英語")) { try book.stamp(goal) }
      #expect(try context.count(Stamp.self) == 0)
      #expect(goal.totalStamps == 0)
    }
  }

  @Test func lateStampFillsTheGapInAStreak() async throws {
    try await withBook { book, goal, _ async throws in
      for number in [1, 2, 4, 5] { try book.stamp(goal, on: Day(number: number)) }
      #expect(goal.currentStreak == 2)
      #expect(goal.bestStreak == 2)
      try book.stamp(goal, on: Day(number: 3))
      #expect(goal.currentStreak == 5)
      #expect(goal.bestStreak == 5)
      #expect(goal.lastStampDate == Day(number: 5).date)
    }
  }

  @Test func stampsOfARangeOfDaysAreFound() async throws {
    try await withBook { book, goal, _ async throws in
      var bonus = StampBook.Entry()
      bonus.type = .bonus
      for number in 1...5 {
        try book.stamp(goal, on: Day(number: number))
        try book.stamp(goal, on: Day(number: number), bonus)
      }
      let found = try book.stamps(of: goal, in: Day(number: 2)...Day(number: 3))
      #expect(found.map(\.day.number) == [2, 2, 3, 3])
      #expect(found.map(\.isRegular) == [true, false, true, false])
    }
  }
}
