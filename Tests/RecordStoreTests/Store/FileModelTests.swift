import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SampleStores
import StoreFixtures
import SwiftDataErrors
import Testing

/// Files that are opened without model classes.
@Suite("Models found in files")
struct FileModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let samples = SampleStores.files

  /// Removes the file's stored models.
  private func forget(_ url: URL) throws {
    try forgetOwnSchema(url)
    try SQLiteConnection(path: url.path, mode: .readWrite)
      .execute("DROP TABLE IF EXISTS Z_MODELCACHE")
  }

  /// Removes the schema that only this library reads.
  private func forgetOwnSchema(_ url: URL) throws {
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    let row = try #require(try connection.rows(StoreMetadata.select).first)
    var metadata = try StoreMetadata(
      storeUUID: row[0].text ?? "", propertyList: row[1].blob ?? Data())
    metadata.schema = nil
    let statement = try metadata.writeStatement()
    try connection.run(statement.text, statement.values)
  }

  private func open(_ url: URL) throws -> (RecordEngine, FileModel) {
    let reader = try StoreReader(url)
    let found = try FileModel(reader)
    return (try RecordEngine(reader, found), found)
  }

  @Test func ownModelsAreFound() throws {
    let url = try StoreFixtures.copy(of: "SampleTrips", version: "3.0.0", to: folder.url)
    #expect(try open(url).1.origin == .own)
  }

  @Test(arguments: ExampleStoreTests.stores)
  func modelsAreDerivedFromTables(_ store: (String, String)) throws {
    let url = try StoreFixtures.copy(of: store.0, version: store.1, to: folder.url)
    let (known, model) = try open(url)
    let rows = try model.model.entities.map { try known.rows(RecordQuery($0.name)) }
    try forget(url)
    let (engine, found) = try open(url)
    guard case .derived = found.origin else { return #expect(Bool(false), "\(found.origin)") }
    #expect(found.model.entities.map(\.name).sorted() == model.model.entities.map(\.name).sorted())
    for (entity, rows) in zip(model.model.entities, rows) {
      let derived = try engine.rows(RecordQuery(entity.name))
      #expect(derived.map(\.key) == rows.map(\.key))
      try expectSame(entity, rows, derived)
    }
  }

  private func expectSame(
    _ entity: EntityDescription, _ rows: [Record], _ derived: [Record]
  ) throws {
    for case .attribute(let attribute) in entity.properties
    where [.string, .double, .date, .integer64, .uuid].contains(attribute.type)
      && !attribute.isTransient
    {
      for (row, other) in zip(rows, derived) where other.values[attribute.name.lowercased()] != nil
      {
        let value = other[attribute.name.lowercased()]
        #expect(value == row[attribute.name], "\(entity.name).\(attribute.name)")
      }
    }
  }

  /// A store in which a migration renamed an entity.
  @Test func archivedModelsAllowRenamedEntities() throws {
    let url = folder.url.appendingPathComponent("cars.store")
    let model = ModelDescription(entities: [
      EntityDescription(
        name: "Car",
        properties: [.attribute(AttributeDescription(name: "maker", type: .string))]),
      EntityDescription(name: "LuxuryCar", parentName: "Car"),
    ])
    var changes = RecordChanges()
    changes.insert("LuxuryCar", ["maker": .text("Bugatti")])
    try RecordEngine(StoreOptions(name: "cars", path: url.path), model: model).save(changes)
    try forgetOwnSchema(url)
    try SQLiteConnection(path: url.path, mode: .readWrite)
      .execute("UPDATE Z_PRIMARYKEY SET Z_NAME = 'SportCar' WHERE Z_NAME = 'LuxuryCar'")
    let (engine, found) = try open(url)
    #expect(found.origin == .archived)
    #expect(try engine.rows(RecordQuery("LuxuryCar")).map { $0["maker"] } == [.text("Bugatti")])
  }

  @Test func contradictoryTablesAreRefused() throws {
    let url = try StoreFixtures.copy(of: "SampleTrips", version: "1.0.0", to: folder.url)
    try forget(url)
    for change in [
      "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 7 WHERE Z_ENT < 16000",
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = 9 WHERE Z_ENT = 1",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = NULL WHERE Z_ENT = 1", "DELETE FROM Z_PRIMARYKEY",
      "DROP TABLE Z_PRIMARYKEY",
    ] {
      let copy = folder.url.appendingPathComponent(UUID().uuidString)
      try FileManager.default.copyItem(at: url, to: copy)
      try SQLiteConnection(path: copy.path, mode: .readWrite).execute(change)
      #expect(throws: SwiftDataError.unknownSchema, "\(change)") { try open(copy) }
    }
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: samples)
  func applesFilesAreRead(_ name: String) throws {
    let url = try SampleStores.copy(name, to: folder.url)
    let before = try bytes(url)
    let (engine, found) = try open(url)
    for entity in found.model.entities {
      let rows = try engine.rows(query(entity))
      #expect(try engine.count(entity.name) == rows.count)
      for case .relationship(let relationship) in entity.properties where relationship.isToMany {
        for row in rows.prefix(20) {
          _ = try engine.members(of: row.key, entity.name, relationship.name)
        }
      }
    }
    _ = try engine.history(limit: 100)
    #expect(try bytes(url) == before)
  }

  /// Compares the model that is derived from the tables with the archived model.
  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: samples)
  func derivedModelsMatchApplesModels(_ name: String) throws {
    let url = try SampleStores.copy(name, to: folder.url)
    let (known, model) = try open(url)
    guard case .archived = model.origin else { return }
    // The file is read without locks, and must not change while it is open.
    let counts = try model.model.entities.map { try known.count($0.name) }
    try forget(url)
    let (engine, found) = try open(url)
    for (entity, count) in zip(model.model.entities, counts) {
      #expect(try engine.count(entity.name) == count, "\(entity.name)")
      let place = try #require(engine.schema.entity(named: entity.name)).table
      let derived = Set(place.properties.values.flatMap(\.columnNames))
      let columns = try known.entity(entity.name).table.properties.values.flatMap(\.columnNames)
      #expect(derived.isSuperset(of: columns), "\(entity.name)")
      for case .relationship(let relationship) in found.model.entity(named: entity.name)?.properties
        ?? [] where !relationship.isToMany
      {
        #expect(found.model.entity(named: relationship.destination) != nil)
      }
    }
  }

  private func query(_ entity: EntityDescription) -> RecordQuery {
    var query = RecordQuery(entity.name)
    // The samples have no external files.
    query.readsFiles = false
    return query
  }

  private func bytes(_ url: URL) throws -> [Data?] {
    try ["", "-wal"].map { suffix in
      let path = url.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
  }
}

extension PropertyColumns {
  /// The columns in the row itself.
  fileprivate var columnNames: [String] {
    switch self {
    case .attribute(let column): [column.name]
    case .composite(let leaves): leaves.map(\.column.name)
    case .toOne(let column): [column.name]
    case .toMany, .manyToMany: []
    }
  }
}
