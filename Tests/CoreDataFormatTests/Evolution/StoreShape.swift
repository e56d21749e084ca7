import CoreDataFormat
import DataSchema
import RandomSchemas
import SQLCore

/// The tables, columns, indexes and triggers of a database, as comparable lines.
enum StoreShape {
  static func lines(of connection: any SQLConnection) throws -> Set<String> {
    var lines: Set<String> = []
    let objects = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master")
    for object in objects {
      let text = object.map { $0.text ?? "" }
      guard text[2] != MemberPositions.table else { continue }
      lines.insert("\(text[0]) \(text[1]) on \(text[2])")
      // These statements must be equal; those of tables and indexes may differ in spelling.
      if text[0] == "trigger" || text[3].hasPrefix("CREATE VIRTUAL") { lines.insert(text[3]) }
    }
    try lines.formUnion(columns(of: connection))
    try lines.formUnion(indexes(of: connection))
    return lines
  }

  private static func columns(of connection: any SQLConnection) throws -> [String] {
    try connection.rows(
      """
      SELECT 'column ' || m.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' \
      || coalesce(c.dflt_value, '-') || ' ' || c.pk \
      FROM sqlite_master m, pragma_table_info(m.name) c \
      WHERE m.type = 'table' AND m.name <> '\(MemberPositions.table)'
      """
    ).compactMap(\.[0].text)
  }

  private static func indexes(of connection: any SQLConnection) throws -> [String] {
    try connection.rows(
      """
      SELECT 'index ' || m.tbl_name || ' ' || m.name || ' ' || l."unique" || ' ' || l.partial \
      || ' ' || x.seqno || ' ' || coalesce(x.name, '-') || ' ' || x."desc" || ' ' || x.coll \
      FROM sqlite_master m, pragma_index_list(m.tbl_name) l, pragma_index_xinfo(m.name) x \
      WHERE m.type = 'index' AND l.name = m.name AND x."key" \
      AND m.tbl_name <> '\(MemberPositions.table)'
      """
    ).compactMap(\.[0].text)
  }

  /// The shape of a new store of a schema.
  static func fresh(_ layout: CoreDataLayout, on connection: any SQLConnection) throws
    -> Set<String>
  {
    try connection.execute("BEGIN")
    for text in try SchemaStatements(layout: layout).all { try connection.execute(text) }
    let lines = try lines(of: connection)
    try connection.execute("ROLLBACK")
    return lines
  }

  /// The differences between two shapes.
  ///
  /// A history may still have columns for values that no deleted row keeps any more.
  static func differences(_ found: Set<String>, _ expected: Set<String>) -> [String] {
    let surplus = found.subtracting(expected).filter { !$0.contains("ZTOMBSTONE") }
    return surplus.sorted().map { "surplus: \($0)" }
      + expected.subtracting(found).sorted().map { "missing: \($0)" }
  }

  /// The complete contents of a database, to detect changes.
  static func dump(_ connection: any SQLConnection) throws -> [[SQLValue]] {
    var dump = try connection.rows("SELECT type, name, sql FROM sqlite_master")
    for object in dump where object[0] == .text("table") {
      guard let name = object[1].text else { continue }
      dump.append([.text(name)])
      dump += try connection.rows("SELECT * FROM \(SQLDialect.sqlite.quoted(name))")
    }
    return dump
  }
}

/// Checks that must hold for any store.
struct StoreSoundness {
  let connection: any SQLConnection
  let layout: CoreDataLayout

  /// The defects of the store.
  ///
  /// - Parameter highest: The lowest `Z_MAX` that each tree may have, by its root.
  /// - Returns: The defects, in words.
  /// - Throws: Errors of the database.
  func defects(highest: [String: Int64]) throws -> [String] {
    try integrity() + primaryKeys(highest) + spatialIndexes() + leftovers()
  }

  /// By root: the larger of `Z_MAX` and the highest key of a row.
  func highestKeys() throws -> [String: Int64] {
    var highest: [String: Int64] = [:]
    for entity in layout.tableMap.entities where entity.parentNumber == 0 {
      let counter = try connection.rows(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.entityNumber)")
      guard case .integer(let counted)? = counter.first?.first else { continue }
      highest[entity.entityName] = max(counted, try highestKey(in: entity.table))
    }
    return highest
  }

