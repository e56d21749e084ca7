import DataSchema
import PostgresDriver
import PostgresFormat
import SQLCore

/// The catalog's description of a table that another program created.
struct PostgresTableFacts {
  let view: String
  /// The columns by name; empty if the table does not exist.
  let columns: [String: PostgresFoundColumn]
  /// The SQL name of the sequence that generates keys for new rows.
  let sequence: String?
  private let sequenceIncrement: Int64?
  /// Whether it is a table, partitioned or not, as opposed to a view or a foreign table.
  let isTable: Bool
  /// The columns of each unique index.
  private let uniqueColumns: [Set<String>]
  /// The columns of each unique index that is deferrable: checked at the end of a statement or
  /// transaction instead of for each row.
  private let lateColumns: [Set<String>]
  /// Identifies the table in the database; nil if it does not exist.
  let oid: String?
  /// The foreign keys that are not deferrable: checked at the end of each statement.
  let immediateForeignKeys: [PostgresForeignKey]
  /// What the server does with rows whose column references a deleted row: the foreign key and its
  /// action, `c` to delete them, `n` or `d` to change them.
  private let deletions: [String: (key: String, action: String)]
  /// How changes of rows are written.
  let writing: PostgresMappedTable.Writing
  private let exists: Bool

  init(_ table: PostgresMappedTable, _ connection: PostgresConnection) throws(SQLError) {
    view = table.view
    let name = SQLValue.text(table.table)
    let kind = try connection.rows(
      "SELECT relkind::text, oid::text FROM pg_class WHERE oid = to_regclass($1)", [name])
    exists = !kind.isEmpty
    oid = kind.first?.last?.text
    isTable = ["r", "p"].contains(kind.first?.first?.text)
    columns = try Self.columns(name, connection)
    let indexes = try connection.rows(
      """
      SELECT string_agg(a.attname::text, chr(10)), bool_and(i.indimmediate) FROM pg_index i \
      JOIN pg_attribute a ON a.attrelid = i.indrelid \
      AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]) \
      WHERE i.indrelid = to_regclass($1) AND i.indisunique AND i.indpred IS NULL \
      AND i.indexprs IS NULL GROUP BY i.indexrelid
      """, [name])
    func names(_ row: [SQLValue]) -> Set<String> {
      Set((row[0].text ?? "").split(separator: "\n").map(String.init))
    }
    uniqueColumns = indexes.map(names)
    lateColumns = indexes.filter { $0[1] == .bool(false) }.map(names)
    immediateForeignKeys = try PostgresForeignKey.immediate(of: name, connection)
    let acting = try connection.rows(
      """
      SELECT a.attname::text, c.conname::text, c.confdeltype::text FROM pg_constraint c \
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] \
      WHERE c.contype = 'f' AND c.conrelid = to_regclass($1) AND c.confdeltype IN ('c', 'n', 'd') \
      ORDER BY c.conname
      """, [name])
    deletions = Dictionary(
      acting.map { ($0[0].text ?? "", ($0[1].text ?? "", $0[2].text ?? "")) },
      uniquingKeysWith: { first, _ in first })
    let byColumn = try connection.rows(
      """
      SELECT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = r AND NOT tgisinternal AND tgattr::text <> '') \
      OR NOT has_table_privilege(r, 'UPDATE') FROM to_regclass($1) AS r
      """, [name])
    writing =
      !isTable ? .refused : byColumn.first?.first == .bool(true) ? .changedColumns : .wholeRows
    guard exists, let key = table.key, columns[key] != nil else {
      (sequence, sequenceIncrement) = (nil, nil)
      return
    }
    let found = try connection.rows(
      """
      SELECT s.name, (SELECT seqincrement FROM pg_sequence WHERE seqrelid = s.name::regclass) \
      FROM pg_get_serial_sequence($1, $2) AS s (name)
      """, [name, .text(key)])
    sequence = found.first?.first?.text
    if case .integer(let number)? = found.first?.last {
      sequenceIncrement = number
    } else {
      sequenceIncrement = nil
    }
  }

