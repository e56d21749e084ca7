import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresFormat
import PostgresTesting
import SQLCore

/// Tables as another program would create them for the models of a test; their foreign keys
/// implement the delete rules.
enum MappedTables {
  /// The keys of the tables.
  enum Keys {
    /// Integers; foreign keys are checked at the end of a transaction.
    case deferrable
    /// Integers; foreign keys are checked after each statement.
    case immediate
    case uuids
  }

  /// A store with separate tables, which the first call creates.
  static func configuration(
    _ name: String, _ schema: Schema, in folder: TestFolder, _ keys: Keys
  ) throws -> PostgresConfiguration {
    let address = try PostgresServer.shared.address()
    let place = "\(name)_mapped_\(folder.url.lastPathComponent.lowercased().suffix(36))"
    let layout = try PostgresLayout(model: schema.modelDescription)
    let connection = try PostgresConnection(PostgresSettings(address))
    let found = try connection.rows("SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(place)])
    if found.isEmpty { try make(schema, layout, place, address, connection, keys) }
    var mapping = PostgresMapping(schema: place)
    for entity in layout.tableMap.entities {
      var table = PostgresMapping.Table.table()
      for case (let name, .manyToMany(let join)) in entity.properties {
        table.joins[name] = PostgresMapping.Join(
          join.name, owner: join.sourceColumn, member: join.destinationColumn)
      }
      mapping.tables[entity.entityName] = table
    }
    var configuration = PostgresConfiguration(
      address, name: name, schema: schema, databaseSchema: place)
    configuration.mapping = mapping
    return configuration
  }

  /// Creates the tables of a regular store, and removes everything that only this library uses.
  private static func make(
    _ schema: Schema, _ layout: PostgresLayout, _ place: String, _ address: String,
    _ connection: PostgresConnection, _ kind: Keys
  ) throws {
    _ = try ModelContainer(
      for: schema, configurations: [PostgresConfiguration(address, databaseSchema: place)])
    let quoted = SQLDialect.postgres.quoted
    try connection.execute("SET search_path TO \(quoted(place))")
    let own = try connection.rows(
      "SELECT tablename::text FROM pg_tables WHERE schemaname = $1", [.text(place)]
    ).compactMap(\.[0].text)
    for name in own where name.hasPrefix("openswiftdata_") {
      try connection.execute("DROP TABLE \(quoted(name)) CASCADE")
    }
    for table in layout.tables {
      let name = quoted(table.name)
      try connection.execute(
        """
        ALTER TABLE \(name) DROP COLUMN row_entity; ALTER TABLE \(name) DROP COLUMN row_version; \
        ALTER TABLE \(name) RENAME row_id TO id
        """)
    }
    try letForeignKeysAct(layout, place, connection, kind)
  }

  /// Makes foreign keys apply the delete rules; join rows are deleted with either of their rows.
  private static func letForeignKeysAct(
    _ layout: PostgresLayout, _ place: String, _ connection: PostgresConnection,
    _ kind: Keys
  ) throws {
    let quoted = SQLDialect.postgres.quoted
    let (tables, _) = PostgresTableMapping(schema: place).tables(of: layout)
    let keys = try connection.rows(
      """
      SELECT c.conname::text, r.relname::text, a.attname::text, f.relname::text FROM pg_constraint c \
      JOIN pg_class r ON r.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid \
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] \
      WHERE c.contype = 'f' AND c.connamespace = $1::text::regnamespace
      """, [.text(quoted(place))])
    if kind == .uuids {
      for key in keys {
        try connection.execute(
          "ALTER TABLE \(quoted(key[1].text ?? "")) DROP CONSTRAINT \(quoted(key[0].text ?? ""))")
      }
      try useUUIDs(layout, tables, connection)
    }
    for key in keys {
      let texts = key.map { $0.text ?? "" }
      let rule = tables.first { $0.view == texts[1] }?.columns.first { $0.name == texts[2] }?.rule
      let action: String? =
        switch rule {
        case .cascade, nil: "CASCADE"
        case .nullify: "SET NULL"
        case .deny, .noAction: nil
        }
      guard action != nil || kind != .deferrable else { continue }
      try connection.execute(
        """
        ALTER TABLE \(quoted(texts[1])) DROP CONSTRAINT IF EXISTS \(quoted(texts[0])); \
        ALTER TABLE \(quoted(texts[1])) ADD FOREIGN KEY (\(quoted(texts[2]))) \
        REFERENCES \(quoted(texts[3])) (id) ON DELETE \(action ?? "NO ACTION") \
        \(kind == .immediate ? "NOT DEFERRABLE" : "DEFERRABLE INITIALLY DEFERRED")
        """)
    }
  }

  /// Changes the type of all keys, and of the columns that refer to them.
  private static func useUUIDs(
    _ layout: PostgresLayout, _ tables: [PostgresMappedTable], _ connection: PostgresConnection
  ) throws {
    let quoted = SQLDialect.postgres.quoted
    for table in layout.tables {
      try connection.execute(
        """
        ALTER TABLE \(quoted(table.name)) ALTER id DROP IDENTITY IF EXISTS; \
        ALTER TABLE \(quoted(table.name)) ALTER id TYPE uuid USING gen_random_uuid()
        """)
    }
    let columns =
      tables.flatMap { table in table.columns.filter(\.isKey).map { (table.view, $0.name) } }
      + layout.joinTables.flatMap { [($0.name, $0.owner.name), ($0.name, $0.member.name)] }
    for (table, column) in columns {
      try connection.execute(
        "ALTER TABLE \(quoted(table)) ALTER \(quoted(column)) TYPE uuid USING NULL::uuid")
    }
  }
}
