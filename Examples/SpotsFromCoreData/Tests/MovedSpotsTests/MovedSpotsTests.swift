import CoreDataFormat
import DataSchema
import ExampleTestSupport
import Foundation
import ModelGeneration
import RecordStore
import SQLCore
import SwiftData
import Testing

@testable import movedspots

@Suite("From Core Data to SwiftData")
struct MovedSpotsTests {
  /// Creates a store as the app left it.
  private func withStore(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Spots.sqlite")
      try PreviousStore.make(at: url)
      try forgetModels(url)
      try body(url)
    }
  }

  /// Removes metadata that Core Data does not write; the archived model stays, as in files of Core
  /// Data.
  private func forgetModels(_ url: URL) throws {
    let location = StoreLocation(StoreOptions(name: url.lastPathComponent, path: url.path))
    let connection = try location.reconnect(writable: true)
    var metadata = try location.readMetadata(connection)
    (metadata.schema, metadata.versionIdentifiers) = (nil, [])
    let statement = try metadata.writeStatement()
    try connection.run(statement.text, statement.values)
  }

  private static let example = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// The app's model in the format of Xcode's editor.
  private static let model = example.appendingPathComponent("Spots.xcdatamodeld")
  /// The folder with the generated code.
  private static let generated = example.appendingPathComponent("Sources/movedspots/Generated")

  @Test func generatedCodeIsWhatTheGeneratorWrites() throws {
    let models = try ModelGenerator.models(from: Self.model)
    #expect(models.hasSameVersionHashes)
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.generated.path)
    #expect(names.sorted() == models.files.map(\.name))
    for file in models.files {
      let text = try String(
        contentsOf: Self.generated.appendingPathComponent(file.name), encoding: .utf8)
      #expect(text == file.text, "\(file.name)")
    }
  }

  @Test func storeIsAsCoreDataMakesIt() throws {
    try withStore { url in
      let source = try ModelSource(contentsOf: Self.model)
      let reader = try StoreReader(url)
      #expect(reader.metadata.schema == nil)
      #expect(reader.metadata.versionHashes == source.versions[0].model.versionHashes)
      #expect(try reader.readModel().archived != nil)
    }
  }

  @Test func storeOpensWithTheGeneratedModels() throws {
    try withStore { url in
      let before = try StoreReader(url).metadata
      let context = try SpotStore.open(url)
      let spots = try SpotEditing.spots(of: "Overworld", context)
      #expect(spots.map(\.name) == ["Lighthouse", "Reef", "Village"])
      #expect(spots.allSatisfy { $0.world?.seed == "-4172144997902289642" })
      let pictures = try SpotEditing.withPictures(context)
      #expect(pictures.map(\.spotImage) == [PreviousStore.picture])
      // The file is unchanged.
      let after = try StoreReader(url).metadata
      #expect(after.schema == nil)
      #expect(after.versionHashes == before.versionHashes)
      #expect(after.storeUUID == before.storeUUID)
    }
  }

  @Test func spotsSavedByCoreDataAreEdited() throws {
    try withStore { url in
      let context = try SpotStore.open(url)
      let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
      try SpotEditing.rate("Islands", 3, at: date, context)
      try SpotEditing.add("Wreck", to: "Islands", at: date, context)
      let spots = try SpotEditing.spots(of: "Islands", SpotStore.open(url))
      #expect(spots.map(\.name) == ["Mine", "Portal", "Wreck"])
      #expect(spots.map(\.rating) == [3, 3, 0])
      #expect(spots.allSatisfy { $0.updatedAt == date })
      #expect(try StoreReader(url).metadata.schema == nil)
    }
  }

  @Test func storeMigratesToTheSwiftDataModels() throws {
    try withStore { url in
      let context = try SpotStore.openMigrated(url)
      let worlds = try context.fetch(FetchDescriptor<WorldModel>(sortBy: [SortDescriptor(\.id)]))
      #expect(worlds.map(\.name) == ["Overworld", "Islands"])
      let items = try context.fetch(FetchDescriptor<ItemModel>(sortBy: [SortDescriptor(\.id)]))
      #expect(items.map(\.name) == ["Village", "Mine", "Lighthouse", "Portal", "Reef"])
      for (number, item) in items.enumerated() {
        #expect(item.worldID == worlds[number % 2].id)
        #expect(item.coordinatesX == "\(number * 100)")
        #expect(item.coordinatesZ == "\(number * -50)")
        #expect(item.spotImageData == (number == 2 ? PreviousStore.picture : nil))
        #expect(item.updatedAt == item.createdAt)
      }
      #expect(try !SpotStore.isOfCoreData(url))
      #expect(try StoreReader(url).metadata.versionIdentifiers == ["2.0.0"])
      context.insert(ItemModel(id: items[0].id, name: "Town"))
      try context.save()
      #expect(try SpotStore.openMigrated(url).fetchCount(FetchDescriptor<ItemModel>()) == 5)
    }
  }

  @Test func programMigratesItsStoreOnce() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("fresh.sqlite")
      var lines: [String] = []
      try MovedSpots.run(url) { lines.append($0) }
      #expect(lines.contains("Overworld: 3 spots"))
      #expect(lines.contains("Spots with pictures: 1"))
      #expect(lines.contains("  Mine (4)"))
      #expect(lines.contains { $0.hasSuffix("6 spots") })
      lines = []
      try MovedSpots.run(url) { lines.append($0) }
      #expect(lines.first?.hasSuffix("6 spots") == true)
    }
  }

  @Test func schemasAreValidWithoutWarnings() throws {
    #expect(try Schema(versionedSchema: SpotsSchema.self).validate().isEmpty)
    #expect(try Schema(versionedSchema: SpotsSchemaV2.self).validate().isEmpty)
  }

  @Test(arguments: ["--help", "-h"]) func helpOptionPrintsTheUsage(_ option: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("movedspots")
    process.arguments = [option]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.hasPrefix("Usage: movedspots [STORE]\n"))
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }
}
