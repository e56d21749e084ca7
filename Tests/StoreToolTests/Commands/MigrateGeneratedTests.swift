import CoreDataFormat
import DataSchema
import Foundation
import ModelGeneration
import RecordStore
import SQLCore
import SQLiteDriver
import StoreTool
import Testing

/// Core Data files with features that SwiftData models lack, migrated to generated models.
@Suite("Migrating to generated models")
struct MigrateGeneratedTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.path("owners.sqlite")
  }

  /// An abstract entity, an ordered relationship, and a count that Core Data maintains by triggers.
  private static let model = ModelDescription(
    entities: [
      EntityDescription(
        name: "Being", isAbstract: true,
        properties: [.attribute(AttributeDescription(name: "name", type: .string))]),
      EntityDescription(
        name: "Owner", parentName: "Being",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "pets", destination: "Pet", inverseName: "owner", isToMany: true,
              isOrdered: true)),
          .derived(
            DerivedDescription(name: "petCount", expression: "pets.@count", type: .integer64)),
        ]),
      EntityDescription(
        name: "Pet", parentName: "Being",
        properties: [
          .relationship(
            RelationshipDescription(name: "owner", destination: "Owner", inverseName: "pets"))
        ]),
    ], versionIdentifiers: [""])

  private func makeStore() throws {
    let engine = try RecordEngine(StoreOptions(name: "owners", path: path), model: Self.model)
    var changes = RecordChanges()
    let owner = changes.insert("Owner", ["name": .text("Ann")])
    changes.insert("Pet", ["name": .text("Rex"), "owner": .row(owner)])
    changes.insert("Pet", ["name": .text("Tom"), "owner": .row(owner)])
    try engine.save(changes)
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    for event in ["INSERT", "DELETE"] {
      try connection.run(
        """
        CREATE TRIGGER "ZT_ZBEING_ZPETCOUNT_ZBEING_\(event)" AFTER \(event) ON ZBEING FOR EACH ROW BEGIN \
        UPDATE ZBEING SET ZPETCOUNT = 1; \
        SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZBEING', 1, 1, 'ZPETCOUNT', 1); END
        """)
    }
  }

  @Test func migrationDropsWhatGeneratedModelsLack() throws {
    try makeStore()
    let generated = ToolRun("generate", path, "--schema", "Owners")
    #expect(generated.status == .good)
    for text in [
      "is abstract", "is ordered", "derive the value", "The code opens stores of the model",
    ] {
      #expect(generated.messages.contains(text), "\(generated.messages)")
    }
    let models = try ModelGenerator.models(from: URL(fileURLWithPath: path), schemaName: "Owners")
    let target = folder.path("code.store")
    _ = try RecordEngine(StoreOptions(name: "code", path: target), model: models.model)
    let run = ToolRun("migrate", path, "--to", target)
    #expect(run.status == .good, "\(run.output)\(run.messages)")
    let reader = try StoreReader(URL(fileURLWithPath: path))
    #expect(reader.metadata.versionHashes == models.model.versionHashes)
    #expect(try StoreEvolution.foreignTriggers(on: reader.connection).isEmpty)
    let engine = try RecordEngine(StoreOptions(name: "owners", path: path))
    var changes = RecordChanges()
    changes.insert("Pet", ["name": .text("Kit")])
    try engine.save(changes)
    let names = try engine.rows(RecordQuery("Pet")).map { $0.values["name"] }
    #expect(names == [.text("Rex"), .text("Tom"), .text("Kit")])
    #expect(try engine.row(2, of: "Pet")?.values["owner"] == .row(1))
  }

  @Test func derivedValuesPreventMigration() throws {
    try makeStore()
    var model = Self.model
    model.entities[2].properties.append(
      .attribute(AttributeDescription(name: "age", type: .integer16, isOptional: true)))
    let target = folder.path("code.store")
    _ = try RecordEngine(StoreOptions(name: "code", path: target), model: model)
    let run = ToolRun("migrate", path, "--to", target)
    #expect(run.status == .different)
    #expect(run.output.contains("Owner.petCount is derived"))
  }
}
