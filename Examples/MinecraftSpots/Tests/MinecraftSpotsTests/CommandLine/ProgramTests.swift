import ExampleSupport
import ExampleTestSupport
import Foundation
import MinecraftSpotsCore
import Testing

@testable import spots

@Suite("Program")
struct ProgramTests {
  @Test(arguments: ExampleStore.allCases)
  func addedSpotsAndWorldsAreKept(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      _ = await program("add-world", "サバイバル", "--seed", "Glacier")
      let photo = try program.photo("village.png", bytes: 120_000)
      let added = await program(
        "add", "村", "-120", "64", "3000", "--world", "サバイバル", "--comment", "鍛冶屋", "--photo",
        photo.path)
      #expect(added.code == .success)
      #expect(added.output.hasPrefix("Added "))
      #expect(added.output.contains("“村” in “サバイバル”."))
      let spot = try #require(try await program.spots().first)
      #expect(spot.name == "村")
      #expect(spot.comment == "鍛冶屋")
      #expect(spot.hasPhoto)
      #expect([spot.x, spot.y, spot.z] == [-120, 64, 3_000])
      let worlds: [WorldRecord] = try await program("worlds", "--json").decoded()
      #expect(worlds.map(\.seed) == ["1772835215"])
      #expect(worlds.map(\.spots) == [1])
      #expect(worlds.map(\.id) == [spot.world])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func listIsFilteredByWorldAndPhoto(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
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
      #expect(none.messages.hasPrefix("spots: There is no world “Q”.\n"))
      #expect(none.messages.hasSuffix(" To list them: spots worlds\n"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func nearestSpotsAreSortedByDistance(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      for (name, x) in [("far", "900"), ("near", "-3"), ("nearer", "2")] {
        _ = await program("add", name, x, "64", "0")
      }
      let found: [SpotRecord] = try await program(
        "nearest", "0", "64", "-0", "--count", "2", "--json"
      ).decoded()
      #expect(found.map(\.name) == ["nearer", "near"])
      #expect(found.map(\.distance) == [2, 3])
      let lines = await program("nearest", "0", "64", "0").output.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].hasSuffix("    2.0    2  64  0  nearer"), "\(lines)")
      #expect(lines[2].hasSuffix("  900.0  900  64  0  far"), "\(lines)")
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func exportWritesPicturesToFiles(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      let photo = try program.photo("in.png", bytes: 2_000_000)
      _ = await program("add", "a", "0", "0", "0", "--photo", photo.path)
      let id = try #require(try await program.spots().first?.id)
      let target = program.folder.appendingPathComponent("out.png")
      let written = await program("export", String(id.prefix(6)).lowercased(), target.path)
      #expect(written.output == "Wrote 2000000 bytes (png) to \(target.path).\n")
      #expect(try Data(contentsOf: target) == Data(contentsOf: photo))

      try Data("mine".utf8).write(to: target)
      let refused = await program("export", id, target.path)
      #expect(refused.code == .exists)
      #expect(refused.messages.contains("already exists."))
      #expect(try Data(contentsOf: target) == Data("mine".utf8))
      let result: ExportCommand.Result = try await program(
        "export", id, target.path, "--force", "--json"
      ).decoded()
      #expect(result.bytes == 2_000_000)
      #expect(result.format == "png")
      #expect(result.id == id)
      #expect(try Data(contentsOf: target) == Data(contentsOf: photo))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func spotsAreEditedAndDeleted(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      _ = await program("add-world", "A")
      _ = await program("add", "a", "1", "2", "3", "--comment", "kept")
      let id = try #require(try await program.spots().first?.id)
      let photo = try program.photo("a.png", bytes: 150_000)
      let edited: SpotRecord = try await program(
        "edit", id, "--name", "b", "--world", "A", "--photo", photo.path, "--json"
      ).decoded()
      #expect(try await program.spots().first?.name == "b")
      #expect(edited.hasPhoto)
      #expect(edited.worldName == "A")
      #expect(edited.comment == "kept")
      #expect(await program("delete", id).output == "Deleted “b”.\n")
      #expect(try await program.spots().isEmpty)
      #expect(await program("delete", id).code == .notFound)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func worldsAreRenamedAndDeleted(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      _ = await program("add-world", "A")
      _ = await program("add", "a", "1", "2", "3", "--world", "A")
      #expect(await program("rename-world", "A", "B").output == "Renamed “A” to “B”.\n")
      let refused = await program("delete-world", "B")
      #expect(refused.code == .refused)
      #expect(refused.messages.contains("still has 1 spot.\nDelete them as well with --with-spots"))
      let deleted = await program("delete-world", "B", "--with-spots")
      #expect(deleted.output == "Deleted world “B” and 1 spot.\n")
      let left = try await program.spots()
      #expect(left.isEmpty)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func commandsAcceptNamesOfSpots(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      let photo = try program.photo("a.png", bytes: 100)
      _ = await program("add", "Village", "0", "0", "0", "--photo", photo.path)
      _ = await program("add", "Village with a smith", "5", "0", "0")
      let target = program.folder.appendingPathComponent("out.png").path
      #expect(await program("export", "village", target).code == .success)
      #expect(await program("edit", "smith", "--comment", "north").code == .success)
      #expect(await program("delete", "Village").output == "Deleted “Village”.\n")
      let left = try await program.spots()
      #expect(left.map(\.name) == ["Village with a smith"])
      #expect(left.first?.comment == "north")
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func ambiguousNameListsItsSpots(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      // Spots may have the same name.
      for x in ["1", "2"] { _ = await program("add", "Cave", x, "0", "0") }
      let spots = try await program.spots()
      let refused = await program("delete", "cave")
      #expect(refused.code == .notFound)
      #expect(spots.allSatisfy { refused.messages.contains($0.id.lowercased()) })
      #expect(await program("delete", spots[0].id).code == .success)
      #expect(await program("delete", "cave").code == .success)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func nameOfAnotherWorldIsRefused(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      _ = await program("add-world", "Aaa")
      _ = await program("add-world", "Bbb")
      let worlds: [WorldRecord] = try await program("worlds", "--json").decoded()
      for command in [["add-world", " aAa "], ["rename-world", "Bbb", "AAA"]] {
        let refused = await program.runner.run(
          command + ["--store", program.runner.storePath])
        #expect(refused.code == .exists)
        #expect(refused.messages.contains(worlds[0].id.lowercased()))
      }
      #expect(await program("rename-world", "Aaa", "aaa").code == .success)
      let names: [WorldRecord] = try await program("worlds", "--json").decoded()
      #expect(names.map(\.name) == ["aaa", "Bbb"])
    }
  }

  @Test func coreDataStoresAreImported() async throws {
    try await withSpots { program in
      let file = try CoreDataStoreFile(at: program.folder.appendingPathComponent("App.sqlite"))
      try file.addItem(
        id: UUID(), place: ("1", "2", "3"), world: nil, imageName: "gone.jpg", created: Date(),
        updated: nil)
      let outcome = await program("import-core-data", file.url.path)
      #expect(outcome.output == "Imported 1 spot and 0 worlds.\n")
      #expect(outcome.messages.contains("warning: the picture gone.jpg could not be read in"))
      #expect(try await program.spots().map(\.x) == [1])
      let wrong = await program("import-core-data", program.runner.storePath)
      #expect(wrong.code == .failure)
      #expect(wrong.messages.contains("is not the Core Data store of"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func controlCharactersInNamesAreNotPrinted(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      _ = await program("add", "red \u{1B}[31m alert\u{7}", "0", "0", "0")
      let list = await program("list")
      #expect(!list.output.contains("\u{1B}"))
      #expect(!list.output.contains("\u{7}"))
    }
  }
}
