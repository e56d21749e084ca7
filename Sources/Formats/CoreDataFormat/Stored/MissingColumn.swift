import DataSchema

/// A column that stores a property and that a file lacks.
package struct MissingColumn: Hashable, Sendable {
  package var entity: String
  /// Nil for a column that every row has.
  package var property: String?
  package var table: String
  /// Nil if the file lacks the whole table.
  package var column: String?

  /// What is missing and what needs it, as a part of a sentence.
  package var text: String {
    let what = column.map { "the column \($0) of its table \(table)" } ?? "the table \(table)"
    return "\(what), which \(property.map { "\(entity).\($0)" } ?? entity) needs"
  }
}

/// A unique index that a file lacks.
package struct MissingIndex: Hashable, Sendable {
  package let entity: String
  /// The properties whose combined values the index keeps unique.
  package let properties: [String]
  package let table: String
  package let columns: [String]

  init(_ entity: String, _ properties: [String], _ columns: [String], of table: String) {
    (self.entity, self.properties) = (entity, properties)
    (self.columns, self.table) = (columns, table)
  }

  /// The statement that creates the index; it fails if rows share values.
  package var createStatement: String {
    let name = "Z_\(entity)_UNIQUE_\(properties.joined(separator: "_"))"
    let terms = columns.map { "\($0.asSQLName) COLLATE BINARY ASC" }.joined(separator: ", ")
    return "CREATE UNIQUE INDEX \(name.asSQLName) ON \(table.asSQLName) (\(terms))"
  }

  /// The query for values that several rows share, with the number of rows, largest first.
  package var duplicates: String {
    let names = columns.map(\.asSQLName).joined(separator: ", ")
    let areThere = columns.map { "\($0.asSQLName) IS NOT NULL" }.joined(separator: " AND ")
    return "SELECT COUNT(*), \(names) FROM \(table.asSQLName) WHERE \(areThere) "
      + "GROUP BY \(names) HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC"
  }
}

/// A search for the columns of entities in a file.
struct MissingColumnSearch {
  private(set) var missing: [MissingColumn] = []
  private let file: FileTables
  private var columns: [String: FileColumns?] = [:]

  init(_ file: FileTables) { self.file = file }

  /// - Parameters:
  ///   - entity: The storage of the entity.
  ///   - properties: The properties that are needed.
  mutating func look(at entity: EntityTable, properties: Set<String>) {
    let identity = entity.identity
    look(
      for: [identity.key, identity.entity, identity.version], in: entity.table, entity.entityName,
      nil)
    for (name, place) in entity.properties.sorted(by: { $0.key.precedesByCodeUnits($1.key) })
    where properties.contains(name) {
      let (table, columns) = place.needs(in: entity.table)
      look(for: columns, in: table, entity.entityName, name)
    }
  }

  private mutating func look(
    for wanted: [String], in table: String, _ entity: String, _ property: String?
  ) {
    let found = columns[table] ?? file.columns(of: table)
    columns[table] = .some(found)
    guard let found else {
      // A missing table is reported once, instead of all its columns.
      guard !missing.contains(where: { $0.table == table }) else { return }
      return missing.append(
        MissingColumn(entity: entity, property: property, table: table, column: nil))
    }
    for column in wanted where !found.contains(column) {
      missing.append(
        MissingColumn(entity: entity, property: property, table: table, column: column))
    }
  }
}

extension PropertyColumns {
  /// Returns the columns needed to read and write the property, and their table.
  fileprivate func needs(in own: String) -> (table: String, columns: [String]) {
    switch self {
    case .attribute(let column): (own, [column.name])
    case .composite(let leaves): (own, leaves.map(\.column.name))
    case .toOne(let column):
      (own, [column.name] + [column.entityNumberColumn, column.orderColumn].compactMap(\.self))
    case .toMany(let table, _, let foreignKey): (table, [foreignKey])
    case .manyToMany(let join):
      (
        join.name,
        [join.sourceColumn, join.destinationColumn] + [join.orderColumn].compactMap(\.self)
      )
    }
  }
}

extension ModelDescription {
  /// Returns the names of the properties that an entity declares and inherits.
  func storedNames(of entity: EntityDescription) -> Set<String> {
    var names = Set(entity.properties.map(\.name))
    var parent = entity.parentName
    while let name = parent, let above = self.entity(named: name) {
      names.formUnion(above.properties.map(\.name))
      parent = above.parentName
    }
    return names
  }
}