  private func integrity() throws -> [String] {
    let rows = try connection.rows("PRAGMA integrity_check")
    return rows == [[.text("ok")]] ? [] : ["integrity: \(rows)"]
  }

  private func primaryKeys(_ highest: [String: Int64]) throws -> [String] {
    let found = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
    let expected = layout.tableMap.entities.map { entity -> [SQLValue] in
      [
        .integer(Int64(entity.entityNumber)), .text(entity.entityName),
        .integer(Int64(entity.parentNumber)),
      ]
    }
    var defects = found == expected ? [] : ["Z_PRIMARYKEY: \(found) ≠ \(expected)"]
    for entity in layout.tableMap.entities {
      let counter = try connection.rows(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(entity.entityNumber))])
      guard case .integer(let counted)? = counter.first?.first else {
        defects.append("Z_MAX of \(entity.entityName): \(counter)")
        continue
      }
      if entity.parentNumber != 0 {
        if counted != 0 { defects.append("Z_MAX of \(entity.entityName), no root: \(counted)") }
        continue
      }
      let least = try max(highestKey(in: entity.table), highest[entity.entityName] ?? 0)
      if counted < least {
        defects.append("Z_MAX of \(entity.entityName): \(counted) < \(least)")
      }
    }
    return defects
  }

  private func highestKey(in table: String) throws -> Int64 {
    let rows = try connection.rows(
      "SELECT MAX(Z_PK) FROM \(SQLDialect.sqlite.quoted(table))")
    if case .integer(let key)? = rows.first?.first { return key }
    return 0
  }

  /// R-trees whose contents differ from those that their triggers would have written.
  private func spatialIndexes() throws -> [String] {
    var defects: [String] = []
    for entity in layout.tableMap.entities {
      let name = "Z_RT_\(entity.entityName)_"
      let trees = try connection.rows(
        "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%' "
          + "AND substr(name, 1, length(?)) = ?", [.text(name), .text(name)])
      for case .text(let tree)? in trees.map(\.first) {
        defects += try rows(of: tree, differingFrom: entity.table)
      }
    }
    return defects
  }

  private func rows(of name: String, differingFrom table: String) throws -> [String] {
    let (tree, table) = (SQLDialect.sqlite.quoted(name), SQLDialect.sqlite.quoted(table))
    let bounds = try connection.rows(
      "SELECT name FROM pragma_table_info(?) LIMIT -1 OFFSET 1", [.text(name)]
    )
    .compactMap { $0.first?.text }
    let conditions = bounds.map { bound in
      // The R-tree rounds outward to 32 bits.
      let column =
        "CAST(ifnull(b.\(SQLDialect.sqlite.quoted(String(bound.dropLast(4)))), 0) AS REAL)"
      let slack = "(abs(\(column)) / 4000000 + 1e-9)"
      let value = "t.\(SQLDialect.sqlite.quoted(bound))"
      return bound.hasSuffix("_MIN")
        ? "\(value) > \(column) OR \(value) < \(column) - \(slack)"
        : "\(value) < \(column) OR \(value) > \(column) + \(slack)"
    }
    let found = try connection.rows(
      "SELECT b.Z_PK, t.* FROM \(table) b LEFT JOIN \(tree) t ON t.Z_PK = b.Z_PK "
        + "WHERE t.Z_PK IS NULL OR \(conditions.joined(separator: " OR "))")
    let counts = try connection.rows(
      "SELECT (SELECT COUNT(*) FROM \(table)), (SELECT COUNT(*) FROM \(tree))")
    let check = try connection.rows("SELECT rtreecheck(?)", [.text(name)])
    return found.map { "\(tree) is wrong about \($0)" }
      + (check == [[.text("ok")]] ? [] : ["\(tree): \(check)"])
      + (counts[0][0] == counts[0][1] ? [] : ["\(tree) holds \(counts[0])"])
  }

  private func leftovers() throws -> [String] {
    try connection.rows("SELECT name FROM sqlite_master WHERE name LIKE '%OPENSWIFTDATA_OLD%'")
      .map { "left over: \($0)" }
  }
}
