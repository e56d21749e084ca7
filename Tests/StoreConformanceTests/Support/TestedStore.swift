import Foundation
import JSONFolderStore
import OpenSwiftData
import PostgresData
import PostgresTesting
import Testing

/// A kind of store that behaviours are shown of, and what it declares to support.
struct TestedStore: Sendable, CustomTestStringConvertible {
  let name: String
  let supports: Set<StoreCapability>
  /// The file of SQLite's that a store of this kind is, by its name and in its folder.
  var file: (@Sendable (String, TestFolder) -> URL)?
  /// Whether a configuration needs to know the models.
  var needsSchema = false
  /// A configuration of a store of that name in a folder; the same one opens it again.
  let configuration:
    @Sendable (_ name: String, _ schema: Schema?, TestFolder) -> any DataStoreConfiguration
  /// What a test needs that the store does not declare.
  private(set) var lacks: Set<StoreCapability> = []

  var testDescription: String { name }

  /// A row as an error names it: where the store has no numbers from 1 on, by its entity.
  func name(of row: String) -> String {
    supports.contains(.numberedRows) ? row : String(row.prefix { $0 != "/" })
  }

  /// A container on a store in a folder, which is made the first time.
  func container(_ schema: Schema, in folder: TestFolder) throws -> ModelContainer {
    try ModelContainer(
      for: schema, configurations: [configuration("test", needsSchema ? schema : nil, folder)])
  }

  /// A container with the models of a version on a store in a folder, which is migrated where it has others.
  func container(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil,
    in folder: TestFolder
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: [configuration("test", nil, folder)])
  }

  /// All kinds; tests of those that do not declare what is needed end at once, and the ledger says so.
  static func supporting(_ needed: StoreCapability...) -> [TestedStore] {
    let asked = all.map { store in
      var store = store
      store.lacks = Set(needed).subtracting(store.supports)
      return store
    }
    #if compiler(>=6.3)
      return asked
    #else
      return asked.filter(\.lacks.isEmpty)
    #endif
  }

  /// Begins the running case of a test, or ends it where the store lacks what the test needs.
  func begin() throws {
    Ledger.note(name, lacks: lacks)
    if lacks.isEmpty { return }
    #if compiler(>=6.3)
      let texts = lacks.map(\.rawValue).sorted().joined(separator: ", ")
      try Test.cancel("\(name) does not declare \(texts)")
    #endif
  }
}

extension TestedStore {
  static let all = [sqliteFile, sqliteMemory, passing, jsonFolder] + postgres

  static let sqliteFile = TestedStore(
    name: "SQLite on file", supports: Set(StoreCapability.allCases),
    file: { $1.file("\($0).store") },
    configuration: { ModelConfiguration($0, schema: $1, url: $2.file("\($0).store")) })

  static let sqliteMemory = TestedStore(
    name: "SQLite in memory",
    supports: Set(StoreCapability.allCases).subtracting([.persistence, .migration]),
    configuration: { name, schema, _ in
      ModelConfiguration(name, schema: schema, isStoredInMemoryOnly: true)
    })

  /// The default store, as a container uses any other that conforms to `DataStore`.
  static let passing = TestedStore(
    name: "DefaultStore through DataStore",
    // It takes large numbers, too, but takes its time, which only the long runs have.
    supports: Set(StoreCapability.allCases).subtracting(
      [.history, .replacedRows, .textIndexes, .updatesOfMany] + (TestRun.isWhole ? [] : [.bulk])),
    configuration: { PassingConfiguration(name: $0, schema: $1, url: $2.file("\($0).store")) })

  /// None where there is no server to start.
  static let postgres: [TestedStore] =
    // A replica is to change nothing, which the long runs show of everything.
    PostgresServer.isInstalled
    ? [server] + (TestRun.isShort ? [] : [mapped]) + (TestRun.isWhole ? [replicated] : []) : []

  /// Tables as another program would have made them.
  static let mapped = TestedStore(
    name: "PostgreSQL, another program's tables",
    supports: Set(StoreCapability.allCases).subtracting(
      [
        .bulk, .everyDate, .everyText, .history, .inheritance, .memberOrder, .migration,
        .textIndexes,
      ]),
    needsSchema: true,
    configuration: { name, schema, folder in
      let found = schema.flatMap { try? MappedTables.configuration(name, $0, in: folder) }
      return found ?? PostgresConfiguration("", name: name)
    })

  private static let server = postgres("PostgreSQL") { name, schema, place in
    let address = (try? PostgresServer.shared.address()) ?? ""
    return PostgresConfiguration(address, name: name, schema: schema, databaseSchema: place)
  }

  private static let cluster = Result {
    try PostgresCluster(replicaCount: 1, ["max_connections=300"])
  }

  private static let replicated = postgres("PostgreSQL with a replica") { name, schema, place in
    let cluster = try? cluster.get()
    var configuration = PostgresConfiguration(
      cluster?.address(0) ?? "", name: name, schema: schema, databaseSchema: place)
    configuration.replicas = cluster.map { PostgresReplicas([$0.address(1)], maximumLag: .zero) }
    return configuration
  }

  private static func postgres(
    _ name: String,
    _ configuration: @escaping @Sendable (String, Schema?, _ place: String) -> PostgresConfiguration
  ) -> TestedStore {
    TestedStore(
      name: name,
      // Large numbers take their time, too, in a server beside the tests.
      supports: Set(StoreCapability.allCases).subtracting(
        [.everyDate, .everyText, .textIndexes] + (TestRun.isWhole ? [] : [.bulk])),
      configuration: { name, schema, folder in
        // A folder of its own is what tells the stores of one test from those of others.
        let place = folder.url.lastPathComponent.lowercased().suffix(36)
        return configuration(name, schema, "\(name)_\(place)")
      })
  }

  static let jsonFolder = TestedStore(
    name: "JSON folder",
    supports: [
      .everyDate, .everyText, .inheritance, .memberOrder, .mergedProperties, .persistence,
      .referentialIntegrity,
    ],
    configuration: { JSONFolderConfiguration(name: $0, schema: $1, folder: $2.file($0)) })
}

extension TestStore {
  convenience init(_ kind: TestedStore, for types: any PersistentModel.Type...) throws {
    try self.init(kind, types)
  }

  convenience init(_ kind: TestedStore, _ types: [any PersistentModel.Type]) throws {
    try kind.begin()
    let (folder, schema) = (try TestFolder(), Schema(types))
    let container = try kind.container(schema, in: folder)
    self.init(container: container, folder: folder, url: kind.file?("test", folder)) {
      kind.supports.contains(.persistence)
        ? try kind.container(schema, in: folder) : container
    }
  }
}
