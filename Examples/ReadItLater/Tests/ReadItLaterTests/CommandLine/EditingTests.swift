import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import readitlater

@Suite("Editing")
struct EditingTests {
  private func records(
    _ program: ProgramRunner, _ status: String = "inbox"
  ) async throws -> [BookmarkRecord] {
    try await program("list", status, "--json").decoded()
  }

  @Test(arguments: ExampleStore.allCases)
  func titleIsChanged(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      _ = await program("add", "https://swift.org", "Swfit")
      let before = try await records(program)
      #expect(await program("rename", "Swfit", " Swift ").output == "Renamed “Swfit” to “Swift”.\n")
      let after = try await records(program)
      #expect(after.map(\.title) == ["Swift"])
      #expect(after.map(\.id) == before.map(\.id))
      #expect(await program("rename", "Rust", "x").code == .notFound)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func deletionsAreUndoneTheLastOneFirst(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      #expect(await program("undo").code == .notFound)
      let path = try program.file(
        "b.html", "<A HREF=\"https://e.org/old\" ADD_DATE=\"1000\">old</A><A HREF=x:y>no</A>")
      _ = await program("import", path, "--to", "archive")
      _ = await program("add", "https://e.org/new", "new")
      let before = try await records(program, "archive") + records(program)
      _ = await program("delete", "old")
      _ = await program("delete", "new")
      #expect(await program("undo").output == "Added “new” to Inbox again.\n")
      #expect(await program("undo").output == "Added “old” to Archive again.\n")
      #expect(try await records(program, "archive") + records(program) == before)
      #expect(await program("undo").code == .notFound)
    }
  }

  @Test func undoHoldsTheRulesOfTheInbox() async throws {
    try await withProgram(ReadItLater.program) { program in
      _ = await program("add", "https://e.org/a", "a")
      _ = await program("delete", "a")
      _ = await program("add", "https://E.org/a")
      #expect(await program("undo").code == .exists)
      _ = await program("delete", "e.org/a")
      let lines = (0..<50).map { "https://full.example/\($0)" }.joined(separator: "\n")
      _ = await program("import", try program.file("full.txt", lines))
      #expect(await program("undo").code == .refused)
    }
  }

  @Test func onlyTheUserReadsDeletedBookmarks() async throws {
    try await withProgram(ReadItLater.program) { program in
      _ = await program("add", "https://e.org/a", "a")
      _ = await program("delete", "a")
      let attributes = try FileManager.default.attributesOfItem(
        atPath: program.storePath + "-deleted")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }
}
