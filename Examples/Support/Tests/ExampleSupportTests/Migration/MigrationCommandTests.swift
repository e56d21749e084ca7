import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import ExampleSupport

@Suite("Migration commands")
struct MigrationCommandTests {
  private struct Report: Decodable {
    var isNeeded: Bool
  }

  private func withNotes(
    _ texts: [String] = ["a", "b", "c"], _ body: (ProgramRunner) async throws -> Void
  ) async throws {
    try await withProgram(Notes.program) { program async throws in
      try Notes.makeFirstVersion(at: program.storePath, texts: texts)
      try await body(program)
    }
  }

  private func files(beside path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  @Test func reportDoesNotChangeTheStore() async throws {
    try await withNotes { program async throws in
      let before = try Data(contentsOf: URL(fileURLWithPath: program.storePath))
      let text = await program("report")
      #expect(text.code == .success)
      #expect(text.messages.isEmpty)
      #expect(text.output.contains("1.0.0"))
      #expect(text.output.contains("2.0.0"))
      let report: Report = try await program("report", "--json").decoded()
      #expect(report.isNeeded)
      #expect(try Data(contentsOf: URL(fileURLWithPath: program.storePath)) == before)
    }
  }

  @Test func migrateReportsItsStages() async throws {
    try await withNotes { program async throws in
      let first = await program("migrate")
      #expect(first.output == "Migrated \(program.storePath) from 1.0.0 to 2.0.0.\n")
      #expect(first.messages.hasPrefix("notes: migrating 1.0.0 to 2.0.0, stage 1 of 1\n"))
      #expect(!first.messages.contains("\r"))
      let again: MigrateCommand.Outcome = try await program("migrate", "--json").decoded()
      #expect(!again.migrated)
      #expect(again.from == "2.0.0")
      #expect(again.to == "2.0.0")
      let report: Report = try await program("report", "--json").decoded()
      #expect(!report.isNeeded)
      #expect(await program("count").output == "3\n")
    }
  }

  @Test(arguments: [true, false]) func migrateKeepsABackupOnRequest(_ isAsked: Bool) async throws {
    try await withNotes { program async throws in
      let count = try files(beside: program.storePath).count
      let option = isAsked ? ["--backup"] : []
      _ = await program.run(["migrate", "--store", program.storePath] + option)
      #expect(try files(beside: program.storePath).count > count || !isAsked)
      #expect(await program("count").output == "3\n")
      #expect(try files(beside: program.storePath).count == count || isAsked)
      guard isAsked else { return }
      let backup = URL(fileURLWithPath: program.storePath + ".backup-1.0.0")
      #expect(FileManager.default.fileExists(atPath: backup.path))
      let container = try ModelContainer(
        for: Schema(versionedSchema: Notes.Version1.self),
        configurations: ModelConfiguration(url: backup))
      let notes = try ModelContext(container).fetch(FetchDescriptor<Notes.Version1.Note>())
      #expect(notes.map(\.text).sorted() == ["a", "b", "c"])
    }
  }

  @Test func otherCommandsReportStagesOfTheirMigration() async throws {
    try await withNotes { program async throws in
      let first = await program("count")
      #expect(first.output == "3\n")
      #expect(first.messages.contains("migrating 1.0.0 to 2.0.0"))
      #expect(await program("count").messages.isEmpty)
    }
  }

  @Test func obstaclesToMigrationAreExplained() async throws {
    try await withNotes(["a", "b", "a"]) { program async throws in
      let before = try Data(contentsOf: URL(fileURLWithPath: program.storePath))
      let report = await program("report")
      #expect(report.code == .success)
      #expect(report.output.contains("text"))
      let refused = await program("migrate")
      #expect(refused.code == .failure)
      #expect(refused.output.isEmpty)
      #expect(refused.messages.contains(program.storePath))
      #expect(refused.messages.contains("Note.text becomes unique, but has duplicates of 1 value."))
      #expect(try Data(contentsOf: URL(fileURLWithPath: program.storePath)) == before)
    }
  }

  @Test(arguments: ["report", "migrate"])
  func missingOrInvalidStoreIsRefused(_ command: String) async throws {
    try await withProgram(Notes.program) { program async throws in
      let outcome = await program(command)
      #expect(outcome.code == .failure)
      #expect(outcome.messages.contains("There is no store \(program.storePath)"))
      #expect(!FileManager.default.fileExists(atPath: program.storePath))
      let path = try program.file("letter.txt", String(repeating: "Dear reader, ", count: 100))
      let other = await program.run([command, "--store", path])
      #expect(other.code == .failure)
      #expect(other.messages.contains(path))
    }
  }

  @Test func programWithAPlanHasMigrationCommands() {
    let program = Program(name: "p", introduction: "", storeFile: "p", commands: [])
    #expect(program.commands.map { $0.name } == ["help"])
    #expect(Notes.program.commands.map { $0.name } == ["count", "report", "migrate", "help"])
  }
}
