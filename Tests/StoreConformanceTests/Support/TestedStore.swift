import Foundation
import JSONFolderStore
import OpenSwiftData
import PostgresData
import PostgresTesting
import Testing

/// A kind of store to run tests on, with its declared capabilities.
struct TestedStore: Sendable, CustomTestStringConvertible {
  let name: String
  let supports: Set<StoreCapability>
  /// The SQLite file of a store of this kind, by name and folder; nil for other databases.
  var file: (@Sendable (String, TestFolder) -> URL)?
  /// Whether the configuration requires the schema.
  var needsSchema = false
  /// Creates the configuration of a store with a name in a folder; equal arguments open it again.
  let configuration:
    @Sendable (_ name: String, _ schema: Schema?, TestFolder) -> any DataStoreConfiguration
  /// Capabilities that a test needs and the store does not declare.
  private(set) var lacks: Set<StoreCapability> = []

  var testDescription: String { name }

  /// A row as errors name it: only by its entity if the store does not number rows.
  func name(of row: String) -> String {
    supports.contains(.numberedRows) ? row : String(row.prefix { $0 != "/" })
  }

  /// A container for a store in a folder; the first call creates the store.
  func container(_ schema: Schema, in folder: TestFolder) throws -> ModelContainer {
    try ModelContainer(
      for: schema, configurations: [configuration("test", needsSchema ? schema : nil, folder)])
  }

  /// A container for a version's models; migrates a store in the folder that has another version.
  func container(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil,
    in folder: TestFolder
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: [configuration("test", nil, folder)])
  }

  /// All kinds of stores.
  ///
  /// Tests on those without the needed capabilities are skipped, which the ledger reports.
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

  /// Starts a test case, or cancels it if the store lacks a needed capability.
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
    name: "SQLite on file",
    supports: Set(StoreCapability.allCases).subtracting([.simultaneousTransactions]),
    file: { $1.file("\($0).store") },
    configuration: { ModelConfiguration($0, schema: $1, url: $2.file("\($0).store")) })

  static let sqliteMemory = TestedStore(
    name: "SQLite in memory",
    supports: Set(StoreCapability.allCases).subtracting(
      [.persistence, .migration, .simultaneousTransactions]),
    configuration: { name, schema, _ in
      ModelConfiguration(name, schema: schema, isStoredInMemoryOnly: true)
    })

  /// The default store, used by a container like any other type that conforms to `DataStore`.
  static let passing = TestedStore(
    name: "DefaultStore through DataStore",
    // It also handles large numbers of models, but slowly, so only long runs test that.
    supports: Set(StoreCapability.allCases).subtracting(
      [
        .history, .queries, .replacedRows, .simultaneousTransactions, .textIndexes, .transactions,
        .updatesOfMany,
      ] + (TestRun.isWhole ? [] : [.bulk])),
    configuration: { PassingConfiguration(name: $0, schema: $1, url: $2.file("\($0).store")) })

  /// Empty if PostgreSQL is not installed.
  static let postgres: [TestedStore] =
    // A replica must not change any result; only long runs test that.
    PostgresServer.isInstalled
    ? [server] + (TestRun.isShort ? [] : [mapped] + mappedKeys)
      + (TestRun.isWhole ? [replicated] : []) : []

  /// Tables as another program would create them.
  static let mapped = mapped("PostgreSQL, another program's tables", .deferrable)

  /// The same, with foreign keys that are checked after each statement, and with keys that are
  /// UUIDs.
  private static let mappedKeys = [
    mapped(
      "PostgreSQL, another program's tables with immediate foreign keys", .immediate),
    mapped("PostgreSQL, another program's tables with UUIDs", .uuids),
  ]

  private static func mapped(_ name: String, _ keys: MappedTables.Keys) -> TestedStore {
    TestedStore(
      name: name,
      supports: Set(StoreCapability.allCases).subtracting(
        [
          .bulk, .everyDate, .everyText, .history, .inheritance, .memberOrder, .migration,
          .textIndexes,
        ]),
      needsSchema: true,
      configuration: { name, schema, folder in
        let found = schema.flatMap {
          try? MappedTables.configuration(name, $0, in: folder, keys)
        }
        return found ?? PostgresConfiguration("", name: name)
      })
  }

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
      // Large numbers of models are slow on a server that shares the machine, so only long runs
      // test them.
      supports: Set(StoreCapability.allCases).subtracting(
        [.everyDate, .everyText] + (TestRun.isWhole ? [] : [.bulk])),
      configuration: { name, schema, folder in
        // The folder's unique name separates the stores of different tests.
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
