import CoreDataFormat
import SQLCore

/// The statements for one entity's table, with columns in the order of the properties.
package final class EntityStatements: Sendable {
  // Sendable because nothing changes after `init`.

  package let table: String
  /// The key and all stored properties, as a list for SELECT.
  ///
  /// For an entity with subentities, also their properties and the entity number of the row. Large
  /// values that may be read later are replaced by a reference.
  let columnList: String
  /// The same list with all values.
  let wholeColumnList: String
  /// The number of columns in that list.
  package let columnCount: Int
  /// The SELECT of that list.
  package let selectAll: String
  package let allColumns: RowColumns
  /// A SELECT of the key and all stored properties for one key, if the row's entity is exactly this
  /// one.
  package let selectByKey: String
  /// The same SELECT with all values; nil if `selectByKey` reads them.
  package let selectWholeByKey: String?
  /// The columns of these SELECTs.
  package let ownColumns: RowColumns
  package let insert: String
  /// The parameter of `insert` for the first property's value, after key, entity number and
  /// version.
  static let firstValue = 4
  /// The number of each property's first value in a complete row, counted from 1.
  package let valueColumns: RowColumns
  /// The number of values in such a row.
  package let valueCount: Int
  /// The columns of a new row.
  private let values: [String]
  package let delete: String
  /// Deletes the rows between two keys, both included.
  let deleteRange: String
  private let properties: [RecordProperty]
  private let uniqueness: [[Int]]
  private let numbers: [Int]
  /// The entities that inherit from the entity.
  private let descendants: [(numbers: [Int], properties: [RecordProperty])]
  /// The columns that identify a row.
  private let id: RowIdentity
  private let dialect: SQLDialect

  /// The columns of a selected row before those of the properties: `Z_PK`.
  fileprivate static let leadingColumns = 1

  package init(_ entity: RecordEntity) {
    let table = entity.table
    let dialect = table.dialect
    self.dialect = dialect
    let name = dialect.quoted(table.table)
    self.table = name
    let properties = entity.properties
    self.properties = properties
    uniqueness = entity.uniqueness
    let id = table.identity
    self.id = id
    descendants = entity.descendants.map { ($0.ownNumbers, $0.properties) }
    let numbers = entity.ownNumbers
    self.numbers = numbers
    let everything = Array(properties.indices)
    var own = Selection(everything, of: properties, id, dialect)
    own.readLater(properties, dialect)
    var all = own
    if !descendants.isEmpty {
      all = Selection(everything, of: properties, numbers, descendants, id, dialect)
      all.readLater(properties + descendants.flatMap(\.properties), dialect)
    }
    columnList = all.text().commaSeparated
    wholeColumnList = all.list.commaSeparated
    columnCount = all.list.count
    selectAll = "SELECT \(columnList) FROM \(name)"
    allColumns = all.columns
    ownColumns = own.columns
    // The key of another entity's row finds nothing.
    let isOwn = entity.sharesTable ? " AND \(Self.isOne(of: numbers, id))" : ""
    func select(_ list: [String]) -> String {
      "SELECT \(list.commaSeparated) FROM \(name) WHERE \(id.key) = ?\(isOwn)"
    }
    selectByKey = select(own.text())
    selectWholeByKey = own.later.isEmpty ? nil : select(own.list)
    let columns = own.list.dropFirst()
    let values = [id.key, id.entity, id.version] + columns
    let insert =
      "INSERT INTO \(name) (\(values.commaSeparated)) "
      + "VALUES (\(values.map { _ in "?" }.commaSeparated))"
    // In other databases a failing statement aborts the transaction.
    self.insert = uniqueness.isEmpty ? insert : dialect.ignoringConflicts(insert)
    self.values = values
    valueColumns = RowColumns(Self.numbers(everything, of: properties, from: 1))
    valueCount = columns.count
    delete = "DELETE FROM \(name) WHERE \(id.key) = ?"
    deleteRange = "DELETE FROM \(name) WHERE \(id.key) BETWEEN ? AND ?"
  }

  /// Returns an INSERT of rows from a FROM clause, each with its key and values.
  ///
  /// For entities with unique values, it inserts the rows in the order of these values, skips
  /// conflicting rows and returns the keys of the inserted ones.
  package func insert(_ given: [String], from rows: String, entity: Int) -> String {
    let list = given.prefix(1) + ["\(entity)", "1"] + given.dropFirst()
    let text =
      "INSERT INTO \(table) (\(values.commaSeparated)) SELECT \(Array(list).commaSeparated) FROM \(rows)"
    guard let group = uniqueness.first else { return text }
    // Programs that insert the same values in the same order do not wait for each other in a circle.
    let order = group.flatMap { property in
      properties[property].columns.indices.map { given[Int(valueColumns.first[property]) + $0] }
    }
    let ordered = "\(text) ORDER BY \((order + given.prefix(1)).commaSeparated)"
    return "\(dialect.ignoringConflicts(ordered)) RETURNING \(id.key)"
  }

  /// Returns the condition that a row belongs to one of some entities.
  private static func isOne(of numbers: [Int], _ id: RowIdentity) -> String {
    if numbers.count == 1 { return "\(id.entity) = \(numbers[0])" }
    return "\(id.entity) IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }

  /// The columns of a SELECT.
  private struct Selection {
    /// The names of the columns.
    var list: [String]
    let columns: RowColumns
    /// The places of large values that the database reads on request.
    private(set) var later: [Int] = []

    /// Returns the columns, with references instead of large values.
    func text(_ table: String? = nil) -> [String] {
      var texts = table.map { table in list.map { "\(table).\($0)" } } ?? list
      for place in later {
        let column = texts[place]
        texts[place] = LaterValue.selected(column)
      }
      return texts
    }

    /// Notes the places of large values that stay in the database.
    mutating func readLater(_ properties: [RecordProperty], _ dialect: SQLDialect) {
      let later = properties.filter(\.isReadLater).flatMap(\.columns)
      guard !later.isEmpty else { return }
      let names = Set(later.map { dialect.quoted($0.name) })
      self.later = list.indices.filter { names.contains(list[$0]) }
    }

    /// Selects the key and the chosen properties.
    init(
      _ chosen: [Int], of properties: [RecordProperty], _ id: RowIdentity, _ dialect: SQLDialect
    ) {
      list = [id.key] + EntityStatements.names(chosen, of: properties, dialect)
      columns = RowColumns(
        EntityStatements.numbers(chosen, of: properties, from: EntityStatements.leadingColumns))
    }

    /// Selects the key, the chosen properties and the entity number.
    ///
    /// If all properties are chosen, also selects the properties that subentities add.
    init(
      _ chosen: [Int], of properties: [RecordProperty], _ numbers: [Int],
      _ descendants: [(numbers: [Int], properties: [RecordProperty])], _ id: RowIdentity,
      _ dialect: SQLDialect
    ) {
      list = [id.key] + EntityStatements.names(chosen, of: properties, dialect)
      let own = EntityStatements.numbers(
        chosen, of: properties, from: EntityStatements.leadingColumns)
      var entities = Self.entities(numbers, own)
      // By the name of the first column, which inherited properties share.
      var places: [String: Int32] = [:]
      for (entityNumbers, properties) in descendants {
        var numbers = own
        for index in own.count..<properties.count {
          guard chosen.count == own.count, let first = properties[index].columns.first else {
            numbers.append(-1)
            continue
          }
          if places[first.name] == nil {
            places[first.name] = Int32(list.count)
            list += EntityStatements.names([index], of: properties, dialect)
          }
          numbers.append(places[first.name] ?? -1)
        }
        entities += Self.entities(entityNumbers, numbers)
      }
      columns = RowColumns(own, tree: TreeColumns(entityColumn: list.count, entities))
      list.append(id.entity)
    }

    /// Returns the columns for each of the entity numbers.
    private static func entities(
      _ numbers: [Int], _ columns: [Int32]
    ) -> [(number: Int64, columns: RowColumns)] {
      let columns = RowColumns(columns)
      return numbers.map { (Int64($0), columns) }
    }
  }

  private func selection(_ chosen: [Int]) -> Selection {
    descendants.isEmpty
      ? Selection(chosen, of: properties, id, dialect)
      : Selection(chosen, of: properties, numbers, descendants, id, dialect)
  }

  /// Returns a SELECT of the key and the chosen properties, without conditions.
  package func select(_ chosen: [Int]) -> (text: String, columns: RowColumns) {
    let selection = selection(chosen)
    return ("SELECT \(selection.list.commaSeparated) FROM \(table)", selection.columns)
  }

  /// Returns the same SELECT, or one of all columns, with qualified column names, for joins.
  package func joinedSelect(_ chosen: [Int]?) -> String {
    "SELECT \(joinedList(chosen)) FROM \(table)"
  }

  /// Returns the qualified columns of such a SELECT.
  package func joinedList(_ chosen: [Int]?) -> String {
    var selection = selection(chosen ?? Array(properties.indices))
    if chosen == nil {
      selection.readLater(properties + descendants.flatMap(\.properties), dialect)
    }
    return selection.text(table).commaSeparated
  }

  /// Returns the number of columns of such a SELECT.
  package func columnCount(of chosen: [Int]?) -> Int {
    chosen.map { selection($0).list.count } ?? columnCount
  }

  private static func names(
    _ chosen: [Int], of properties: [RecordProperty], _ dialect: SQLDialect
  ) -> [String] {
    chosen.flatMap { properties[$0].columns }.map { dialect.quoted($0.name) }
  }

  /// Returns an UPDATE of the properties in a mask, whose last parameter is the key.
  ///
  /// It skips a row whose new unique values another row has, because in other databases a failing
  /// statement aborts the transaction.
  package func update(_ changes: PropertyMask) -> (text: String, parameters: RowColumns, key: Int) {
    let chosen = properties.indices.filter(changes.contains)
    let numbers = Self.numbers(chosen, of: properties, from: 1)
    let columns = chosen.flatMap { properties[$0].columns }.map { dialect.quoted($0.name) }
    let key = columns.count + 1
    let constraints = uniqueness.filter { $0.contains(where: changes.contains) }
    // Parameters need numbers only if they are used twice.
    let isNumbered = !constraints.isEmpty
    func parameter(_ number: Int) -> String { isNumbered ? "?\(number)" : "?" }
    let assignments =
      [id.raisedVersion] + columns.enumerated().map { "\($1) = \(parameter($0 + 1))" }
    var text =
      "UPDATE \(table) SET \(assignments.commaSeparated) WHERE \(id.key) = \(parameter(key))"
    for constraint in constraints { text += conflict(in: constraint, numbers, key: key) }
    return (text, RowColumns(numbers), key)
  }

  /// Returns an UPDATE of the same properties for rows from a FROM clause, each with its values and
  /// key.
  ///
  /// It does not check unique values.
  package func update(_ changes: PropertyMask, _ given: [String], from rows: String) -> String {
    let columns = properties.indices.filter(changes.contains).flatMap { properties[$0].columns }
    let assignments =
      ["\(id.version) = \(table).\(id.version) + 1"]
      + zip(columns, given).map { "\(dialect.quoted($0.name)) = \($1)" }
    return "UPDATE \(table) SET \(assignments.commaSeparated) FROM \(rows) "
      + "WHERE \(table).\(id.key) = \(given.last ?? "")"
  }

  /// Returns the condition that no other row has the row's new values for a constraint.
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

  /// Returns the number of each property's first column, if the columns of the chosen ones are
  /// adjacent.
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
  /// The elements, separated by commas.
  ///
  /// Unlike `joined`, whose first call makes a program search all of its libraries.
  fileprivate var commaSeparated: String {
    var text = ""
    for (index, element) in enumerated() {
      if index > 0 { text += ", " }
      text += element
    }
    return text
  }
}
