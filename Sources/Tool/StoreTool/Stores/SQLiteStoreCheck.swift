import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore

/// Checks a file for problems: damage to the database, and inconsistencies between rows.
struct SQLiteStoreCheck {
  let connection: any SQLConnection
  let map: TableMap
  let model: ModelDescription
  /// The tables that a new store of the model would have; nil if the schema is derived from the
  /// tables.
  let schema: SchemaTables?
  /// Tables missing from the file.
  var missingTables: Set<String> = []
  /// Columns missing from the file.
  var missingColumns: Set<[String]> = []
  private(set) var findings: [SQLiteStoreFinding] = []

  init(_ connection: any SQLConnection, _ tables: StoreTables, _ model: ModelDescription) {
    (self.connection, self.model) = (connection, model)
    map = tables.map
    if case .schema(let schema) = tables { self.schema = schema } else { schema = nil }
  }

  var id: RowIdentity { map.identity }

  /// Runs all checks; their statements read all rows.
  ///
  /// Parts that cannot be read become findings, and the rest is still checked.
  ///
  /// - Throws: Errors that are not about damage, such as a locked database.
  mutating func run() throws {
    try attempt("The database") { try $0.checkDatabase() }
    try attempt("The schema") { try $0.checkSchema() }
    for tree in trees where !missingTables.contains(tree[0].table) {
      let table = tree[0].table
      try attempt("The table \(table)") { try $0.checkEntities(tree) }
      try attempt("The key counter of \(table)") { try $0.checkCounter(tree) }
      for entity in tree {
        try attempt("The entity \(entity.entityName), in the table \(table),") {
          try $0.checkValues(of: entity)
        }
      }
    }
    try attempt("The history") { try $0.checkHistory() }
    try checkRelationships()
    try attempt("The order of members") { try $0.checkMemberOrder() }
  }

  /// Turns read errors into findings, because the rest of the file may be readable.
  ///
  /// - Throws: Errors that are not about the file's contents, such as a lock or a lack of memory.
  mutating func attempt(_ what: String, _ body: (inout Self) throws -> Void) throws {
    do {
      try body(&self)
    } catch let error as SQLError {
      switch error.kind {
      case .busy, .outOfMemory, .interrupted, .programIsTooLong, .programValueIsTooLarge:
        throw error
      default: add(.damage, 1, "\(what) cannot be read: \(error.message).")
      }
    } catch let error as LayoutError {
      add(.damage, 1, "\(what) is inconsistent: \(error).")
    }
  }

  /// The entities, grouped by the table that they share.
  private var trees: [[EntityTable]] {
    Dictionary(grouping: map.entities, by: \.rootNumber).sorted { $0.key < $1.key }.map(\.value)
  }

  func count(_ query: SQLFragment) throws -> Int {
    let statement = connection.dialect.render(query)
    let rows = try connection.rows(statement.text, statement.values)
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    Progress.step()
    return Int(clamping: count)
  }

  mutating func add(
    _ kind: StoreProblem.Kind, _ count: Int, _ message: String, repair: [SQLFragment] = []
  ) {
    guard count > 0 else { return }
    findings.append(
      SQLiteStoreFinding(
        problem: StoreProblem(kind, message, count: count, canBeRepaired: !repair.isEmpty),
        repair: repair))
  }

  func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private func positions(_ count: Int) -> String {
    count == 1 ? "1 position" : "\(count) positions"
  }
}

// The database, its key counters and entities.

extension SQLiteStoreCheck {
  private static let messageLimit = 100

  private mutating func checkDatabase() throws {
    let result = try connection.rows("PRAGMA integrity_check(\(Self.messageLimit))")
    for message in result.compactMap({ $0.first?.text }) where message != "ok" {
      add(.damage, 1, "The database: \(message).")
    }
  }