  private static func columns(
    _ table: SQLValue, _ connection: PostgresConnection
  ) throws(SQLError) -> [String: PostgresFoundColumn] {
    let rows = try connection.rows(
      """
      SELECT a.attname::text, t.typname::text, \
      format_type(t.oid, CASE d.typtype WHEN 'd' THEN d.typtypmod ELSE a.atttypmod END), \
      format_type(t.oid, -1), t.typtype = 'e', a.attnotnull OR d.typnotnull, \
      a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '' OR d.typdefault IS NOT NULL, \
      a.attgenerated <> '' OR a.attidentity = 'a', \
      CASE WHEN t.typcategory = 'A' THEN CASE e.typtype WHEN 'e' THEN 'text' ELSE e.typname::text END END, \
      d.typtype = 'd' \
      FROM pg_attribute a JOIN pg_type d ON d.oid = a.atttypid \
      JOIN pg_type t ON t.oid = CASE d.typtype WHEN 'd' THEN d.typbasetype ELSE d.oid END \
      LEFT JOIN pg_type e ON e.oid = t.typelem WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
      """, [table])
    var columns: [String: PostgresFoundColumn] = [:]
    for row in rows {
      columns[row[0].text ?? ""] = PostgresFoundColumn(
        type: row[1].text ?? "", declaration: row[2].text ?? "", castName: row[3].text ?? "",
        isEnumeration: row[4] == .bool(true), isNullable: row[5] != .bool(true),
        hasDefault: row[6] == .bool(true), isComputed: row[7] == .bool(true), element: row[8].text,
        isDomain: row[9] == .bool(true))
    }
    return columns
  }
}

extension PostgresTableFacts {
  /// The ways in which the table does not fit, as sentences.
  func problems(
    of table: PostgresMappedTable, isWritable: Bool, _ connection: PostgresConnection
  ) throws(SQLError) -> [String] {
    let name = "\(table.schema).\(table.name)"
    guard exists else { return ["\(table.title) is mapped to \(name), which does not exist."] }
    var problems = keyProblems(of: table, name) + classProblems(of: table, name)
    problems += upkeepProblems(of: table, name)
    for column in table.columns {
      problems += self.problems(of: column, in: table, name)
    }
    if problems.isEmpty { problems = try rowProblems(of: table, name, connection) }
    return isWritable ? problems + writingProblems(of: table, name) : problems
  }

  private static let keyTypes: Set<String> = ["int2", "int4", "int8"]

  private func keyProblems(of table: PostgresMappedTable, _ name: String) -> [String] {
    guard let key = table.key else { return [] }
    guard let facts = columns[key] else {
      return ["\(table.title) has the key column \(name).\(key), which does not exist."]
    }
    guard table.keys != nil || Self.keyTypes.contains(facts.type) else {
      return [
        "\(table.title) has the key column \(name).\(key), whose type \(facts.declaration) is not an integer, uuid or text."
      ]
    }
    guard isTable || table.keys == nil else {
      return [
        "\(table.title) has the key column \(name).\(key), whose type \(facts.declaration) is not an integer, but only rows of tables can have such keys."
      ]
    }
    guard !isTable || uniqueColumns.contains([key]) else {
      let composite = uniqueColumns.first { $0.contains(key) }?.sorted().joined(separator: ", ")
      return [
        "\(table.title) has the key column \(name).\(key), which has no unique index"
          + (composite.map { ": the key is composed of \($0), and a model needs one column." }
            ?? ".")
      ]
    }
    return []
  }

  private static let textTypes: Set<String> = ["text", "varchar", "bpchar", "citext"]

  private func classProblems(of table: PostgresMappedTable, _ name: String) -> [String] {
    guard let column = table.classColumn else { return [] }
    guard let facts = columns[column] else {
      return ["\(table.title) has the class column \(name).\(column), which does not exist."]
    }
    guard facts.isEnumeration || Self.textTypes.contains(facts.type) else {
      return [
        "\(table.title) has the class column \(name).\(column), whose type \(facts.declaration) is not a text."
      ]
    }
    return []
  }

