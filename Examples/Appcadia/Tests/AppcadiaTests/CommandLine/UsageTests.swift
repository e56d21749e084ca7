import AppcadiaCore
import ExampleSupport
import ExampleTestSupport
import Foundation
import StoreFixtures
import Testing

@testable import appcadia

@Suite("Usage")
struct UsageTests {
  @Test(arguments: [
    ["add"], ["add", "a", "b"], ["add", "a", "--difficulty", "hard"],
    ["add", "a", "--until", "soon"], ["action", "a"], ["action", "a", "b", "--remind", "25:00"],
    ["stamp"], ["stamp", "a", "--date", "2026-02-30"], ["stamp", "a", "--type", "special"],
    ["calendar", "--month", "2026-13"], ["settings", "volume"], ["settings", "volume", "loud"],
    ["settings", "colour", "red"], ["goals", "x"], ["show", "a", "--all"],
  ])
  func invalidArgumentsAreRefused(_ arguments: [String]) async throws {
    try await withProgram(Appcadia.program) { program async throws in
      let outcome = await program.run(arguments + ["--store", program.storePath])
      #expect(outcome.code == .usage)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("\nTry: appcadia help \(arguments[0])"))
      #expect(!FileManager.default.fileExists(atPath: program.storePath))
    }
  }

  @Test(arguments: [
    ["add", " "], ["add", "a", "--difficulty", "0"], ["add", "a", "--difficulty=70000"],
  ])
  func valuesOutOfRangeAreRefused(_ arguments: [String]) async throws {
    try await withProgram(Appcadia.program) { program async throws in
      let outcome = await program.run(arguments + ["--store", program.storePath])
      #expect(outcome.code == .refused)
      let goals: [GoalRecord] = try await program("goals", "--all", "--json").decoded()
      #expect(goals.isEmpty)
    }
  }

  @Test func unknownGoalsAreNamedInErrors() async throws {
    try await withProgram(Appcadia.program) { program async throws in
      for command in ["show", "stamp", "delete", "close", "reopen", "calendar"] {
        let outcome = await program(command, "nothing")
        #expect(outcome.code == .notFound)
        #expect(outcome.messages.contains("There is no goal “nothing”."))
      }
    }
  }

  @Test func fileThatIsNotAStoreIsRefused() async throws {
    try await withProgram(Appcadia.program) { program async throws in
      let path = try program.file("letter.txt", String(repeating: "Dear reader, ", count: 100))
      let outcome = await program.run(["goals", "--store", path])
      #expect(outcome.code == .failure)
      #expect(outcome.messages.contains("\(path) is not a store."))
    }
  }

  @Test(arguments: [("SampleTrips", "1.0.0"), ("ReadItLater", "3.0.0")])
  func storeOfAnotherProgramIsRefused(_ example: String, _ version: String) async throws {
    try await withProgram(Appcadia.program) { program async throws in
      let folder = URL(fileURLWithPath: program.storePath).deletingLastPathComponent()
      let url = try StoreFixtures.copy(of: example, version: version, to: folder)
      let before = try Data(contentsOf: url)
      let outcome = await program.run(["goals", "--store", url.path])
      #expect(outcome.code == .failure)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("The store \(url.path) cannot be opened"))
      #expect(outcome.messages.contains("another program"))
      #expect(try Data(contentsOf: url) == before)
    }
  }

  @Test func controlCharactersInTitlesAreNotPrinted() async throws {
    try await withProgram(Appcadia.program) { program async throws in
      let title = "red \u{1B}[31m alert\u{7}"
      let outcomes = [
        await program("add", title), await program("action", "red", title),
        await program("stamp", "red", "--note", title), await program("stamp", "red"),
        await program("goals"), await program("show", "red"), await program("calendar"),
        await program("calendar", "red"), await program("close", "red"),
        await program("show", title + title),
      ]
      for outcome in outcomes {
        #expect(!(outcome.output + outcome.messages).contains("\u{1B}"))
        #expect(!(outcome.output + outcome.messages).contains("\u{7}"))
      }
    }
  }
}
