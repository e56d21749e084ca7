import ExampleSupport
import ExampleTestSupport
import Foundation
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
  func refusesWhatItDoesNotUnderstand(_ arguments: [String]) async throws {
    try await withSpots { program in
      let outcome = await program.runner.run(arguments)
      #expect(outcome.code == .usage)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("\nTry: spots help"))
    }
  }

  @Test func explainsEveryCommand() async throws {
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

  @Test func saysWhatCannotBeNoted() async throws {
    try await withSpots { program in
      let outside = await program("add", "a", "0", "-3000", "0")
      #expect(outside.code == .failure && outside.messages.contains("0 -3000 0 is outside every"))
      let unnamed = await program("add", " ", "0", "0", "0")
      #expect(unnamed.code == .failure && unnamed.messages.contains("A name needs"))
      let text = try program.runner.file("text.png", "no picture")
      let noPicture = await program("add", "a", "0", "0", "0", "--photo", text)
      #expect(noPicture.code == .failure && noPicture.messages.contains("This is no picture."))
      let missing = await program("add", "a", "0", "0", "0", "--photo", "/no/such/file")
      #expect(missing.messages.contains("/no/such/file could not be read"))
      #expect(try await program.spots().isEmpty)
    }
  }

  @Test func saysWhatIsMissingOfPicture() async throws {
    try await withSpots { program in
      _ = await program("add", "a", "0", "0", "0")
      let id = try #require(try await program.spots().first?.id)
      let none = await program("export", id, "/no/such/folder/x.png")
      #expect(none.code == .failure && none.messages.contains("has no picture"))
      let photo = try program.photo("a.png", bytes: 100)
      _ = await program("edit", id, "--photo", photo.path)
      let nowhere = await program("export", id, "/no/such/folder/x.png")
      #expect(nowhere.code == .failure)
      #expect(nowhere.messages.contains("/no/such/folder/x.png could not be written"))
      let folder = await program("export", id, "/tmp", "--force")
      #expect(folder.code == .failure)
    }
  }
}
