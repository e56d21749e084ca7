import CoreDataFormat
import SQLCore

/// The statements that create the partitions of a store's tables, in its own database or on other
/// servers.
///
/// A table with partitions on other servers can have neither unique indexes nor foreign keys. They
/// are created on each partition instead, which is sufficient: rows with the same unique values
/// have the same shard key, and so do related rows, which are therefore in partitions with the same
/// number.
package struct PostgresPartitionStatements: Hashable, Sendable {
  /// A partition of a table.
  package struct Partition: Hashable, Sendable {
    package let name: String
    package let number: Int
    /// The index of its server; nil for the store's own.
    package let server: Int?
    let table: PostgresLayout.Table
    /// The statements for its keys, and for its other constraints, indexes and triggers.
    fileprivate(set) var keys: [String] = []
    fileprivate(set) var others: [String] = []
  }

  package private(set) var partitions: [Partition] = []
  private let shards: PostgresShards
  /// The schema for the tables and functions, on each server; nil for the first one in the search
  /// path.
  private let schema: String?

  /// - Throws: `LayoutError` when an index names a property that no column holds.
  init(
    _ layout: PostgresLayout, _ shards: PostgresShards, in schema: String?
  ) throws(LayoutError) {
    (self.shards, self.schema) = (shards, schema)
    let wanted = try PostgresIndexes(layout).wanted()
    // Partitions, their constraints and their indexes share a namespace with tables.
    var names = PostgresNames(
      reserved: layout.tables.map(\.name) + layout.joinTables.map(\.name)
        + PostgresSystemTable.allCases.map(\.rawValue)
        + (try PostgresSchemaStatements.names(ofIndexesIn: layout)))
    let tables = layout.tables.filter { $0.shardColumn != nil }
    var known: [String: [String]] = [:]
    for table in tables {
      for number in 0..<shards.partitionCount {
        let name = names.allocate("\(table.name)_p\(number)")
        known[table.name, default: []].append(name)
        partitions.append(
          Partition(name: name, number: number, server: shards.server(of: number), table: table))
      }
    }
    for index in partitions.indices {
      constrain(index, wanted, known, &names)
    }
  }

  private mutating func constrain(
    _ index: Int, _ wanted: [PostgresIndexes.Wanted], _ known: [String: [String]],
    _ names: inout PostgresNames
  ) {
    let partition = partitions[index]
    guard let shardColumn = partition.table.shardColumn?.name else { return }
    let (table, shard) = (quoted(partition.name), quoted(shardColumn))
    let key = RowIdentity.postgres.key
    func constraint(_ suffix: String, _ definition: String) -> String {
      let name = quoted(names.allocate("\(partition.name)_\(suffix)"))
      return "ALTER TABLE \(table) ADD CONSTRAINT \(name) \(definition)"
    }
    partitions[index].keys = [
      constraint("pkey", "PRIMARY KEY (\(key))"),
      // The target of foreign keys.
      constraint("key", "UNIQUE (\(key), \(shard))"),
    ]
    for column in partition.table.columns {
      guard let target = column.target, let others = known[target] else { continue }
      partitions[index].others.append(
        constraint(
          "\(column.name)_fkey",
          "FOREIGN KEY (\(quoted(column.name)), \(shard)) "
            + "REFERENCES \(quoted(others[partition.number])) "
            + "(\(key), \(otherShard(of: target))) DEFERRABLE INITIALLY DEFERRED"))
    }
    for wanted in wanted where wanted.table == partition.table.name {
      let made = PostgresIndexes.create(wanted, on: partition.name, &names)
      partitions[index].others.append(made.statement)
    }
    partitions[index].others.append(
      """
      CREATE TRIGGER openswiftdata_shard_key BEFORE UPDATE ON \(table) FOR EACH ROW \
      WHEN (OLD.\(shard) IS DISTINCT FROM NEW.\(shard)) EXECUTE FUNCTION \(keepShardKey)()
      """)
  }

  private func otherShard(of table: String) -> String {
    let column = partitions.first { $0.table.name == table }?.table.shardColumn
    return quoted(column?.name ?? "")
  }

  private func quoted(_ name: String) -> String { PostgresSchemaStatements.quoted(name) }
}

// The statements, by the server that runs them.

extension PostgresPartitionStatements {
  /// The SQL name of a function of the store; it is qualified, because others may have created
  /// functions with the same name elsewhere.
  private func function(_ name: String) -> String {
    SQLDialect.postgres.quoted(schema.map { SQLDialect.name(name, in: $0) } ?? name)
  }

  private var keepShardKey: String { function("openswiftdata_keep_shard_key") }

