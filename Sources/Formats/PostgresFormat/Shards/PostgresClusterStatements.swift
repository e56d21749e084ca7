import CoreDataFormat
import SQLCore

/// The tables of a store in databases that distribute tables over servers themselves.
///
/// The statements are not run: they are text for an administrator of such a database to review.
package struct PostgresClusterStatements {
  package enum Cluster: String, Hashable, Sendable, CaseIterable {
    case citus = "Citus"
    case cockroach = "CockroachDB"
    case yugabyte = "YugabyteDB"
  }

  private let layout: PostgresLayout
  private let cluster: Cluster
  private let shards: PostgresShards

  package init(_ layout: PostgresLayout, _ shards: PostgresShards, _ cluster: Cluster) {
    (self.layout, self.shards, self.cluster) = (layout, shards, cluster)
  }

  /// A script of the statements, with notes about them.
  ///
  /// - Throws: `LayoutError` when an index names a property that no column holds.
  package func script() throws(LayoutError) -> String {
    let notes = ["\(cluster.rawValue): this script was not run; review it before use."] + lacks
    var statements =
      layout.tables.map(create) + layout.joinTables.map(PostgresSchemaStatements.create)
    if cluster == .citus { statements += distribution }
    statements += foreignKeys + (try indexes())
    return notes.map { "-- \($0)\n" }.joined() + statements.map { "\($0);\n" }.joined()
  }

  /// PostgreSQL features that the library uses and the database lacks.
  private var lacks: [String] {
    switch cluster {
    case .citus:
      [
        "A primary key and each unique constraint must contain the distribution column.",
        "Foreign keys can refer only to colocated tables, and must include the distribution column.",
        "A transaction on several nodes is committed in two phases, without a common snapshot.",
        "pg_current_xact_id(), which orders the history, returns only the coordinator's ID.",
      ]
    case .cockroach:
      [
        "PARTITION BY HASH is not supported: rows are stored in ranges of the primary key, which begins with the shard key.",
        "Constraints cannot be deferred: a save fails if it writes rows before the rows that they refer to.",
        "pg_advisory_lock and similar functions do nothing: two programs may create or migrate a store at once.",
        "LISTEN and NOTIFY are not supported: programs must poll for changes by others.",
        "pg_current_xact_id() and pg_current_snapshot(), which order the history, are not supported.",
        "normalize(), which compares texts, is not supported: two encodings of the same text are not equal.",
      ]
    case .yugabyte:
      [
        "Rows are distributed by the hash of the primary key's first column, which is the shard key.",
        "Only foreign keys can be deferred.",
        "Advisory locks are not supported before version 2025.1: two programs may create or migrate a store at once.",
        "LISTEN and NOTIFY are not supported: programs must poll for changes by others.",
        "pg_current_snapshot(), which orders the history, does not report transactions on other nodes.",
      ]
    }
  }

  private func quoted(_ name: String) -> String { PostgresSchemaStatements.quoted(name) }

  private func shard(of table: String) -> String? {
    layout.tables.first { $0.name == table }?.shardColumn?.name
  }

  private func create(_ table: PostgresLayout.Table) -> String {
    let key = RowIdentity.postgres.key
    var columns: String
    if let shard = table.shardColumn?.name {
      let primary =
        switch cluster {
        case .citus: "\(key), \(quoted(shard))"
        case .cockroach: "\(quoted(shard)), \(key)"
        case .yugabyte: "(\(quoted(shard))) HASH, \(key) ASC"
        }
      columns = PostgresSchemaStatements.columns(ofParted: table) + ", PRIMARY KEY (\(primary))"
      columns = "CREATE TABLE \(quoted(table.name)) (\(columns))"
    } else {
      columns = PostgresSchemaStatements.create(table)
    }
    // CockroachDB compares texts by their bytes by default.
    return cluster == .cockroach ? columns.replacing(" COLLATE \"C\"", with: "") : columns
  }

  /// Distributes the first table, and colocates the others with it, so that rows with the same
  /// shard key are together.
  private var distribution: [String] {
    let tables = layout.tables.filter { $0.shardColumn != nil }
    return tables.map { table in
      let names =
        "\(SQLValue.text(quoted(table.name)).quotedText), "
        + SQLValue.text(table.shardColumn?.name ?? "").quotedText
      let first = tables.first { $0.shardColumn?.type == table.shardColumn?.type } ?? table
      return first.name == table.name
        ? "SELECT create_distributed_table(\(names), shard_count => \(shards.partitionCount))"
        : "SELECT create_distributed_table(\(names), "
          + "colocate_with => \(SQLValue.text(quoted(first.name)).quotedText))"
    }
  }

  private var foreignKeys: [String] {
    let key = RowIdentity.postgres.key
    return layout.tables.flatMap { table in
      table.columns.compactMap { column in
        guard let target = column.target else { return nil }
        var (own, others) = ([quoted(column.name)], [key])
        if let shard = table.shardColumn?.name, let other = self.shard(of: target) {
          // In the order of the key that they reference.
          (own, others) =
            cluster == .citus
            ? (own + [quoted(shard)], others + [quoted(other)])
            : ([quoted(shard)] + own, [quoted(other)] + others)
        }
        return "ALTER TABLE \(quoted(table.name)) ADD FOREIGN KEY (\(own.joined(separator: ", "))) "
          + "REFERENCES \(quoted(target)) (\(others.joined(separator: ", ")))"
          + (cluster == .cockroach ? "" : " DEFERRABLE INITIALLY DEFERRED")
      }
    }
  }

  private func indexes() throws(LayoutError) -> [String] {
    var names = PostgresNames(reserved: layout.tables.map(\.name) + layout.joinTables.map(\.name))
    // Not all of these databases support normal forms of texts.
    let plain = try PostgresIndexes(layout).wanted().filter(\.normalized.isEmpty)
    return plain.map { wanted in
      let statement = PostgresIndexes.create(wanted, on: wanted.table, &names).statement
      guard cluster == .cockroach else { return statement }
      // CockroachDB treats NULL as smaller than all values.
      return statement.replacing(" NULLS FIRST", with: "").replacing(" NULLS LAST", with: "")
    }
  }
}
