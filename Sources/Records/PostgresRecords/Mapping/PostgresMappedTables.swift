import CoreDataFormat
import Foundation
import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Tables of another program that contain a store's rows, each behind a view that looks like one of
/// the library's own tables.
///
/// The views are temporary: they belong to one connection and leave nothing in the database. The
/// server applies changes of their rows to the tables.
struct PostgresMappedTables: Hashable, Sendable {
  /// The tables as readers and writers see them: the views.
  let tableMap: TableMap
  /// The schema of the views.
  static let viewSchema = "pg_temp"
  /// The script that creates the views and the table of member order; each connection runs it
  /// first.
  let script: String
  /// Uniquely identifies the store; the same each time it is opened.
  let identifier: String
  /// The views; those of join tables come before those of rows.
  let views: [String]
  /// Whether the server deletes or changes rows itself when other rows are deleted.
  let foreignKeysAct: Bool
  /// Whether the server checks foreign keys after each statement.
  let foreignKeysAreImmediate: Bool
  /// The tables with the integers of keys, by entity name.
  let keyTables: [String: PostgresKeyTable]
  /// The numbers of the tables in the database, in ascending order.
  let numbers: [UInt32]
  /// The sequences that generate keys, by view; only for tables that are written.
  private let sequences: [String: String]

