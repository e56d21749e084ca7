import ExampleSupport
import ExampleTestSupport
import Foundation
import MinecraftSpotsCore
import Testing

@testable import spots

@Suite("Program")
struct ProgramTests {
  @Test func keepsWhatItNotes() async throws {
    try await withSpots { program in
      _ = await program("add-world", "サバイバル", "--seed", "Glacier")
      let photo = try program.photo("village.png", bytes: 120_000)
      let added = await program(
        "add", "村", "-120", "64", "3000", "--world", "サバイバル", "--comment", "鍛冶屋", "--photo",
        photo.path)
      #expect(added.code == .success)
      #expect(added.output.hasPrefix("Noted ") && added.output.contains("“村” in “サバイバル”."))
      let spot = try #require(try await program.spots().first)
      #expect(spot.name == "村" && spot.comment == "鍛冶屋" && spot.hasPhoto)
      #expect([spot.x, spot.y, spot.z] == [-120, 64, 3_000])
      let worlds: [WorldRecord] = try await program("worlds", "--json").decoded()
      #expect(worlds.map(\.seed) == ["1772835215"] && worlds.map(\.spots) == [1])
      #expect(worlds.map(\.id) == [spot.world])
    }
  }

  @Test func filtersByWorldAndPhoto() async throws {
    try await withSpots { program in
      _ = await program("add-world", "A")
      let photo = try program.photo("a.png", bytes: 100)
      _ = await program("add", "1", "0", "0", "0", "--world", "A", "--photo", photo.path)
      _ = await program("add", "2", "0", "0", "0", "--world", "A")
      _ = await program("add", "3", "0", "0", "0", "--photo", photo.path)
      #expect(try await program.spots().map(\.name) == ["3", "2", "1"])
      #expect(try await program.spots("--world", "A").map(\.name) == ["2", "1"])
      #expect(try await program.spots("--with-photo").map(\.name) == ["3", "1"])
      #expect(try await program.spots("--without-photo", "--world", "A").map(\.name) == ["2"])
      let none = await program("list", "--world", "Q")
      #expect(none.code == .notFound)
      #expect(none.messages == "spots: There is no world “Q”. IDs stand first in: spots worlds\n")
    }
  }

  @Test func showsWhatIsNear() async throws {
    try await withSpots { program in
      for (name, x) in [("far", "900"), ("near", "-3"), ("nearer", "2")] {
        _ = await program("add", name, x, "64", "0")
      }
      let found: [SpotRecord] = try await program(
        "nearest", "0", "64", "-0", "--count", "2", "--json"
      ).decoded()
      #expect(found.map(\.name) == ["nearer", "near"] && found.map(\.distance) == [2, 3])
      let lines = await program("nearest", "0", "64", "0").output.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].hasSuffix("    2.0    2  64  0  nearer"), "\(lines)")
      #expect(lines[2].hasSuffix("  900.0  900  64  0  far"), "\(lines)")
    }
  }

  @Test func writesPicturesToFiles() async throws {
    try await withSpots { program in
      let photo = try program.photo("in.png", bytes: 2_000_000)
      _ = await program("add", "a", "0", "0", "0", "--photo", photo.path)
      let id = try #require(try await program.spots().first?.id)
      let target = program.folder.appendingPathComponent("out.png")
      let written = await program("export", String(id.prefix(6)).lowercased(), target.path)
      #expect(written.output == "Wrote 2000000 bytes (png) to \(target.path).\n")
      #expect(try Data(contentsOf: target) == Data(contentsOf: photo))

      try Data("mine".utf8).write(to: target)
      let refused = await program("export", id, target.path)
      #expect(refused.code == .failure && refused.messages.contains("exists. Write over it with"))
      #expect(try Data(contentsOf: target) == Data("mine".utf8))
      let result: ExportCommand.Result = try await program(
        "export", id, target.path, "--force", "--json"
      ).decoded()
      #expect(result.bytes == 2_000_000 && result.format == "png" && result.id == id)
      #expect(try Data(contentsOf: target) == Data(contentsOf: photo))
    }
  }

  @Test func editsAndDeletes() async throws {
    try await withSpots { program in
      _ = await program("add-world", "A")
      _ = await program("add", "a", "1", "2", "3", "--comment", "kept")
      let id = try #require(try await program.spots().first?.id)
      let photo = try program.photo("a.png", bytes: 150_000)
      let edited: SpotRecord = try await program(
        "edit", id, "--name", "b", "--world", "A", "--photo", photo.path, "--json"
      ).decoded()
      #expect(try await program.spots().first?.name == "b")
      #expect(edited.hasPhoto && edited.worldName == "A" && edited.comment == "kept")
      #expect(await program("delete", id).output == "Deleted “b”.\n")
      #expect(try await program.spots().isEmpty)
      #expect(await program("delete", id).code == .notFound)
    }
  }

  @Test func renamesAndDeletesWorlds() async throws {
    try await withSpots { program in
      _ = await program("add-world", "A")
      _ = await program("add", "a", "1", "2", "3", "--world", "A")
      #expect(await program("rename-world", "A", "B").output == "Renamed “A” to “B”.\n")
      let refused = await program("delete-world", "B")
      #expect(refused.code == .failure)
      #expect(refused.messages.contains("still has 1 spot. Delete them as well with --with-spots"))
      let deleted = await program("delete-world", "B", "--with-spots")
      #expect(deleted.output == "Deleted world “B” and 1 spot.\n")
      let left = try await program.spots()
      #expect(left.isEmpty)
    }
  }

  @Test func asksWhichWorldIsMeant() async throws {
    try await withSpots { program in
      for _ in 0..<2 { _ = await program("add-world", "A") }
      let worlds: [WorldRecord] = try await program("worlds", "--json").decoded()
      let refused = await program("rename-world", "A", "B")
      #expect(refused.code == .failure)
      #expect(worlds.allSatisfy { refused.messages.contains($0.id.lowercased()) })
      #expect(await program("rename-world", worlds[1].id, "B").code == .success)
    }
  }

  @Test func bringsOverCoreDataStores() async throws {
    try await withSpots { program in
      let file = try CoreDataStoreFile(at: program.folder.appendingPathComponent("App.sqlite"))
      try file.addItem(
        id: UUID(), place: ("1", "2", "3"), world: nil, imageName: "gone.jpg", created: Date(),
        updated: nil)
      let outcome = await program("import-core-data", file.url.path)
      #expect(outcome.output == "Brought over 1 spots and 0 worlds.\n")
      #expect(outcome.messages.contains("warning: the picture gone.jpg could not be read in"))
      #expect(try await program.spots().map(\.x) == [1])
      let wrong = await program("import-core-data", program.runner.storePath)
      #expect(wrong.code == .failure && wrong.messages.contains("storeSchemaMismatch"))
    }
  }

  @Test func keepsTerminalSafeFromNames() async throws {
    try await withSpots { program in
      _ = await program("add", "red \u{1B}[31m alert\u{7}", "0", "0", "0")
      let list = await program("list")
      #expect(!list.output.contains("\u{1B}") && !list.output.contains("\u{7}"))
    }
  }
}