  private mutating func checkEntities(_ tree: [EntityTable]) throws {
    let table = tree[0].table
    let numbers = tree.map { String($0.entityNumber) }.joined(separator: ", ")
    let condition: SQLFragment = """
      \(name: id.entity) IS NULL OR \(name: id.entity) NOT IN (\(raw: numbers))
      """
    let found = try count("SELECT COUNT(*) FROM \(name: table) WHERE \(condition)")
    // If the table belongs to only one entity, the rows must be rows of that entity.
    let number = SQLValue.integer(Int64(tree[0].entityNumber))
    let repair: [SQLFragment] =
      tree.count == 1
      ? ["UPDATE \(name: table) SET \(name: id.entity) = \(number) WHERE \(condition)"] : []
    add(
      .wrongEntity, found,
      "\(table) has \(rows(found)) whose entity number (\(id.entity)) does not belong to the table.",
      repair: repair)
  }

  private mutating func checkCounter(_ tree: [EntityTable]) throws {
    try checkCounter(of: tree[0].rootNumber, tree[0].rootEntityName, tree[0].table)
  }

  private mutating func checkHistory() throws {
    if let schema {
      let (tables, statements) = try schema.missingHistory(on: connection)
      add(
        .missingTable, tables.count,
        "The history lacks \(tables.joined(separator: ", ")); the records there are lost.",
        repair: statements.map { .raw($0) })
    }
    for table in SystemTable.allCases {
      guard let number = table.entityNumber, let name = table.entityName,
        try !connection.rows(
          "SELECT 1 FROM sqlite_master WHERE name = ?", [.text(table.rawValue)]
        ).isEmpty
      else { continue }
      try checkCounter(of: number, name, table.rawValue)
    }
  }

  private mutating func checkCounter(of number: Int, _ name: String, _ table: String) throws {
    let statements = KeyStatements.repairCounter(ofTable: table, number)
    add(
      .counterBehind, try count(statements.isBehind),
      "The key counter of \(name) is less than the greatest key in \(table).",
      repair: [statements.repair])
  }
}

// Relationships.

extension SQLiteStoreCheck {
  private mutating func checkRelationships() throws {
    var seen: Set<[String]> = []
    for entity in map.entities {
      for (name, columns) in entity.properties.sorted(by: { $0.key < $1.key })
      where areThere(columns, in: entity) {
        switch columns {
        case .attribute, .composite: break
        case .toOne(let column):
          guard seen.insert([entity.table, column.name]).inserted else { continue }
          try attempt("\(entity.entityName).\(name)") { try $0.checkToOne(column, name, entity) }
        case .toMany(let table, _, let foreignKey):
          // If the members have the inverse relationship, the column is that of a to-one
          // relationship.
          guard !isToOne(foreignKey, in: table), seen.insert([table, foreignKey]).inserted
          else { continue }
          let title = "\(entity.entityName).\(name)"
          try attempt(title) {
            try $0.checkKey(
              foreignKey, in: table, to: entity.table, clearing: [foreignKey], title)
          }
        case .manyToMany(let join):
          guard seen.insert([join.name]).inserted else { continue }
          try attempt("\(entity.entityName).\(name)") { try $0.checkJoin(join, name, entity) }
        }
      }
    }
  }

  private func isToOne(_ column: String, in table: String) -> Bool {
    map.entities.contains { entity in
      entity.table == table
        && entity.properties.values.contains {
          if case .toOne(let known) = $0 { known.name == column } else { false }
        }
    }
  }

