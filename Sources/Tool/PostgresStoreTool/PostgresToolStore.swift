import CoreDataFormat
import DataSchema
import PostgresRecords
import RecordStore
import SQLCore
import StoreTool

/// A PostgreSQL store that is opened for reading.
final class PostgresToolStore: ToolStore {
  let place: String
  let engine: RecordEngine
  /// Always `own`: the library writes the model into every store.
  let origin = ModelOrigin.own
  private let found: SelfDescribedPostgresStore
  private let options: PostgresStoreOptions

  init(_ options: PostgresStoreOptions) throws {
    self.options = options
    place = options.place
    found = try SelfDescribedPostgresStore(options)
    engine = found.engine
  }

  func facts() throws -> StoreFacts {
    var facts = StoreFacts()
    facts.add(.init("Store", "store", place))
    let size = try engine.reading { connection in
      try connection.rows(
        """
        SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0)::bigint FROM pg_class \
        WHERE relkind = 'r' AND relnamespace = to_regnamespace($1)
        """, [.text(options.schema.quoted(by: "\""))])
    }
    if case .integer(let bytes)? = size.first?.first {
      facts.add(.init("Size", "size", .integer(bytes), "\(bytes) bytes with indexes"))
    }
    let version = found.serverVersion
    facts.add(
      .init(
        "Server", "serverVersion", .integer(Int64(version)),
        "PostgreSQL \(version / 10_000).\(version % 10_000)"))
    facts.add(.init("Identifier", "identifier", engine.identifier))
    let versions = model.versionIdentifiers
    facts.add(
      .init(
        "Version", "versionIdentifiers", .strings(versions),
        versions.filter { !$0.isEmpty }.isEmpty ? "none" : versions.joined(separator: ", ")))
    facts.add(
      .init("Model", "model", .string("own"), "written into the schema by OpenSwiftData"))
    return facts
  }

  func problems() throws -> [StoreProblem] {
    try engine.atOneMoment {
      try engine.reading { try PostgresStoreCheck($0, engine).problems() }
    }
  }

  func modelWithDefaults() throws -> ModelDescription { model }

  func migration(
    to model: ModelDescription, dropsRows: Bool
  ) throws -> MigrationPreview {
    let source = self.model
    return try found.withEvolution(to: model, options) { evolution, connection in
      let newer = InferredMigration.newerVersion(
        source.versionIdentifiers, than: model.versionIdentifiers)
      let obstacles =
        [newer].compactMap(\.self)
        + (try evolution.losses(of: source, on: connection, dropsRows: dropsRows))
        + (try evolution.obstacles(on: connection).map(\.description))
      return MigrationPreview(
        isNeeded: source.canonical != model.canonical
          || source.versionIdentifiers != model.versionIdentifiers,
        tables: try evolution.tableChanges(on: connection).map {
          .init(table: $0.table, rows: $0.rows, text: $0.description)
        }, obstacles: obstacles,
        statements: obstacles.isEmpty ? try evolution.statements(on: connection) : [],
        frame: options.migrationFrame)
    }
  }
}