  /// Inspects the tables.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` that lists everything that does not fit;
  ///   `SQLError`.
  init(
    _ options: PostgresStoreOptions, _ mapping: PostgresTableMapping, _ layout: PostgresLayout,
    _ connection: PostgresConnection
  ) throws {
    guard !options.settings.hasTransactionPooler else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "Tables cannot be mapped, because a pooler in transaction mode does not keep the views of a connection.",
        path: options.place, advice: "Connect to the server, or to a pooler in session mode.")
    }
    var (tables, problems) = mapping.tables(of: layout)
    let facts = try tables.map { try PostgresTableFacts($0, connection) }
    tables.findKeyTables(facts)
    tables.findInverses(facts)
    for (table, facts) in zip(tables, facts) {
      problems += try facts.problems(
        of: table, isWritable: options.allowsSave, connection)
    }
    let order = PostgresForeignKeyOrder(tables, facts)
    if options.allowsSave { problems += order.problems }
    guard problems.isEmpty else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The tables do not match the models:" + problems.map { "\n- \($0)" }.joined(),
        entity: tables.first { problems[0].hasPrefix($0.title) }?.entity, path: options.place,
        advice: "Change the mapping, the models or the tables."
          + (options.allowsSave
            ? " Read-only access (allowsSave: false) may require fewer changes." : ""))
    }
    let keySequences = try tables.makeKeyTables(connection, options.place)
    let dialect = try Self.dialect(connection)
    tableMap = Self.tableMap(of: layout, tables, facts, order, dialect)
    let keys = Dictionary(tables.map { ($0.view, $0.keys) }, uniquingKeysWith: { $1 })
    keyTables = Dictionary(
      layout.tableMap.entities.compactMap { entity in
        keys[entity.table].flatMap(\.self).map { (entity.entityName, $0) }
      }, uniquingKeysWith: { $1 })
    tables.sort { $0.key == nil && $1.key != nil }
    // The key of a row that is not an integer is only known when the row is inserted.
    foreignKeysAreImmediate =
      tables.contains { $0.keys != nil } || facts.contains { !$0.immediateForeignKeys.isEmpty }
    if foreignKeysAreImmediate {
      for index in tables.indices { tables[index].writesKeysLater = true }
    }
    views = tables.map { SQLDialect.name($0.view, in: Self.viewSchema) }
    script = Self.script(tables, facts, isWritable: options.allowsSave, path: mapping.schema)
    foreignKeysAct = facts.contains(where: \.actsByItself)
    identifier = try Self.identifier(tables, connection)
    numbers = Set(facts.compactMap { $0.oid.flatMap { UInt32($0) } }).sorted()
    sequences = Dictionary(
      facts.compactMap { facts in
        (keySequences[facts.view] ?? facts.sequence).map {
          (SQLDialect.name(facts.view, in: Self.viewSchema), $0)
        }
      },
      uniquingKeysWith: { $1 })
  }

  private static func dialect(_ connection: PostgresConnection) throws -> SQLDialect {
    var dialect = SQLDialect.postgres
    dialect.features.insertOrIgnore = .plain
    dialect.features.locksJoinedRows = false
    dialect.features.comparesNormalForms = try PostgresStoreOpening.keepsEveryText(connection)
    return dialect
  }

  /// The tables of the layout, with what was found out about those that they are mapped to.
  private static func tableMap(
    of layout: PostgresLayout, _ tables: [PostgresMappedTable], _ facts: [PostgresTableFacts],
    _ order: PostgresForeignKeyOrder, _ dialect: SQLDialect
  ) -> TableMap {
    let narrowed = Dictionary(
      zip(tables, facts).map { ($0.view, $1.narrowedProperties(of: $0)) }, uniquingKeysWith: { $1 })
    let computed = Dictionary(
      zip(tables, facts).map { ($0.view, $1.computedProperties(of: $0)) }, uniquingKeysWith: { $1 })
    let sources = Dictionary(
      tables.map { table in
        (
          table.view,
          Dictionary(
            table.columns.compactMap { column in
              column.source.map { (column.name, "\(table.schema).\(table.name).\($0)") }
            }, uniquingKeysWith: { $1 })
        )
      }, uniquingKeysWith: { $1 })
    let readOnly = Dictionary(
      zip(tables, facts).filter { !$0.1.isTable }.map {
        ($0.0.view, "\($0.0.schema).\($0.0.name)")
      },
      uniquingKeysWith: { $1 })
    return TableMap(
      entities: layout.tableMap.entities.map { entity in
        var entity = entity
        entity.dialect = dialect
        entity.narrowedProperties = narrowed[entity.table] ?? []
        entity.computedProperties = computed[entity.table] ?? []
        entity.sources = sources[entity.table] ?? [:]
        entity.view = readOnly[entity.table]
        entity.insertionRank = order.ranks[entity.table] ?? 0
        entity.cyclicKeys = order.cyclicKeys[entity.table] ?? []
        return entity
      })
  }

  private static func script(
    _ tables: [PostgresMappedTable], _ facts: [PostgresTableFacts], isWritable: Bool, path: String
  ) -> String {
    let known = Dictionary(facts.map { ($0.view, $0) }, uniquingKeysWith: { $1 })
    // Other programs do not store the order of members, so it is forgotten after each transaction.
    let order = PostgresSystemTable.memberOrder.rawValue
    return
      (tables.map { table in
        let facts = known[table.view]
        return table.statements(
          facts?.columns ?? [:], writing: isWritable ? facts?.writing : nil, path: path)
      } + [
        """
        CREATE TEMP TABLE \(order) (relationship text NOT NULL, owner bigint NOT NULL, \
        member bigint NOT NULL, position bigint NOT NULL, PRIMARY KEY (relationship, owner, member)) \
        ON COMMIT DELETE ROWS
        """
      ]).joined(separator: "; ")
  }

  /// A UUID derived from the database and the names of the tables.
  private static func identifier(
    _ tables: [PostgresMappedTable], _ connection: PostgresConnection
  ) throws -> String {
    let rows = try connection.rows(
      "SELECT system_identifier::text || ' ' || current_database() FROM pg_control_system()")
    let names = tables.map { "\($0.title) \($0.schema).\($0.name)" }.sorted()
    let text = ([rows.first?.first?.text ?? ""] + names).joined(separator: "\n")
    // FNV-1a, 128 bits.
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 {
      hash ^= UInt128(byte)
      hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
    return withUnsafeBytes(of: hash.bigEndian) { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)).uuidString
    }
  }

  /// How often to ask for keys again when other programs took some of the range.
  private static let attemptLimit = 50

  /// Allocates keys for new rows from the sequence that other programs use too.
  ///
  /// - Throws: `SwiftDataError.storeIsLocked` if other programs allocate so many keys that no
  ///   contiguous range can be had.
  func takeKeys(
    _ count: Int64, for table: EntityTable, on connection: any SQLConnection
  ) throws -> ClosedRange<Int64> {
    let sequence = sequences[table.table] ?? ""
    for _ in 0..<Self.attemptLimit {
      let rows = try connection.rows(
        """
        SELECT MIN(key), MAX(key) FROM \
        (SELECT nextval(?::text::regclass) AS key FROM generate_series(1, ?)) AS keys
        """, [.text(sequence), .integer(count)])
      guard case .integer(let first)? = rows.first?.first,
        case .integer(let last)? = rows.first?.last
      else { continue }
      let (distance, overflows) = last.subtractingReportingOverflow(first)
      if !overflows, distance == count - 1 { return first...last }
    }
    throw SwiftDataError.storeIsLocked.explained(
      "No range of consecutive keys is available from \(sequence), because other programs take keys too quickly.",
      entity: table.entityName, advice: "Save fewer models at once, or try again.")
  }
}