  private func upkeepProblems(of table: PostgresMappedTable, _ name: String) -> [String] {
    let times = [table.upkeep.createdAt, table.upkeep.updatedAt].compactMap(\.self)
    return table.upkeep.columns.compactMap { column in
      guard let facts = columns[column] else {
        return "\(table.title) is kept up to date in \(name).\(column), which does not exist."
      }
      let isTime = times.contains(column)
      let types = isTime ? ["timestamp", "timestamptz"] : Self.keyTypes
      guard !types.contains(facts.type) else { return nil }
      return
        "\(table.title) is kept up to date in \(name).\(column), whose type \(facts.declaration) "
        + "is not \(isTime ? "a timestamp" : "an integer")."
    }
  }

  private func problems(
    of column: PostgresMappedTable.Column, in table: PostgresMappedTable, _ name: String
  ) -> [String] {
    let title = Self.title(of: column, in: table)
    guard let source = column.source else { return [] }
    guard let facts = columns[source] else {
      return ["\(title) is mapped to \(name).\(source), which does not exist."]
    }
    let fits =
      column.isKey
      ? column.keys?.fits(facts) ?? Self.keyTypes.contains(facts.type)
      : table.isShown(column, facts)
    guard fits else {
      return [
        "\(title) needs the type "
          + (column.keys?.type
            ?? "\(column.type.rawValue.prefix { $0 != " " || column.type == .doublePrecision })")
          + ", "
          + "but \(name).\(source) has the type \(facts.declaration)."
      ]
    }
    return []
  }

  /// The name of a column's property in messages; it includes the entity if the property is another
  /// entity's to-many relationship.
  private static func title(
    of column: PostgresMappedTable.Column, in table: PostgresMappedTable
  ) -> String {
    column.property == table.title || column.property.contains(".") && column.isKey
      ? column.property : "\(table.title).\(column.property)"
  }

  /// Problems with stored values that the models cannot represent.
  private func rowProblems(
    of table: PostgresMappedTable, _ name: String, _ connection: PostgresConnection
  ) throws(SQLError) -> [String] {
    var conditions: [(text: String, problem: String)] = []
    func quoted(_ column: String) -> String { connection.dialect.quoted(column) }
    if let key = table.key {
      conditions.append(
        (
          table.keys == nil
            ? "\(quoted(key)) <= 0 OR \(quoted(key)) IS NULL" : "\(quoted(key)) IS NULL",
          "\(table.title) has rows in \(name) whose \(key) is not greater than zero."
        ))
      if !isTable {
        conditions.append(
          (
            "\(quoted(key)) IN (SELECT \(quoted(key)) FROM \(table.table) GROUP BY 1 HAVING count(*) > 1)",
            "\(table.title) has several rows in \(name) with the same \(key)."
          ))
      }
    }
    for column in table.columns where !column.isOptional {
      guard let source = column.source, columns[source]?.isNullable == true else { continue }
      conditions.append(
        (
          "\(quoted(source)) IS NULL",
          "\(table.title).\(column.property) is not optional, but \(name).\(source) contains NULL."
        ))
    }
    var problems: [String] = []
    for condition in conditions {
      let found = try connection.rows(
        "SELECT 1 FROM \(table.table) WHERE \(condition.text) LIMIT 1")
      if !found.isEmpty { problems.append(condition.problem) }
    }
    return problems
  }