  private mutating func checkToOne(
    _ column: ToOneColumn, _ name: String, _ entity: EntityTable
  ) throws {
    guard let destination = map.entity(named: column.destinationEntity) else { return }
    let title = "\(entity.entityName).\(name)"
    try checkOtherSide(of: column, name, entity)
    try checkKey(
      column.name, in: entity.table, to: destination.table,
      clearing: [column.name] + [column.entityNumberColumn, column.orderColumn].compactMap(\.self),
      title)
    guard let order = column.orderColumn else { return }
    let unordered = try count(
      """
      SELECT COUNT(*) FROM \(name: entity.table) \
      WHERE \(name: column.name) > 0 AND \(name: order) IS NULL
      """)
    add(
      .order, unordered,
      "The order of \(title) (\(order)) has no position for \(rows(unordered)).")
    let equal = try count(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM \(name: entity.table) \
      WHERE \(name: column.name) > 0 AND \(name: order) IS NOT NULL \
      GROUP BY \(name: column.name), \(name: order) HAVING COUNT(*) > 1)
      """)
    add(.order, equal, "The order of \(title) (\(order)) uses \(positions(equal)) more than once.")
  }

  private mutating func checkKey(
    _ column: String, in table: String, to other: String, clearing columns: [String],
    _ title: String
  ) throws {
    let condition = dangling(.column(column, of: table), other)
    let found = try count("SELECT COUNT(*) FROM \(name: table) WHERE \(condition)")
    let cleared = columns.map { column -> SQLFragment in "\(name: column) = NULL" }
      .joined(separator: ", ")
    add(
      .danglingKey, found,
      "\(title) of \(rows(found)) refers to rows of \(other) that do not exist.",
      repair: [
        """
        UPDATE \(name: table) SET \(cleared), \(name: id.version) = \(name: id.version) + 1 \
        WHERE \(condition)
        """
      ])
  }

  /// A condition that a column refers to a row that does not exist; 0 means no row.
  private func dangling(_ column: SQLFragment, _ table: String) -> SQLFragment {
    let key = SQLFragment.column(id.key, of: "OSD_END")
    return """
      \(column) <> 0 AND NOT EXISTS \
      (SELECT 1 FROM \(name: table) AS \(.table("OSD_END")) WHERE \(key) = \(column))
      """
  }

  private mutating func checkJoin(
    _ join: JoinTable, _ name: String, _ entity: EntityTable
  ) throws {
    guard let destination = map.entity(named: join.destinationEntity) else { return }
    func isMissing(_ column: String, _ table: String) -> SQLFragment {
      let column = SQLFragment.column(column, of: join.name)
      return "(\(column) IS NULL OR \(dangling(column, table)))"
    }
    let condition: SQLFragment = """
      \(isMissing(join.sourceColumn, entity.table)) \
      OR \(isMissing(join.destinationColumn, destination.table))
      """
    let found = try count("SELECT COUNT(*) FROM \(name: join.name) WHERE \(condition)")
    add(
      .danglingPair, found,
      "\(join.name), the join table of \(entity.entityName).\(name), has \(rows(found)) without existing rows "
        + "at both ends.",
      repair: ["DELETE FROM \(name: join.name) WHERE \(condition)"])
  }

  /// Checks the positions of members that this library stores.
  private mutating func checkMemberOrder() throws {
    let table = SideTable.memberOrder
    let found = try connection.rows(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(table)])
    guard !found.isEmpty else { return }
    for entity in map.entities {
      for (name, columns) in entity.properties.sorted(by: { $0.key < $1.key }) {
        guard let destination = columns.memberEntity.flatMap({ map.entity(named: $0) }) else {
          continue
        }
        let title = "\(entity.entityName).\(name)"
        let condition: SQLFragment = """
          RELATIONSHIP = \(SQLValue.text(title)) AND (\
          (\(dangling(.column("OWNER", of: table), entity.table))) OR \
          (\(dangling(.column("MEMBER", of: table), destination.table))))
          """
        let count = try count("SELECT COUNT(*) FROM \(name: table) WHERE \(condition)")
        add(
          .order, count,
          "The order of \(title) has \(positions(count)) of deleted rows.",
          repair: ["DELETE FROM \(name: table) WHERE \(condition)"])
      }
    }
  }
}

extension PropertyColumns {
  /// The entity of the members of a to-many relationship.
  fileprivate var memberEntity: String? {
    switch self {
    case .toMany(_, let entity, _): entity
    case .manyToMany(let join): join.destinationEntity
    case .attribute, .composite, .toOne: nil
    }
  }
}
