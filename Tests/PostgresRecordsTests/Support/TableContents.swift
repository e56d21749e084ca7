import CoreDataFormat
import DataSchema
import Foundation
import PostgresFormat
import SQLCore

/// The contents of a schema's tables, in a form that is the same for all databases.
struct TableContents: Equatable {
  private(set) var lines: Set<String> = []
  private let connection: any SQLConnection
  private let map: TableMap

  static func == (one: Self, other: Self) -> Bool { one.lines == other.lines }

  /// - Parameters:
  ///   - map: Locations of the rows.
  ///   - connection: A connection to the database.
  ///   - rowsOnly: Whether to skip tables other than those of entities.
  /// - Throws: Errors of the database.
  init(_ map: TableMap, on connection: any SQLConnection, rowsOnly: Bool = false) throws {
    (self.map, self.connection) = (map, connection)
    for entity in map.entities {
      try addRows(of: entity)
      try addPairs(of: entity)
    }
    guard !rowsOnly else { return }
    try addSideTables()
  }

  /// The first lines that only one of the two has.
  func differences(from other: TableContents) -> String {
    let (mine, theirs) = (lines.subtracting(other.lines), other.lines.subtracting(lines))
    return "\(mine.sorted().prefix(6)) ≠ \(theirs.sorted().prefix(6))"
  }

  private func quoted(_ name: String) -> String { connection.dialect.quoted(name) }

  private mutating func addRows(of entity: EntityTable) throws {
    let columns = entity.valueColumns
    let id = map.identity
    let names = [id.key, id.version] + columns.map { quoted($0.column.name) }
    let rows = try connection.rows(
      """
      SELECT \(names.joined(separator: ", ")) FROM \(quoted(entity.table)) \
      WHERE \(id.entity) = \(entity.entityNumber)
      """)
    for row in rows {
      let values = zip(columns, row.dropFirst(2)).map { column, value in
        "\(column.path) \(Self.told(value, column.column))"
      }
      lines.insert("\(entity.entityName) \(row[0]) v\(row[1]) \(values)")
    }
  }

  private mutating func addPairs(of entity: EntityTable) throws {
    for (name, property) in entity.properties {
      for pair in try pairs(property, of: entity) {
        lines.insert("\(entity.entityName).\(name) \(pair)")
      }
    }
  }

  private func pairs(_ property: PropertyColumns, of entity: EntityTable) throws -> [[SQLValue]] {
    let id = map.identity
    switch property {
    case .attribute, .composite: return []
    case .toOne(let column):
      let columns = [column.name, column.entityNumberColumn, column.orderColumn].compactMap(\.self)
      return try connection.rows(
        """
        SELECT \(id.key), \(columns.map(quoted).joined(separator: ", ")) \
        FROM \(quoted(entity.table)) WHERE \(id.entity) = \(entity.entityNumber)
        """)
    case .toMany(let table, _, let key):
      return try connection.rows(
        """
        SELECT \(quoted(key)), \(id.key) FROM \(quoted(table)) WHERE \(quoted(key)) IN \
        (SELECT \(id.key) FROM \(quoted(entity.table)) WHERE \(id.entity) = \(entity.entityNumber))
        """)
    case .manyToMany(let join):
      let columns = [join.sourceColumn, join.destinationColumn].map(quoted)
      let text = "SELECT \(columns[0]), \(columns[1]) FROM \(quoted(join.name))"
      let pairs = try connection.rows(
        join.isReflexive
          ? "\(text) UNION SELECT \(columns[1]), \(columns[0]) FROM \(quoted(join.name))" : text)
      let own = try connection.rows(
        """
        SELECT \(id.key) FROM \(quoted(entity.table)) WHERE \(id.entity) = \(entity.entityNumber)
        """)
      return pairs.filter { pair in own.contains([pair[0]]) }
    }
  }

  private mutating func addSideTables() throws {
    let isFile = connection.dialect.name == SQLDialect.sqlite.name
    let positions = isFile ? SideTable.memberOrder : PostgresSystemTable.memberOrder.rawValue
    let hasPositions =
      try !isFile
      || !connection.rows("SELECT 1 FROM sqlite_master WHERE name = ?", [.text(positions)]).isEmpty
    if hasPositions {
      for row in try connection.rows(
        "SELECT RELATIONSHIP, OWNER, MEMBER, POSITION FROM \(positions)")
      { lines.insert("position \(row)") }
    }
    let changes = try connection.rows(
      isFile
        ? "SELECT ZENTITY, ZENTITYPK FROM ACHANGE" : "SELECT entity, key FROM openswiftdata_change")
    for row in changes {
      let entity = map.entities.first { .integer(Int64($0.entityNumber)) == row[0] }
      lines.insert("change \(entity?.entityName ?? "\(row[0])") \(row[1])")
    }
  }

  /// A value as a database with few types would store it.
  private static func told(_ value: SQLValue, _ column: Column) -> String {
    let typed = value.typed(column)
    switch typed {
    case .decimal(let decimal): return "\(NSDecimalNumber(decimal: decimal).doubleValue)"
    case .real(let real): return "\(real)"
    case .date(let date): return "\(date.timeIntervalSinceReferenceDate)"
    case .blob(let bytes): return "\(Array(bytes))"
    default: return "\(typed)"
    }
  }
}

extension EntityTable {
  /// The columns of values with their paths, in order.
  var valueColumns: [(path: String, column: Column)] {
    var columns: [(path: String, column: Column)] = []
    for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
      switch property {
      case .attribute(let column): columns.append((name, column))
      case .composite(let leaves):
        columns += leaves.map { (([name] + $0.path).joined(separator: "."), $0.column) }
      case .toOne, .toMany, .manyToMany: break
      }
    }
    return columns
  }
}

extension SQLValue {
  /// The value with the type that a database with many types stores.
  func typed(_ column: Column) -> SQLValue {
    switch (column.type, self) {
    case (.boolean, .integer(let number)): .bool(number != 0)
    case (.date, .integer(let number)): .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case (.date, .real(let number)): .date(Date(timeIntervalSinceReferenceDate: number))
    case (.decimal, .integer(let number)): .decimal(Decimal(number))
    case (.decimal, .real(let number)): .decimal(Decimal(number))
    case (.double, .integer(let number)), (.float, .integer(let number)): .real(Double(number))
    case (.uuid, .blob(let bytes)) where bytes.count == 16:
      .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case (_, .blob(let bytes)) where column.holdsExternalData: .blob(Data(bytes.dropFirst()))
    default: self
    }
  }
}
