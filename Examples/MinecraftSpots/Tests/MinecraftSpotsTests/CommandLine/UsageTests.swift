import ExampleSupport
import ExampleTestSupport
import Foundation
import StoreFixtures
import Testing

@testable import spots

@Suite("Usage")
struct UsageTests {
  @Test(arguments: [
    ["nothing"], ["worlds", "x"], ["add-world"], ["rename-world", "a"], ["delete-world"],
    ["add", "a", "1", "2"], ["add", "a", "1", "2", "x"], ["add", "a", "1", "2", "3.5"],
    ["add", "a", "1", "2", "99999999999999999999"], ["list", "x"],
    ["list", "--with-photo", "--without-photo"], ["nearest", "1", "2"],
    ["nearest", "1", "2", "3", "--count", "0"], ["nearest", "1", "2", "3", "--count", "x"],
    ["edit", "a"], ["export", "a"], ["settings", "sync"], ["settings", "colour", "red"],
    ["settings", "sync", "ftp"], ["import-core-data"], ["delete"],
  ])
  func invalidArgumentsAreRefused(_ arguments: [String]) async throws {
    try await withSpots { program in
      let outcome = await program.runner.run(arguments)
      #expect(outcome.code == .usage)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("\nTry: spots help"))
    }
  }

  @Test func helpExplainsEveryCommand() async throws {
    try await withSpots { program in
      let all = await program.runner.run(["help"])
      for command in Spots.program.commands where command.name != "help" {
        #expect(all.output.contains("\n  \(command.name)"))
        let one = await program.runner.run([command.name, "--help"])
        #expect(one.code == .success)
        #expect(one.output.hasPrefix("Usage: spots \(command.name)"))
      }
    }
  }

  @Test func invalidSpotsAreRefusedWithReasons() async throws {
    try await withSpots { program in
      let outside = await program("add", "a", "0", "-3000", "0")
      #expect(outside.code == .refused)
      #expect(outside.messages.contains("0 -3000 0 is outside every"))
      let unnamed = await program("add", " ", "0", "0", "0")
      #expect(unnamed.code == .refused)
      #expect(unnamed.messages.contains("A name needs"))
      let text = try program.runner.file("text.png", "no picture")
      let noPicture = await program("add", "a", "0", "0", "0", "--photo", text)
      #expect(noPicture.code == .failure)
      #expect(noPicture.messages.contains("“\(text)” is not a picture in a known format."))
      let missing = await program("add", "a", "0", "0", "0", "--photo", "/no/such/file")
      #expect(missing.messages.contains("There is no file “/no/such/file”."))
      #expect(try await program.spots().isEmpty)
    }
  }

  @Test func failedExportsAreExplained() async throws {
    try await withSpots { program in
      _ = await program("add", "a", "0", "0", "0")
      let id = try #require(try await program.spots().first?.id)
      let none = await program("export", id, "/no/such/folder/x.png")
      #expect(none.code == .notFound)
      #expect(none.messages.contains("has no picture"))
      let photo = try program.photo("a.png", bytes: 100)
      _ = await program("edit", id, "--photo", photo.path)
      let nowhere = await program("export", id, "/no/such/folder/x.png")
      #expect(nowhere.code == .failure)
      #expect(nowhere.messages.contains("“/no/such/folder/x.png” could not be written"))
      let folder = await program("export", id, "/tmp", "--force")
      #expect(folder.code == .failure)
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: OddFile.allCases)
  func unusableFilesAreNamedInErrors(_ kind: OddFile) async throws {
    try await withSpots { program in
      let path = try kind.make(in: program.folder)
      for command in [["add", "a", "0", "0", "0", "--photo", path], ["import-core-data", path]] {
        let outcome = await program.runner.run(command + ["--store", program.runner.storePath])
        #expect(outcome.code == .failure)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.contains("“\(path)”"), "\(outcome.messages)")
      }
      #expect(!FileManager.default.fileExists(atPath: program.runner.storePath))
    }
  }

  @Test func damagedStoreIsNotImported() async throws {
    try await withSpots { program in
      let whole = try StoreFixtures.copy(
        of: "MinecraftSpots", version: "0.1.0", to: program.folder)
      let data = try Data(contentsOf: whole)
      for share in [4, 10, 15] {
        try data.prefix(data.count * share / 16).write(to: whole)
        let outcome = await program("import-core-data", whole.path)
        #expect(outcome.code == .failure, "\(share)")
        #expect(outcome.output.isEmpty, "\(share)")
        #expect(outcome.messages.contains("Nothing was imported"), "\(outcome.messages)")
        let spots = try await program.spots()
        #expect(spots.isEmpty, "\(share)")
      }
    }
  }

  @Test(.timeLimit(.minutes(20))) func importDoesNotWaitForAPipe() async throws {
    try await withSpots { program in
      let file = try CoreDataStoreFile(at: program.folder.appendingPathComponent("App.sqlite"))
      try file.addItem(
        id: UUID(), place: nil, world: nil, imageName: "odd pipe", created: Date(), updated: nil)
      _ = try OddFile.pipe.make(in: program.folder)
      let outcome = await program("import-core-data", file.url.path)
      #expect(outcome.code == .success)
      #expect(outcome.messages.contains("odd pipe could not be read"))
    }
  }

  @Test func exportReplacesOnlyFiles() async throws {
    try await withSpots { program in
      let photo = try program.photo("a.png", bytes: 100)
      _ = await program("add", "a", "0", "0", "0", "--photo", photo.path)
      for kind in [OddFile.pipe, .folder, .device] {
        let path = try kind.make(in: program.folder)
        let outcome = await program("export", "a", path, "--force")
        #expect(outcome.code == .failure)
        #expect(outcome.messages.contains("not a file"))
      }
    }
  }
}
