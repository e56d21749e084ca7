import AppcadiaCore
import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@Suite("Reminders")
struct ReminderBookTests {
  private static let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt

  private func withBook(
    _ kind: StoreKind, _ timeZone: TimeZone = tokyo,
    _ body: (ReminderBook, Goal, DailyAction, ModelContext) async throws -> Void
  ) async throws {
    try await kind.withContainer { container async throws in
      let context = ModelContext(container)
      try SettingsRepository(context: context).update { $0.notificationEnabled = true }
      let goal = Goal(title: "英語")
      try await SwiftDataGoalRepository(context: context).createGoal(goal)
      let action = try ActionRepository(context: context).add(
        "単語", to: goal, minutes: 10, reminder: TimeOfDay("07:30"))
      try await body(ReminderBook(context: context, timeZone: timeZone), goal, action, context)
    }
  }

  /// An instant of the 2nd of February 2025 in Tokyo.
  private func time(_ text: String, in timeZone: TimeZone = tokyo) throws -> Date {
    let day = try #require(Day("2025-02-02"))
    let time = try #require(TimeOfDay(text))
    let instant = day.date.addingTimeInterval(Double(time.minutes) * 60)
    return instant.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: instant)))
  }

  @Test(arguments: StoreKind.allCases)
  func timerFindsEachReminderOnce(_ kind: StoreKind) async throws {
    try await withBook(kind) { book, _, _, _ async throws in
      var found: [String] = []
      for minute in stride(from: 0, to: 1_440, by: 15) {
        let now = try time("00:00").addingTimeInterval(Double(minute) * 60 + 7)
        found += try book.due(within: 15, at: now).map { "\($0.time) \($0.title)" }
      }
      #expect(found == ["07:30 単語", "20:00 英語"])
      #expect(try book.due(within: 15, at: time("07:29")).isEmpty)
      #expect(try book.due(within: 15, at: time("07:30")).map(\.action) == ["単語"])
      #expect(try book.due(within: 15, at: time("07:45")).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsDoneIsNotDue(_ kind: StoreKind) async throws {
    try await withBook(kind) { book, goal, action, context async throws in
      let day = try #require(Day("2025-02-02"))
      let actions = ActionRepository(context: context)
      try actions.tick(id: action.id, on: day, today: day)
      #expect(try book.due(within: 1_440, at: time("23:00")).map(\.action) == [nil])
      try StampBook(context: context, timeZone: Self.tokyo).stamp(goal, on: day)
      #expect(try book.due(within: 1_000, at: time("23:00")).isEmpty)
      try actions.untick(id: action.id, on: day)
      #expect(try book.due(within: 1_000, at: time("23:00")).map(\.action) == ["単語"])
      try SettingsRepository(context: context).update { $0.notificationEnabled = false }
      #expect(try book.due(within: 1_440, at: time("23:00")).isEmpty)
      #expect(try book.reminders().map(\.action) == ["単語"])
    }
  }

  @Test func closedAndFinishedGoalsAreNotDue() async throws {
    try await withBook(.memory) { book, goal, _, context async throws in
      let goals = SwiftDataGoalRepository(context: context)
      try goals.edit(id: goal.id) { $0.targetEndDate = Day("2025-02-01")?.date }
      #expect(try book.due(within: 1_000, at: time("23:00")).isEmpty)
      try goals.edit(id: goal.id) { $0.targetEndDate = Day("2025-02-02")?.date }
      #expect(try book.due(within: 1_000, at: time("23:00")).count == 2)
      try goals.edit(id: goal.id) { $0.isActive = false }
      #expect(try book.due(within: 1_000, at: time("23:00")).isEmpty)
      #expect(try book.reminders().isEmpty)
    }
  }

  /// The clock skips the hour from two o'clock.
  @Test func skippedTimeIsDueAfterwards() async throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    try await withBook(.memory, berlin) { book, goal, _, context async throws in
      try ActionRepository(context: context).add("夜", to: goal, reminder: TimeOfDay("02:30"))
      let start = Date(timeIntervalSince1970: 1_743_292_800)  // 2025-03-30 01:00 in Berlin.
      let due = try (0..<12).flatMap { quarter in
        try book.due(within: 15, at: start.addingTimeInterval(Double(quarter) * 900))
      }
      #expect(due.map(\.title) == ["夜"])
    }
  }
}
