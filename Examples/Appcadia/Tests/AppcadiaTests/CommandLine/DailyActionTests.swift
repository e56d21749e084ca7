import AppcadiaCore
import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import appcadia

@Suite("Daily actions, and corrections")
struct DailyActionTests {
  private func run(
    _ store: ExampleStore, _ body: (ProgramRunner) async throws -> Void
  ) async throws {
    try await withProgram(Appcadia.program, on: store) { program async throws in
      _ = await program("add", "英語")
      _ = await program("action", "英語", "単語")
      _ = await program("action", "英語", "映画", "--optional")
      try await body(program)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func actionsAreTickedOffPerDayAndTakenBack(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      #expect(
        await program("tick", "英語", "単語", "--date", "2025-02-01").output
          == "Ticked off “単語” for 2025-02-01.\n")
      #expect(await program("tick", "英語", "単語", "--date", "2025-02-01").code == .exists)
      let done: ActionRecord = try await program("tick", "英語", "単語", "--json").decoded()
      #expect(done.isDone)
      #expect(await program("show", "英語").output.contains("\n✓ 単語\n- (optional) 映画\n"))
      let back: ActionRecord = try await program("untick", "英語", "単", "--json").decoded()
      #expect(!back.isDone)
      #expect(await program("untick", "英語", "単語").code == .notFound)
      #expect(await program("untick", "英語", "単語", "--date", "2025-02-01").code == .success)
      #expect(await program("tick", "英語", "単語", "--date", "9999-01-01").code == .refused)
      #expect(await program("tick", "英語", "新聞").code == .notFound)
      _ = await program("close", "英語")
      #expect(await program("tick", "英語", "単語").code == .refused)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func stampAsksForRequiredActionsOnly(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      let asked = await program("stamp", "英語", "--date", "2025-02-01")
      #expect(asked.code == .success)
      #expect(asked.messages.contains("“単語” is required and not ticked off for 2025-02-01."))
      #expect(!asked.messages.contains("映画"))
      _ = await program("tick", "英語", "単語", "--date", "2025-02-02")
      #expect(await program("stamp", "英語", "--date", "2025-02-02").messages.isEmpty)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func stampsAreTakenBackAndCountedAgain(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      for day in 1...5 { _ = await program("stamp", "英語", "--date", "2025-02-0\(day)") }
      _ = await program(
        "stamp", "英語", "--type", "bonus", "--date", "2025-02-03", "--note", "二回")
      #expect(await program("show", "英語").output.hasSuffix("\n… and 1 more stamp\n"))
      let goal: GoalRecord = try await program(
        "unstamp", "英語", "--date", "2025-02-03", "--json"
      ).decoded()
      #expect(goal.totalStamps == 5)
      #expect(goal.bestStreak == 2)
      #expect(goal.lastStamp == "2025-02-05")
      let bonus = await program("unstamp", "英語", "--date", "2025-02-03", "--type", "bonus")
      #expect(bonus.output.hasPrefix("Took the bonus stamp of 2025-02-03 back. Its note was: 二回\n"))
      #expect(await program("unstamp", "英語", "--date", "2025-02-03").code == .notFound)
      #expect(await program("recount").output == "All counts were correct.\n")
      #expect(await program("stamp", "英語", "--date", "2025-02-03").code == .success)
      let again: [GoalRecord] = try await program("goals", "--json").decoded()
      #expect(again.map(\.bestStreak) == [5])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func goalsAreEdited(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("add", "Other")
      let edited = await program(
        "edit", "英語", "--title", " 英会話 ", "--category", "学習", "--difficulty", "5", "--until",
        "2027-01-31", "--motivation", "旅", "--description", "毎日")
      #expect(edited.output == "Changed “英会話”.\n")
      let shown = await program("show", "英会話").output
      #expect(shown.hasPrefix("英会話\n毎日\nCategory: 学習\nWhy: 旅\nUntil: 2027-01-31\n"))
      #expect(await program("edit", "英会話", "--title", "OTHER").code == .exists)
      #expect(await program("edit", "英会話", "--difficulty", "6").code == .refused)
      #expect(await program("edit", "英会話").code == .usage)
      #expect(await program("edit", "英会話", "--clear", "title").code == .usage)
      #expect(await program("edit", "英会話", "--until", "soon").code == .usage)
      let last: GoalRecord = try await program(
        "edit", "英会話", "--clear", "until,category", "--json"
      ).decoded()
      #expect([last.targetEnd, last.category] == [nil, ""])
      #expect(last.difficulty == 5)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func deletedGoalTakesItsCompletionsWithIt(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("tick", "英語", "単語")
      let file = program.storePath.hasPrefix("/") ? program.storePath : try program.file("x", "")
      _ = await program("delete", "英語")
      #expect(await program("backup", file + ".backup").code == .success)
      let text = try String(contentsOfFile: file + ".backup", encoding: .utf8)
      #expect(text.contains("\"completions\":[]"))
    }
  }
}
