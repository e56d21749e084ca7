import CoreDataFormat
import SQLCore

/// Which columns of a statement hold which property.
///
/// The numbers stand in memory of their own, so that generated code reads them without touching a
/// reference count.
package final class RowColumns: @unchecked Sendable {
  // `@unchecked`: written in `init` only.

  /// The first column, or parameter, of each property; -1 for one that is absent.
  package let first: UnsafePointer<Int32>
  private let count: Int

  package init(_ numbers: [Int32]) {
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: max(numbers.count, 1))
    memory.initialize(from: numbers, count: numbers.count)
    first = UnsafePointer(memory)
    count = numbers.count
  }

  deinit { first.deallocate() }
}

/// The statements on one entity's table, with their columns in the order of the properties.
package final class EntityStatements: Sendable {
  // `@unchecked`: nothing changes after `init`; the key paths within are immutable values that the
  // standard library does not mark Sendable.

  package let table: String
  /// Key and every stored property, as a list for SELECT.
  package let columnList: String
  /// How many columns that list has.
  package let columnCount: Int
  /// Key and every stored property.
  package let selectAll: String
  /// The same for the row of one key.
  package let selectByKey: String
  package let allColumns: RowColumns
  package let insert: String
  /// The number of each property's first value in a row that has them all, counted from 1.
  package let valueColumns: RowColumns
  /// How many values such a row has.
  package let valueCount: Int
  package let delete: String
  /// The same for the rows between two keys, both included.
  package let deleteRange: String
  private let properties: [RecordProperty]
  private let uniqueness: [[Int]]
  /// The columns by which each row tells what it is.
  private let id: RowIdentity
  private let dialect: SQLDialect

  /// The columns of a selected row before those of the properties: `Z_PK`.
  private static let leadingColumns = 1

  package init(table: EntityTable, properties: [RecordProperty], uniqueness: [[Int]]) {
    let dialect = table.dialect
    self.dialect = dialect
    let name = dialect.quoted(table.table)
    self.table = name
    self.properties = properties
    self.uniqueness = uniqueness
    let id = table.identity
    self.id = id
    let everything = Array(properties.indices)
    (selectAll, allColumns) = Self.select(everything, of: properties, from: name, id, dialect)
    selectByKey = selectAll + " WHERE \(id.key) = ?"
    let columns = properties.flatMap(\.columns).map { dialect.quoted($0.name) }
    columnList = ([id.key] + columns).commaSeparated
    columnCount = columns.count + Self.leadingColumns
    let all = [id.key, id.entity, id.version] + columns
    let insert =
      "INSERT INTO \(name) (\(all.commaSeparated)) "
      + "VALUES (\(all.map { _ in "?" }.commaSeparated))"
    // A statement that fails ends the transaction in other databases.
    self.insert = uniqueness.isEmpty ? insert : dialect.ignoringConflicts(insert)
    valueColumns = RowColumns(Self.numbers(everything, of: properties, from: 1))
    valueCount = columns.count
    delete = "DELETE FROM \(name) WHERE \(id.key) = ?"
    deleteRange = "DELETE FROM \(name) WHERE \(id.key) BETWEEN ? AND ?"
  }

  /// A SELECT of key and the chosen properties, without conditions.
  package func select(_ chosen: [Int]) -> (text: String, columns: RowColumns) {
    Self.select(chosen, of: properties, from: table, id, dialect)
  }

  /// A SELECT of the same columns, or of all, each with the table before it, for joins.
  package func joinedSelect(_ chosen: [Int]?) -> String {
    "SELECT \(joinedList(chosen)) FROM \(table)"
  }

  /// Key and the chosen properties, or all, each with the table before it.
  package func joinedList(_ chosen: [Int]?) -> String {
    Self.list(chosen ?? Array(properties.indices), of: properties, id, dialect)
      .map { "\(table).\($0)" }.commaSeparated
  }

  /// How many columns the key and the chosen properties, or all, have.
  package func columnCount(of chosen: [Int]?) -> Int {
    guard let chosen else { return columnCount }
    return chosen.reduce(Self.leadingColumns) { $0 + properties[$1].columns.count }
  }

  private static func list(
    _ chosen: [Int], of properties: [RecordProperty], _ id: RowIdentity, _ dialect: SQLDialect
  ) -> [String] {
    [id.key] + chosen.flatMap { properties[$0].columns }.map { dialect.quoted($0.name) }
  }

  private static func select(
    _ chosen: [Int], of properties: [RecordProperty], from table: String, _ id: RowIdentity,
    _ dialect: SQLDialect
  ) -> (String, RowColumns) {
    let list = list(chosen, of: properties, id, dialect).commaSeparated
    let numbers = numbers(chosen, of: properties, from: leadingColumns)
    return ("SELECT \(list) FROM \(table)", RowColumns(numbers))
  }

  /// An UPDATE of the properties in a mask; its last parameter is the key.
  ///
  /// It passes over a row that would get unique values which another row has: a statement that fails
  /// ends the transaction in other databases.
  package func update(_ changes: PropertyMask) -> (text: String, parameters: RowColumns, key: Int) {
    let chosen = properties.indices.filter(changes.contains)
    let numbers = Self.numbers(chosen, of: properties, from: 1)
    let columns = chosen.flatMap { properties[$0].columns }.map { dialect.quoted($0.name) }
    let key = columns.count + 1
    let constraints = uniqueness.filter { $0.contains(where: changes.contains) }
    // Parameters need numbers only where they are named twice.
    let isNumbered = !constraints.isEmpty
    func parameter(_ number: Int) -> String { isNumbered ? "?\(number)" : "?" }
    let assignments =
      [id.raisedVersion] + columns.enumerated().map { "\($1) = \(parameter($0 + 1))" }
    var text =
      "UPDATE \(table) SET \(assignments.commaSeparated) WHERE \(id.key) = \(parameter(key))"
    for constraint in constraints { text += conflict(in: constraint, numbers, key: key) }
    return (text, RowColumns(numbers), key)
  }

  /// The condition that no other row has what a row gets in the properties of a constraint.
  private func conflict(in group: [Int], _ numbers: [Int32], key: Int) -> String {
    let conditions = group.flatMap { property in
      properties[property].columns.enumerated().map { offset, column in
        let name = dialect.quoted(column.name)
        let number = numbers[property]
        return "OSD.\(name) = \(number > 0 ? "?\(Int(number) + offset)" : "\(table).\(name)")"
      }
    }
    guard !conditions.isEmpty else { return "" }
    return " AND NOT EXISTS (SELECT 1 FROM \(table) OSD "
      + "WHERE \(conditions.joined(separator: " AND ")) AND OSD.\(id.key) <> ?\(key))"
  }

  /// The number of each property's first column when the chosen ones stand one after the other.
  private static func numbers(
    _ chosen: [Int], of properties: [RecordProperty], from start: Int
  ) -> [Int32] {
    var numbers = [Int32](repeating: -1, count: properties.count)
    var next = start
    for index in chosen where !properties[index].columns.isEmpty {
      numbers[index] = Int32(next)
      next += properties[index].columns.count
    }
    return numbers
  }
}

extension [String] {
  /// The elements with commas between them.
  ///
  /// What `joined` says too, whose first call costs a program a search of all its libraries.
  fileprivate var commaSeparated: String {
    var text = ""
    for (index, element) in enumerated() {
      if index > 0 { text += ", " }
      text += element
    }
    return text
  }
}