  /// Problems that prevent writing.
  private func writingProblems(of table: PostgresMappedTable, _ name: String) -> [String] {
    guard isTable else {
      // The rows of a view can be read; a save refuses to change them.
      guard table.key == nil else { return [] }
      return ["\(table.title) is mapped to \(name), which is not a table and so cannot be written."]
    }
    var problems: [String] = []
    let written = Set(
      table.columns.compactMap(\.source) + [table.key, table.classColumn].compactMap(\.self)
        + table.upkeep.columns)
    if let keys = table.keys {
      if keys.type != "uuid", !table.columns.contains(where: { $0.source == keys.column }) {
        problems.append(
          "\(table.title) has no property for its key \(name).\(keys.column), which new rows need.")
      }
    } else if let key = table.key, columns[key] != nil {
      if sequence == nil {
        problems.append(
          "\(table.title) takes its keys from \(name).\(key), which does not own a sequence.")
      } else if let sequenceIncrement, sequenceIncrement != 1 {
        problems.append(
          "\(table.title) takes its keys from \(sequence ?? ""), whose increment is not 1.")
      }
    }
    for (column, facts) in columns.sorted(by: { $0.key < $1.key })
    where !facts.isNullable && !facts.hasDefault && !written.contains(column) {
      problems.append(
        "\(table.title) has no property for \(name).\(column), which is required in new rows.")
    }
    var known: [String: String] = [:]
    for column in table.columns {
      guard let source = column.source else { continue }
      if let other = known.updateValue(column.property, forKey: source) {
        problems.append(
          "\(Self.title(of: column, in: table)) and \(other) are both mapped to \(name).\(source).")
      }
    }
    problems += table.columns.compactMap { contradiction($0, table, name) }
    let sources = Dictionary(
      table.columns.compactMap { column in column.source.map { (column.name, $0) } },
      uniquingKeysWith: { $1 })
    for unique in table.uniqueColumns {
      let names = Set(unique.compactMap { sources[$0] })
      if !uniqueColumns.contains(names) {
        problems.append(
          "\(table.title) is unique by \(names.sorted().joined(separator: ", ")), "
            + "but \(name) has no unique index for that.")
      }
    }
    // An insertion that skips rows with existing unique values requires constraints that are
    // checked immediately.
    for late in table.uniqueColumns.isEmpty ? [] : lateColumns {
      problems.append(
        "\(table.title) is mapped to \(name), whose unique constraint on "
          + "\(late.sorted().joined(separator: ", ")) must not be DEFERRABLE.")
    }
    return problems
  }
}

extension PostgresTableFacts {
  /// The properties whose columns store some values with less precision than the property.
  func narrowedProperties(of table: PostgresMappedTable) -> Set<String> {
    Set(
      table.columns.compactMap { column in
        guard let facts = column.source.flatMap({ columns[$0] }), column.type.isNarrowed(by: facts)
        else { return nil }
        return String(column.property.prefix { $0 != "." })
      })
  }
}

extension PostgresTableFacts {
  /// The properties whose values the server computes.
  func computedProperties(of table: PostgresMappedTable) -> Set<String> {
    Set(
      table.columns.filter { column in
        guard let source = column.source else { return false }
        return columns[source]?.isComputed == true || table.upkeep.columns.contains(source)
          || source == table.key && table.keys == nil
      }
      .map { String($0.property.prefix { $0 != "." }) })
  }
}

extension PostgresTableFacts {
  /// Whether no two rows have the same value in a column at any time.
  func isUnique(_ column: String) -> Bool {
    uniqueColumns.contains([column]) && !lateColumns.contains([column])
  }
}

// What the server does itself when rows are deleted.

extension PostgresTableFacts {
  /// Whether the server deletes or changes rows of the table itself.
  var actsByItself: Bool { !deletions.isEmpty }

  /// A message if the server does something else than the model's delete rule with rows whose
  /// related row is deleted.
  ///
  /// The server does it immediately, without reporting it.
  private func contradiction(
    _ column: PostgresMappedTable.Column, _ table: PostgresMappedTable, _ name: String
  ) -> String? {
    guard let rule = column.rule, let source = column.source, let (key, action) = deletions[source]
    else { return nil }
    let deletes = action == "c"
    guard rule != (deletes ? .cascade : .nullify) else { return nil }
    return "\(Self.title(of: column, in: table)) is mapped to \(name).\(source), whose foreign key "
      + "\(key) \(deletes ? "deletes" : "changes") rows when the row that they refer to is "
      + "deleted, but the models' delete rule is \(rule)."
  }
}