  /// The function that rejects changes of the shard key, because no server can move a row to
  /// another server's partition.
  private var makeKeepShardKey: String {
    let body = """
      BEGIN RAISE EXCEPTION 'the shard key of a row cannot be changed' \
      USING ERRCODE = 'check_violation'; END
      """
    return "CREATE FUNCTION \(keepShardKey)() RETURNS trigger LANGUAGE plpgsql AS "
      + DollarQuotes.quoted(body)
  }

  /// The statements to run in the store's own database after the tables exist, for the partitions
  /// in that database.
  var main: [String] {
    let own = partitions.filter { $0.server == nil }
    guard !own.isEmpty else { return Self.nodeStatements }
    return Self.nodeStatements + [makeKeepShardKey]
      + own.map { partition in
        "CREATE TABLE \(quoted(partition.name)) \(place(of: partition))"
      } + own.flatMap(\.keys) + own.flatMap(\.others)
  }

  private func place(of partition: Partition) -> String {
    "PARTITION OF \(quoted(partition.table.name)) FOR VALUES WITH "
      + "(MODULUS \(shards.partitionCount), REMAINDER \(partition.number))"
  }

  /// The number of programs that can generate keys at the same time.
  package static let nodeCount = 2_048

  private static var nodeStatements: [String] {
    let table = PostgresSystemTable.nodes.rawValue
    return [
      "CREATE TABLE \(table) (number integer PRIMARY KEY, until bigint NOT NULL, holder text)",
      """
      INSERT INTO \(table) (number, until) \
      SELECT number, 0 FROM generate_series(0, \(nodeCount - 1)) AS number
      """,
    ]
  }

  /// The statements that create the partitions on a server, for a search path that begins with the
  /// schema.
  ///
  /// - Parameter place: The index of the server.
  /// - Returns: The statements, in the order to run them.
  package func statements(onServer place: Int) -> [String] {
    let own = partitions.filter { $0.server == place }
    return [makeKeepShardKey] + writtenStatements
      + own.map { partition in
        "CREATE TABLE \(quoted(partition.name)) "
          + "(\(PostgresSchemaStatements.columns(ofParted: partition.table)))"
      } + own.flatMap(\.keys) + own.flatMap(\.others)
  }

  /// The view that shows whether the current transaction has written on its server.
  ///
  /// It is read before the commit. Reading it checks all foreign keys, so that there is hardly
  /// anything left that could make the COMMIT fail.
  static let writtenView = "openswiftdata_written"

  private var writtenStatements: [String] {
    let function = function("openswiftdata_has_written")
    let body = """
      BEGIN SET CONSTRAINTS ALL IMMEDIATE; \
      RETURN pg_catalog.pg_current_xact_id_if_assigned() IS NOT NULL; END
      """
    return [
      "CREATE FUNCTION \(function)() RETURNS boolean LANGUAGE plpgsql AS "
        + DollarQuotes.quoted(body),
      "CREATE VIEW \(Self.writtenView) AS SELECT \(function)() AS has_written",
    ]
  }

  /// The statements that create the foreign tables in the store's own database, as partitions of
  /// its tables.
  ///
  /// - Parameters:
  ///   - schema: The schema of the tables, on the servers and in the store's own database.
  ///   - names: The names of the servers.
  /// - Returns: The statements, in the order to run them.
  package func foreignTables(in schema: String, _ names: [String]) -> [String] {
    func options(_ table: String) -> String {
      "OPTIONS (schema_name \(SQLValue.text(schema).quotedText), "
        + "table_name \(SQLValue.text(table).quotedText))"
    }
    return partitions.compactMap { partition in
      partition.server.map { server in
        "CREATE FOREIGN TABLE \(quoted(partition.name)) \(place(of: partition)) "
          + "SERVER \(quoted(names[server])) \(options(partition.name))"
      }
    }
      + names.enumerated().map { place, name in
        "CREATE FOREIGN TABLE \(quoted("\(Self.writtenView)_\(place)")) (has_written boolean) "
          + "SERVER \(quoted(name)) \(options(Self.writtenView))"
      }
  }

  /// The query, within a transaction, for the servers on which it has written: rows with a server's
  /// index and a Boolean value.
  ///
  /// - Parameters:
  ///   - count: The number of servers.
  ///   - schema: The schema of the store.
  /// - Returns: The statement.
  package static func askWritten(_ count: Int, in schema: String) -> String {
    (0..<count).map { place in
      let view = SQLDialect.postgres.quoted(SQLDialect.name("\(writtenView)_\(place)", in: schema))
      return "SELECT \(place) AS place, has_written FROM \(view)"
    }.joined(separator: " UNION ALL ")
  }
}
