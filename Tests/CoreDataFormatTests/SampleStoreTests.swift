import CSQLite
import DataSchema
import Foundation
import SQLiteDriver
import SampleStores
import StoreVectors
import Testing

@testable import CoreDataFormat

@Suite("Layout of Apple's stores", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct SampleStoreTests {
  static let indexes: [String: [String: [[String]]]] = [
    "spezi-scheduler/iOS26MigrationInput.sqlite": [
      "Outcome": [["id"], ["occurrenceStartDate"]],
      "Task": [["id"], ["effectiveFrom"], ["effectiveFrom", "nextVersion"]],
    ]
  ]

  @Test(arguments: [
    "spezi-scheduler/iOS26MigrationInput.sqlite", "freeze-ray/App-1_0_0.sqlite",
    "freeze-ray/App-2_0_0.sqlite",
  ]) func statementsMatchThoseOfSwiftDataStores(name: String) throws {
    try SampleStores.open(name) { database in
      var model = try #require(try Self.model(of: database))
      for index in model.entities.indices {
        let declared = Self.indexes[name]?[model.entities[index].name] ?? []
        model.entities[index].indexes = declared.map { IndexDescription(propertyNames: $0) }
      }
      let statements = try SchemaStatements(layout: CoreDataLayout(model: model))
      let actual = try database.strings(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
      #expect(statements.all == actual)
    }
  }

  /// Migrated stores keep older column orders and index names, and Core Data stores may give
  /// indexes other names; columns, types and numbers still agree.
  @Test(arguments: [
    "spezi-scheduler/iOS26MigrationInput.sqlite", "freeze-ray/App-1_0_0.sqlite",
    "freeze-ray/App-2_0_0.sqlite", "moody/Moody.moody", "moody/Moody 2.moody",
    "moody/Moody 3.moody", "moody/Moody 4.moody", "moody/Moody 5.moody", "plaso/NoteStore.sqlite",
    "plaso/knowledgec-10.14.db", "plaso/netusage.sqlite", "photos-14/Photos.sqlite",
  ]) func tablesColumnsAndEntitiesMatchTheStores(name: String) throws {
    try SampleStores.open(name) { database in
      let model = try #require(try Self.model(of: database))
      let layout = try CoreDataLayout(model: model)
      let numbers = try database.strings(
        "SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER FROM Z_PRIMARYKEY "
          + "WHERE Z_ENT < 16000 ORDER BY Z_ENT")
      #expect(
        layout.tableMap.entities.map { "\($0.entityNumber) \($0.entityName) \($0.parentNumber)" }
          == numbers)
      for table in layout.tables {
        let columns = Set(table.columns.map { "\($0.name) \($0.type.rawValue)" })
        #expect(columns == (try Self.columns(of: table.name, in: database)), "\(table.name)")
      }
      for table in layout.joinTables { try Self.expect(table, in: database) }
    }
  }

  /// Keys of the owner, keys of the other side, then positions; migrations name tables after either
  /// side.
  @Test(arguments: [
    "plaso/NoteStore.sqlite", "plaso/knowledgec-10.14.db", "photos-14/Photos.sqlite",
  ])
  func joinTableColumnsHaveTheStoresOrder(name: String) throws {
    try SampleStores.open(name) { database in
      let model = try #require(try Self.model(of: database))
      let path = try database.strings("SELECT file FROM pragma_database_list")[0]
      let layout = try CoreDataLayout(
        model: model, storedOn: SQLiteConnection(path: path, mode: .readOnly))
      for table in layout.joinTables {
        let columns = try database.strings("SELECT name FROM pragma_table_info('\(table.name)')")
        #expect(columns == [table.ownerColumn, table.otherColumn] + table.orderColumns)
      }
    }
  }

  @Test(arguments: ["plaso/NoteStore.sqlite"])
  func columnAndIndexOrderMatchesTheStore(name: String) throws {
    try SampleStores.open(name) { database in
      let model = try #require(try Self.model(of: database))
      let statements = try SchemaStatements(layout: CoreDataLayout(model: model))
      let actual = try database.strings(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
      #expect(statements.all == actual)
    }
  }

  @Test func spatialIndexesMatchThoseOfCoreData() throws {
    try SampleStores.open("photos-14/Photos.sqlite") { database in
      let index = SpatialIndex(
        name: "Z_RT_Asset_boundedByRect", table: "ZASSET", columns: ["ZLATITUDE", "ZLONGITUDE"])
      let actual = try database.strings(
        "SELECT sql FROM sqlite_master WHERE name IN ('Z_RT_Asset_boundedByRect', "
          + "'Z_RT_Asset_boundedByRect_INSERT', 'Z_RT_Asset_boundedByRect_UPDATE', "
          + "'Z_RT_Asset_boundedByRect_DELETE') ORDER BY rowid")
      #expect(Set(index.createStatements) == Set(actual))
    }
  }

  /// The schema with the version hashes of the store.
  static func model(of database: TestDatabase) throws -> ModelDescription? {
    let metadata = try PropertyListSerialization.propertyList(
      from: SampleStores.metadata(of: database), format: nil)
    guard let hashes = (metadata as? [String: Any])?["NSStoreModelVersionHashes"] as? [String: Data]
    else { return nil }
    return try StoreVectors().model(
      hashes: hashes.mapValues { hash in
        hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      })
  }

  private static func columns(of table: String, in database: TestDatabase) throws -> Set<String> {
    try Set(
      database.strings(
        "SELECT name || ' ' || type FROM pragma_table_info('\(table)') "
          + "WHERE name NOT IN ('Z_PK', 'Z_ENT', 'Z_OPT')"))
  }

  /// After migrations either side may own the table, so any table with the same columns is
  /// accepted.
  private static func expect(_ table: JoinTableLayout, in database: TestDatabase) throws {
    let columns = Set(([table.ownerColumn, table.otherColumn] + table.orderColumns))
    let candidates = try database.strings(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
    let match = try candidates.first { candidate in
      try Set(
        database.strings("SELECT name FROM pragma_table_info('\(candidate)')")) == columns
    }
    #expect(match != nil, "\(table.name) \(columns.sorted())")
  }
}
