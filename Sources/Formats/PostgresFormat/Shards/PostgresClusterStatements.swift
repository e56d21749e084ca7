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
    let notes = ["\(cluster.rawValue): not run here, to be reviewed."] + lacks
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
        "A primary key has to contain the distribution column, and so has each unique constraint.",
        "Foreign keys lead from distributed tables to colocated ones, by the distribution column too.",
        "A transaction on several nodes is committed in two phases, without a snapshot that all share.",
        "pg_current_xact_id(), by which the history is ordered, is that of the coordinator alone.",
      ]
    case .cockroach:
      [
        "There is no PARTITION BY HASH: rows stand in ranges of the primary key, which begins with the shard key.",
        "No constraint can be deferred: a save that writes rows before those that they lead to fails.",
        "pg_advisory_lock and its kin do nothing, so that two programs may make or migrate a store at once.",
        "There is no LISTEN and NOTIFY: what others change has to be looked for.",
        "There are no pg_current_xact_id() and pg_current_snapshot(), by which the history is ordered.",
        "There is no normalize(), by which texts are compared: two spellings of a text are two texts.",
      ]
    case .yugabyte:
      [
        "Rows are spread by the hash of the primary key's first column, which is the shard key.",
        "Foreign keys alone can be deferred.",
        "Advisory locks are missing before version 2025.1: two programs may make or migrate a store at once.",
        "There is no LISTEN and NOTIFY: what others change has to be looked for.",
        "pg_current_snapshot() does not tell of transactions on other nodes, by which the history is ordered.",
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
