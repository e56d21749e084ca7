import CoreDataFormat
import DataSchema
import Foundation
import ModelGeneration
import RandomTesting
import SampleStores
import Testing

/// Code of the models in files that Apple's frameworks wrote.
@Suite(
  "Code of Apple's models", .enabled(if: SampleStores.isPresent, SampleStores.reason),
  .enabled(if: SwiftProgram.isPossible, SwiftProgram.reason), .serialized)
struct SampleStoreTests {
  static let names = [
    "freeze-ray/App-1_0_0.sqlite", "freeze-ray/App-2_0_0.sqlite", "moody/Moody.moody",
    "moody/Moody 2.moody", "moody/Moody 3.moody", "moody/Moody 4.moody", "moody/Moody 5.moody",
    "photos-14/Photos.sqlite", "plaso/NoteStore.sqlite", "plaso/knowledgec-10.14.db",
    "plaso/netusage.sqlite", "spezi-scheduler/iOS26MigrationInput.sqlite",
  ]

  static func url(_ name: String) -> URL {
    URL(fileURLWithPath: SampleStores.folder ?? "").appendingPathComponent(name)
  }

  /// All models are compiled as versions of one, because each compilation takes seconds.
  @Test func codeOfApplesModelsOpensTheirFiles() throws {
    let names = Self.names.filter { !TestRun.isShort || !SampleStores.isLarge($0) }
    let versions = try names.map { name in
      var version = try ModelSource(contentsOf: Self.url(name)).versions[0]
      version.name = name
      return version
    }
    let models = try ModelGenerator.models(
      of: ModelSource(name: "Samples", versions: versions, current: 0))
    let maker = try StoreMaker(
      models, schemas: versions.indices.map { "SamplesSchemaV\($0 + 1)" })
    defer { maker.remove() }
    let stores = try maker.stores()
    for (place, version) in versions.enumerated() {
      let store = try #require(stores["SamplesSchemaV\(place + 1)"])
      #expect(store.problem == nil, "\(version.name)")
      let one = try ModelGenerator.models(of: ModelSource(name: "Sample", version))
      #expect(store.versionHashes == one.model.versionHashes, "\(version.name)")
      let isSame = store.versionHashes == version.model.versionHashes
      #expect(isSame == one.hasSameVersionHashes, "\(version.name)")
      #expect(one.opensStores, "\(version.name): \(one.notes.filter(\.changesVersionHash))")
    }
    let files = Dictionary(
      uniqueKeysWithValues: names.enumerated().map {
        ("SamplesSchemaV\($0 + 1)", Self.url($1))
      })
    let opened = try maker.stores(opening: files)
    for (place, version) in versions.enumerated() {
      let store = try #require(opened["SamplesSchemaV\(place + 1)"])
      #expect(store.problem == nil, "\(version.name)")
      // The copies still have Core Data's hashes.
      #expect(store.versionHashes == version.model.versionHashes, "\(version.name)")
    }
  }

  /// The statements of SwiftData's files follow from the model alone.
  @Test(arguments: [
    "freeze-ray/App-1_0_0.sqlite", "freeze-ray/App-2_0_0.sqlite",
    "spezi-scheduler/iOS26MigrationInput.sqlite",
  ])
  func newStoresHaveTheStatementsOfApplesFiles(_ name: String) throws {
    let models = try ModelGenerator.models(from: Self.url(name), schemaName: "Sample")
    let maker = try StoreMaker(models, schemas: [models.schemaName])
    defer { maker.remove() }
    let store = try #require(try maker.stores()[models.schemaName])
    #expect(store.problem == nil)
    let expected = try SampleStores.open(name) {
      try $0.strings("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    }
    #expect(store.statements == expected)
  }

  @Test(arguments: [
    "spezi-scheduler/iOS26MigrationInput.sqlite", "moody/Moody.moody", "moody/Moody 4.moody",
    "moody/Moody 5.moody", "plaso/netusage.sqlite", "plaso/NoteStore.sqlite",
  ])
  func valuesMatchThoseOfAnIndependentReader(_ name: String) throws {
    let version = try ModelSource(contentsOf: Self.url(name)).versions[0]
    let models = try ModelGenerator.models(of: ModelSource(name: "Sample", version))
    let reader = try ValueReader(models, version)
    defer { reader.remove() }
    try SampleStores.copy(name) { store in
      let values = try reader.values(of: store)
      #expect(!values.isEmpty)
      #expect(values == (try reader.valuesByPython(of: store)))
    }
  }
}
