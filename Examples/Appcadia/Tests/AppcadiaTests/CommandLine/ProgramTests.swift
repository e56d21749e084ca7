import AppcadiaCore
import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import appcadia

@Suite("Program")
struct ProgramTests {
  private func run(
    _ store: ExampleStore = .file, _ body: (ProgramRunner) async throws -> Void
  ) async throws {
    try await withProgram(Appcadia.program, on: store, body)
  }

  @Test(arguments: ExampleStore.allCases)
  func chooseCommandSelectsOneTrainer(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      let before: [TrainerRecord] = try await program("trainers", "--json").decoded()
      #expect(before.count == 3)
      #expect(!before.contains { $0.isSelected })
      #expect(await program("choose", "しずく").output == "しずく is your trainer now.\n")
      #expect(await program("choose", "STRICT").output == "いわお is your trainer now.\n")
      let after: [TrainerRecord] = try await program("trainers", "--json").decoded()
      #expect(after.filter(\.isSelected).map(\.name) == ["いわお"])
      let none = await program("choose", "nobody")
      #expect(none.code == .notFound)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func dayIsStampedOnlyOnce(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      #expect(await program("add", "英語", "--difficulty=4").output.hasPrefix("Added "))
      for day in 1...3 {
        let outcome = await program("stamp", "英語", "--date", "2025-02-0\(day)")
        #expect(outcome.output.hasPrefix("💮 2025-02-0\(day)  “英語”\n"))
      }
      let again = await program("stamp", "英語", "--date", "2025-02-02")
      #expect(again.code == .exists)
      #expect(again.output.isEmpty)
      #expect(again.messages.contains("“英語” already has its stamp for 2025-02-02"))
      let bonus: StampOutcome = try await program(
        "stamp", "英語", "--date", "2025-02-02", "--type", "bonus", "--note", "もう一回", "--json"
      ).decoded()
      #expect(bonus.stamp.note == "もう一回")
      #expect(bonus.stamp.difficulty == 4)
      #expect(bonus.goal.totalStamps == 4)
      #expect(bonus.goal.bestStreak == 3)
      #expect(bonus.goal.currentStreak == 0)
      #expect(bonus.goal.lastStamp == "2025-02-03")
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func todaysStampContinuesTheStreak(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("add", "a")
      _ = await program("stamp", "a", "--date", "yesterday")
      let outcome: StampOutcome = try await program("stamp", "a", "--json").decoded()
      #expect(outcome.goal.currentStreak == 2)
      let future = await program("stamp", "a", "--date", "9999-01-01")
      #expect(future.code == .refused)
      #expect(future.messages.contains("9999-01-01 cannot be stamped: it is in the future"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func stampsUnlockRewards(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      #expect(await program("rewards").code == .notFound)
      _ = await program("choose", "calm")
      _ = await program("add", "a")
      let first = await program("stamp", "a", "--date", "2025-01-01")
      #expect(first.output.contains("🎁 はじめの声  よい始まりです。"))
      for day in 2...7 { _ = await program("stamp", "a", "--date", "2025-01-0\(day)") }
      let rewards: [RewardRecord] = try await program("rewards", "--json").decoded()
      #expect(rewards.map(\.isUnlocked) == [true, true, false, false])
      let text = await program("rewards").output
      #expect(text.hasPrefix("しずく, 7 stamps\n"))
      #expect(text.contains("🔓    7  七つ星"))
      #expect(text.contains("93 stamps to go"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func goalIsShownWithItsActions(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("add", "英語を話す", "--motivation", "旅", "--until", "2026-12-31")
      _ = await program("action", "英語", "単語", "--minutes", "10", "--remind", "7:30")
      _ = await program("action", "英語", "映画", "--optional")
      let shown = await program("show", "英語を話す").output
      #expect(
        shown == """
          英語を話す
          Why: 旅
          Until: 2026-12-31
          streak 0 days, best 0 days, 0 stamps
          - 単語, 10 min, at 07:30
          - (optional) 映画

          """)
      let details: GoalDetails = try await program("show", "英語", "--json").decoded()
      #expect(details.actions.map(\.title) == ["単語", "映画"])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func goalsAreClosedReopenedAndDeleted(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      for title in ["a one", "a two"] { _ = await program("add", title) }
      #expect(await program("close", "one").output == "“a one” is closed now.\n")
      #expect(await program("stamp", "one").code == .refused)
      let active: [GoalRecord] = try await program("goals", "--json").decoded()
      #expect(active.map(\.title) == ["a two"])
      _ = await program("reopen", "one")
      #expect(await program("stamp", "one").code == .success)
      #expect(await program("delete", "a").code == .notFound)
      #expect(await program("delete", "one").output == "Deleted “a one”.\n")
      let all: [GoalRecord] = try await program("goals", "--all", "--json").decoded()
      #expect(all.map(\.title) == ["a two"])
      #expect(await program("recount").output == "All counts were correct.\n")
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func settingsAreChangedByCommand(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("settings", "volume", "0.5")
      _ = await program("settings", "notifications", "on")
      _ = await program("settings", "notification-time", "6:15")
      _ = await program("settings", "theme", "dark")
      let settings: SettingsRecord = try await program("settings", "--json").decoded()
      #expect(settings.volume == 0.5)
      #expect(settings.notifications)
      #expect(settings.notificationTime == "06:15")
      #expect(settings.theme == "dark")
      #expect(await program("settings", "volume", "2").code == .refused)
      #expect(await program("settings").output.contains("\nvolume              0.5\n"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func commandsAcceptTitlesTypesAndIdentifiers(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      let trainers: [TrainerRecord] = try await program("trainers", "--json").decoded()
      for (index, trainer) in trainers.enumerated() {
        for name in [
          trainer.name, trainer.type.uppercased(), trainer.id, String(trainer.id.prefix(8)),
        ] {
          let chosen: TrainerRecord = try await program("choose", name, "--json").decoded()
          #expect(chosen.name == trainers[index].name, "\(name)")
        }
      }
      let goal: GoalRecord = try await program("add", "Speak English", "--json").decoded()
      for name in ["Speak English", "speak ENGLISH", "english", goal.id, String(goal.id.prefix(8))]
      {
        let shown: GoalDetails = try await program("show", name, "--json").decoded()
        #expect(shown.goal.id == goal.id, "\(name)")
      }
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func titleOfAnotherGoalIsRefused(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      let goal: GoalRecord = try await program("add", "Speak", "--json").decoded()
      let again = await program("add", " SPEAK ")
      #expect(again.code == .exists)
      #expect(again.messages.contains(goal.id))
      _ = await program("close", "Speak")
      #expect(await program("add", "speak").code == .exists)
      let all: [GoalRecord] = try await program("goals", "--all", "--json").decoded()
      #expect(all.map(\.title) == ["Speak"])
    }
  }
}
