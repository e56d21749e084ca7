import CoreDataFormat
import DataSchema
import SQLCore

/// One index of a store.
package struct PostgresIndex: Hashable, Sendable {
  package let name: String
  package let table: String
  package let isUnique: Bool
  /// Whether texts stand in it as they are compared and sorted, and not as they are written.
  package let isOfNormalForms: Bool
  /// What is indexed, as SQL.
  let terms: String

  package var statement: String { statement(concurrently: false) }

  /// The statement that makes it.
  ///
  /// - Parameter concurrently: Whether others write to the table meanwhile, which no transaction allows.
  /// - Returns: The statement.
  package func statement(concurrently: Bool) -> String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(concurrently ? "CONCURRENTLY " : "")"
      + "\(PostgresSchemaStatements.quoted(name)) "
      + "ON \(PostgresSchemaStatements.quoted(table)) (\(terms))"
  }
}

/// The indexes of a store.
struct PostgresIndexes {
  private let layout: PostgresLayout
  private var names: PostgresNames

  init(_ layout: PostgresLayout) {
    self.layout = layout
    names = PostgresNames(
      reserved: layout.tables.map(\.name) + layout.joinTables.map(\.name)
        + layout.tables.map { "\($0.name)_pkey" } + layout.joinTables.map { "\($0.name)_pkey" })
  }

  mutating func indexes() throws(LayoutError) -> [PostgresIndex] {
    var found: [PostgresIndex] = []
    for table in layout.tables {
      let keys = table.columns.filter { $0.target != nil }.map(\.name)
      for column in keys + (table.sharesTable ? [RowIdentity.postgres.entity] : []) {
        found.append(create(on: table.name, [column]))
      }
    }
    for join in layout.joinTables {
      // For going through the table from its other end.
      found.append(create(on: join.name, [join.member.name, join.owner.name]))
    }
    for entity in layout.tableMap.entities {
      guard let description = layout.model.entity(named: entity.entityName) else { continue }
      found += try declared(description, entity)
    }
    // Last, so that the others have the names that they had before there were any of these.
    for entity in layout.tableMap.entities {
      guard let description = layout.model.entity(named: entity.entityName) else { continue }
      for index in description.indexes {
        found += try ofNormalForms(index, entity).map { [$0] } ?? []
      }
    }
    return found
  }

  private mutating func declared(
    _ description: EntityDescription, _ entity: EntityTable
  ) throws(LayoutError) -> [PostgresIndex] {
    var found: [PostgresIndex] = []
    for constraint in description.uniquenessConstraints {
      let columns = try columns(constraint, of: entity)
      found.append(create(isUnique: true, on: entity.table, columns))
    }
    for index in description.indexes {
      let columns = try columns(index.propertyNames, of: entity)
      let descending = Set(try self.columns(index.descendingNames ?? [], of: entity))
      found.append(create(on: entity.table, columns, descending: descending))
    }
    return found
  }

  /// What stands beside an index of texts, which finds equal ones and those that begin in some way: ranges and
  /// orders are those of the normal forms, of which it knows nothing.
  ///
  /// Nil where the index has no texts.
  private mutating func ofNormalForms(
    _ index: IndexDescription, _ entity: EntityTable
  ) throws(LayoutError) -> PostgresIndex? {
    let columns = try columns(index.propertyNames, of: entity)
    let texts = Set(entity.properties.values.flatMap(\.texts)).intersection(columns)
    guard !texts.isEmpty else { return nil }
    let descending = Set(try self.columns(index.descendingNames ?? [], of: entity))
    return create(on: entity.table, columns, descending: descending, normalizing: texts)
  }

  private func columns(
    _ properties: [String], of entity: EntityTable
  ) throws(LayoutError) -> [String] {
    var columns: [String] = []
    for name in properties { columns += try entity.indexedColumns(of: name) }
    return columns
  }

  private mutating func create(
    isUnique: Bool = false, on table: String, _ columns: [String], descending: Set<String> = [],
    normalizing texts: Set<String> = []
  ) -> PostgresIndex {
    let ending = texts.isEmpty ? "idx" : "order_idx"
    let name = names.allocate("\(table)_\(columns.joined(separator: "_"))_\(ending)")
    let terms = columns.map { column in
      (texts.contains(column) ? Self.comparable(column) : PostgresSchemaStatements.quoted(column))
        // NULL, which nil stands for, is less than all values.
        + (descending.contains(column) ? " DESC NULLS LAST" : " NULLS FIRST")
    }
    return PostgresIndex(
      name: name, table: table, isUnique: isUnique, isOfNormalForms: !texts.isEmpty,
      terms: terms.joined(separator: ", "))
  }

  /// The very expression that statements compare and sort by, since the server takes no other for the same.
  private static func comparable(_ column: String) -> String {
    "(\(SQLDialect.postgres.render(.compared(.name(column), by: nil)).text))"
  }
}

extension PropertyColumns {
  /// The columns with texts.
  fileprivate var texts: [String] {
    switch self {
    case .attribute(let column): column.type == .string ? [column.name] : []
    case .composite(let leaves): leaves.map(\.column).filter { $0.type == .string }.map(\.name)
    case .toOne, .toMany, .manyToMany: []
    }
  }
}
