import PostgresDriver
import PostgresFormat
import SQLCore

/// A foreign key of a table that another program created.
struct PostgresForeignKey: Hashable, Sendable {
  let name: String
  /// The columns that contain the key of the other row.
  let columns: Set<String>
  /// Identifies the table of the other row in the database.
  let target: String

  /// Returns the foreign keys of a table that are not deferrable.
  static func immediate(
    of table: SQLValue, _ connection: PostgresConnection
  ) throws(SQLError) -> [PostgresForeignKey] {
    let rows = try connection.rows(
      """
      SELECT c.conname::text, c.confrelid::text, string_agg(a.attname::text, chr(10)) \
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) \
      WHERE c.contype = 'f' AND c.conrelid = to_regclass($1) AND NOT c.condeferrable \
      GROUP BY c.oid, c.conname, c.confrelid ORDER BY c.conname
      """, [table])
    return rows.map { row in
      PostgresForeignKey(
        name: row[0].text ?? "",
        columns: Set((row[2].text ?? "").split(separator: "\n").map(String.init)),
        target: row[1].text ?? "")
    }
  }
}

/// The order in which rows of tables can be inserted although foreign keys are checked after each
/// statement: each row after those that it refers to.
///
/// A reference by a key that is not an integer needs that order too, because only an inserted row has
/// a key.
///
/// If tables refer to each other in a cycle, a column that accepts NULL is written later.
struct PostgresForeignKeyOrder {
  /// The positions of tables in the order, by view.
  private(set) var ranks: [String: Int] = [:]
  /// The columns that close a cycle, by view.
  private(set) var cyclicKeys: [String: Set<String>] = [:]
  /// Cycles of columns that do not accept NULL, as sentences.
  private(set) var problems: [String] = []

  private struct Reference {
    let source: String
    let target: String
    /// The qualified name of the column, and that of the foreign key, for messages.
    let title: String
    /// The view and its column that contains the key of the other row; nil if the models have no
    /// such relationship.
    let key: (view: String, column: String)?
    let acceptsNull: Bool
  }

  /// The references that the order respects, by the table that contains them.
  private var references: [String: [Reference]] = [:]

  init(_ tables: [PostgresMappedTable], _ facts: [PostgresTableFacts]) {
    let rows = zip(tables, facts).filter { $0.0.key != nil }
    let known = Dictionary(
      rows.compactMap { table, facts in facts.oid.map { (table.view, $0) } },
      uniquingKeysWith: { $1 })
    let all = rows.flatMap { table, facts in
      Self.references(of: table, facts) + Self.references(byKeysOf: table, facts, known)
    }.filter { known.values.contains($0.target) }
    // Columns that must have a value come first, because only columns that accept NULL can be
    // written later.
    for reference in all.filter({ !$0.acceptsNull }) + all.filter(\.acceptsNull) { add(reference) }
    var depths: [String: Int] = [:]
    for (table, facts) in rows {
      guard let oid = facts.oid else { continue }
      ranks[table.view] = depth(oid, &depths)
    }
  }

  private static func references(
    of table: PostgresMappedTable, _ facts: PostgresTableFacts
  ) -> [Reference] {
    guard let source = facts.oid else { return [] }
    return facts.immediateForeignKeys.map { key in
      let column = table.columns.first { column in
        column.isKey && column.source.map { key.columns == [$0] } == true
      }
      return Reference(
        source: source, target: key.target,
        title:
          "\(table.schema).\(table.name).\(key.columns.sorted().joined(separator: ", ")) (\(key.name))",
        key: column.map { (table.view, $0.name) },
        acceptsNull: key.columns.contains { facts.columns[$0]?.isNullable == true })
    }
  }

  private static func references(
    byKeysOf table: PostgresMappedTable, _ facts: PostgresTableFacts, _ known: [String: String]
  ) -> [Reference] {
    guard let own = facts.oid else { return [] }
    return table.columns.compactMap { column in
      guard column.keys != nil, let source = column.source,
        let target = column.target.flatMap({ known[$0] })
      else { return nil }
      return Reference(
        source: own, target: target, title: "\(table.schema).\(table.name).\(source)",
        key: (table.view, column.name), acceptsNull: facts.columns[source]?.isNullable == true)
    }
  }

  private mutating func add(_ reference: Reference) {
    guard let path = path(from: reference.target, to: reference.source) else {
      references[reference.source, default: []].append(reference)
      return
    }
    // A save writes no other columns than the keys of relationships.
    guard let key = reference.key else { return }
    guard !reference.acceptsNull else {
      cyclicKeys[key.view, default: []].insert(key.column)
      return
    }
    problems.append(
      "No row can be inserted first, because the tables refer to each other by columns that are NOT NULL, "
        + "and whose keys are not integers or whose foreign keys are not DEFERRABLE: "
        + ([reference] + path).map(\.title).joined(separator: ", ") + ".")
  }

  /// The references that lead from one table to another; nil if there are none.
  private func path(from start: String, to end: String) -> [Reference]? {
    var waiting: [(table: String, path: [Reference])] = [(start, [])]
    var seen: Set<String> = []
    while let (table, path) = waiting.popLast() {
      if table == end { return path }
      guard seen.insert(table).inserted else { continue }
      waiting += (references[table] ?? []).map { ($0.target, path + [$0]) }
    }
    return nil
  }

  private func depth(_ table: String, _ known: inout [String: Int]) -> Int {
    if let depth = known[table] { return depth }
    var depth = 0
    for reference in references[table] ?? [] {
      depth = max(depth, self.depth(reference.target, &known) + 1)
    }
    known[table] = depth
    return depth
  }
}
