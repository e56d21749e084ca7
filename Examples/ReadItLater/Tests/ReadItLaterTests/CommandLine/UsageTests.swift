import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import readitlater

@Suite("Usage")
struct UsageTests {
  @Test(arguments: [
    ["nothing"], ["list"], ["list", "inbox", "archive"], ["list", "somewhere"], ["move", "abc"],
    ["add"], ["import"], ["stats", "now"], ["--json=1", "stats"], ["--store"], ["--bogus"],
    ["list", "inbox", "--to", "archive"], ["import", "x", "--to", "somewhere"], ["help", "x"],
  ])
  func invalidArgumentsAreRefused(_ arguments: [String]) async throws {
    try await withProgram(ReadItLater.program) { program in
      let outcome = await program.run(arguments)
      #expect(outcome.code == .usage)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("\nTry: readitlater help"))
    }
  }

  @Test(arguments: [[], ["help"], ["--help"], ["-h"]])
  func helpListsEveryCommand(_ arguments: [String]) async throws {
    try await withProgram(ReadItLater.program) { program in
      let outcome = await program.run(arguments)
      #expect(outcome.code == .success)
      for command in ReadItLater.program.commands {
        #expect(outcome.output.contains("\n  \(command.name)"))
      }
    }
  }

  @Test func helpExplainsOneCommand() async throws {
    try await withProgram(ReadItLater.program) { program in
      let byName = await program.run(["help", "import"])
      let byOption = await program.run(["import", "--help"])
      #expect(byName.output.hasPrefix("Usage: readitlater import FILE [--to STATUS] [--partial]\n"))
      #expect(byName.output == byOption.output)
    }
  }

  @Test func invalidPathsAreExplained() async throws {
    try await withProgram(ReadItLater.program) { program in
      let missing = await program("import", "/no/such/file")
      #expect(missing.code == .failure)
      #expect(missing.messages.contains("There is no file “/no/such/file”."))

      let folder = await program.run(["stats", "--store", "/"])
      #expect(folder.code == .failure)
      #expect(folder.messages.contains("/ is a folder"))

      let nowhere = await program.run(["stats", "--store", "/no/such/folder/x.store"])
      #expect(nowhere.code == .failure)
      #expect(nowhere.messages.contains("the folder /no/such/folder does not exist"))

      let empty = await program("import", try program.file("empty.txt", "\n"))
      #expect(empty.code == .failure)
      #expect(empty.messages.contains("does not contain any web addresses"))
    }
  }

  @Test func fileThatIsNotAStoreIsRefused() async throws {
    try await withProgram(ReadItLater.program) { program in
      let path = try program.file("letter.txt", String(repeating: "Dear reader, ", count: 100))
      let outcome = await program.run(["list", "inbox", "--store", path])
      #expect(outcome.code == .failure)
      #expect(outcome.messages.contains("\(path) is not a store."))
    }
  }

  @Test func defaultStoreIsInTheDataFolder() async throws {
    try await withTemporaryFolder { folder in
      let program = ProgramRunner(ReadItLater.program, folder: folder)
      let environment = ["XDG_DATA_HOME": folder.path, "HOME": "/nowhere"]
      let outcome = await program.run(["add", "https://e.org"], environment: environment)
      #expect(outcome.code == .success)
      let store = folder.appendingPathComponent("readitlater/bookmarks.store").path
      #expect(FileManager.default.fileExists(atPath: store))
    }
  }
}
