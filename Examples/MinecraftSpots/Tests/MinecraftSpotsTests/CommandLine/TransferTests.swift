import ExampleSupport
import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore
@testable import spots

@Suite("Export and import of everything")
struct TransferTests {
  private func contents(_ store: SpotStore) throws -> SpotContents {
    let context = ModelContext(store.container)
    return SpotContents(
      items: try context.fetch(FetchDescriptor<ItemModel>()).map(SpotContents.Item.init),
      worlds: try context.fetch(FetchDescriptor<WorldModel>()).map(SpotContents.World.init))
  }

  private func fill(_ store: SpotStore) async throws {
    let world = try await store.worlds.add(name: "サバイバル", seed: Seed(typed: "Glacier"))
    for number in 0..<45 {
      _ = try await store.items.add(
        name: "s\(number)", at: Coordinates(x: number, y: -60, z: 3),
        world: number % 2 == 0 ? world : nil, comment: number % 3 == 0 ? "a\nb" : nil,
        imageData: number % 4 == 0 ? pngData(count: number == 8 ? 300_000 : 90) : nil)
    }
    let context = ModelContext(store.container)
    let time = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    // Values that the domain types cannot represent.
    context.insert(
      WorldModel(id: "odd", name: nil, seed: "no number", createdAt: time, updatedAt: time))
    context.insert(
      ItemModel(
        id: "odd/../id", coordinatesX: "1.5", worldID: "missing", spotImageData: Data([1, 2]),
        createdAt: time, updatedAt: time))
    try context.save()
  }

  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func everythingIsExportedAndImported(_ from: StoreKind, _ to: StoreKind) async throws {
    let store = try SpotStore(from)
    try await fill(store)
    try await withTemporaryFolder { folder async throws in
      let export = folder.appendingPathComponent("export")
      let written = try SpotsTransfer(store.container).export(to: export)
      #expect((written.worlds, written.spots, written.pictures) == (2, 46, 13))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["export"])
      let other = try SpotStore(to)
      let read = try SpotsTransfer(other.container).importAll(from: export)
      #expect((read.worlds, read.spots, read.pictures) == (2, 46, 13))
      #expect(try contents(other) == contents(store))
      #expect(try SpotsTransfer(other.container).importAll(from: export).known == 48)
      #expect(try contents(other) == contents(store))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func programExportsAndImports(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      _ = await program("add-world", "W")
      let photo = try program.photo("p.png", bytes: 300)
      _ = await program("add", "s", "1", "2", "3", "--world", "W", "--photo", photo.path)
      let folder = program.folder.appendingPathComponent("all").path
      let contents = "1 world, 1 spot and 1 picture"
      #expect(await program("export-all", folder).output == "Wrote \(contents) to \(folder).\n")
      #expect(await program("export-all", folder).code == .exists)
      #expect(await program("import-all", folder).output.hasSuffix("; 2 already existed.\n"))
      let other = program.folder.appendingPathComponent("other.store").path
      func run(_ arguments: String...) async -> ProgramRunner.Outcome {
        await program.runner.run(
          arguments + ["--store", other], environment: ["HOME": program.folder.path])
      }
      _ = await run("add-world", "w")
      let imported = await run("import-all", folder)
      #expect(imported.output == "Imported \(contents).\n")
      #expect(imported.messages.contains("The world “W” is called “W (2)”: its name was taken."))
      let spots: [SpotRecord] = try await run("list", "--json").decoded()
      #expect(
        spots
          == (try await program.spots()).map { spot in
            var spot = spot
            spot.worldName = "W (2)"
            return spot
          })
    }
  }

  @Test func incompleteFoldersAreRefusedAsAWhole() async throws {
    try await withSpots { program in
      let photo = try program.photo("p.png", bytes: 300)
      _ = await program("add", "s", "1", "2", "3", "--photo", photo.path)
      let folder = program.folder.appendingPathComponent("all")
      _ = await program("export-all", folder.path)
      let picture = folder.appendingPathComponent("pictures/1.png")
      #expect(try Data(contentsOf: picture) == Data(contentsOf: photo))
      try FileManager.default.removeItem(at: picture)
      _ = await program("delete", "s")
      let refused = await program("import-all", folder.path)
      #expect(refused.code == .failure)
      #expect(refused.messages.contains("A picture is missing."))
      #expect(try await program.spots().isEmpty)
      try Data("{".utf8).write(to: folder.appendingPathComponent("spots.json"))
      #expect(await program("import-all", folder.path).messages.contains("not a complete export"))
      #expect(await program("import-all", "/no/such/folder").code == .failure)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func everythingIsChangedAndCleared(_ store: ExampleStore) async throws {
    try await withSpots(store) { program in
      _ = await program("add-world", "W", "--seed", "7")
      let photo = try program.photo("p.png", bytes: 300)
      _ = await program(
        "add", "s", "1", "2", "3", "--world", "W", "--comment", "c", "--photo", photo.path)
      let moved: SpotRecord = try await program("edit", "s", "--at", "-4, 5,6", "--json").decoded()
      #expect([moved.x, moved.y, moved.z] == [-4, 5, 6])
      #expect(await program("edit", "s", "--at", "1,2").code == .usage)
      #expect(await program("edit", "s", "--at", "1,9999,2").code == .refused)
      #expect(await program("edit", "s", "--clear", "name").code == .usage)
      let cleared: SpotRecord = try await program(
        "edit", "s", "--clear", "comment,photo,coordinates,world", "--json"
      ).decoded()
      #expect(!cleared.hasPhoto)
      #expect((cleared.comment, cleared.world) == (nil, nil))
      #expect((cleared.x, cleared.y, cleared.z) == (nil, nil, nil))
      #expect(try await program.spots() == [cleared])
      let world: WorldRecord = try await program(
        "edit-world", "W", "--name", "V", "--seed", "8", "--comment", "c", "--json"
      ).decoded()
      #expect([world.name, world.seed, world.comment] == ["V", "8", "c"])
      let bare: WorldRecord = try await program(
        "edit-world", "V", "--clear", "seed,comment", "--json"
      ).decoded()
      #expect([bare.name, bare.seed, bare.comment] == ["V", nil, nil])
    }
  }
}
