import CoreDataFormat
import DataSchema
import SQLCore

/// An index of a store.
package struct PostgresIndex: Hashable, Sendable {
  package let name: String
  package let table: String
  package let isUnique: Bool
  /// Whether it contains texts in the normal form by which they are compared and sorted, not as
  /// they are stored.
  package let isOfNormalForms: Bool
  /// The indexed expressions, as SQL.
  let terms: String

  /// The statement that creates the index, if the search path contains its table.
  package var statement: String { statement(on: table, concurrently: false) }

  /// The statement that creates the index.
  ///
  /// - Parameters:
  ///   - schema: The schema of its table.
  ///   - concurrently: Whether others can write to the table meanwhile, which is not possible in a
  ///     transaction.
  /// - Returns: The statement.
  package func statement(in schema: String, concurrently: Bool) -> String {
    statement(on: SQLDialect.name(table, in: schema), concurrently: concurrently)
  }

  private func statement(on table: String, concurrently: Bool) -> String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(concurrently ? "CONCURRENTLY " : "")"
      + "\(PostgresSchemaStatements.quoted(name)) "
      + "ON \(PostgresSchemaStatements.quoted(table)) (\(terms))"
  }

  /// The statement that drops the index.
  package func removal(in schema: String) -> String {
    "DROP INDEX \(PostgresSchemaStatements.quoted(SQLDialect.name(name, in: schema)))"
  }
}

/// The indexes of a store.
struct PostgresIndexes {
  /// A required index that has no name yet.
  struct Wanted {
    let table: String
    let columns: [String]
    var isUnique = false
    var descending: Set<String> = []
    /// The text columns whose normal forms are indexed.
    var normalized: Set<String> = []
  }

  private let layout: PostgresLayout
  private var names: PostgresNames

  init(_ layout: PostgresLayout) {
    self.layout = layout
    names = PostgresNames(
      reserved: layout.tables.map(\.name) + layout.joinTables.map(\.name)
        + layout.tables.map { "\($0.name)_pkey" } + layout.joinTables.map { "\($0.name)_pkey" })
  }

  /// The indexes of tables without partitions.
  mutating func indexes() throws(LayoutError) -> [PostgresIndex] {
    let parted = Set(layout.tables.filter { $0.shardColumn != nil }.map(\.name))
    var found: [PostgresIndex] = []
    for wanted in try wanted() where !parted.contains(wanted.table) {
      found.append(Self.create(wanted, on: wanted.table, &names))
    }
    return found
  }

  /// The required indexes of all tables.
  func wanted() throws(LayoutError) -> [Wanted] {
    var found: [Wanted] = []
    for table in layout.tables {
      let keys = table.columns.filter { $0.target != nil }.map(\.name)
      for column in keys + (table.sharesTable ? [RowIdentity.postgres.entity] : []) {
        found.append(Wanted(table: table.name, columns: [column]))
      }
    }
    for join in layout.joinTables {
      // For access from the other end of the relationship.
      found.append(Wanted(table: join.name, columns: [join.member.name, join.owner.name]))
    }
    for entity in layout.tableMap.entities {
      guard let description = layout.model.entity(named: entity.entityName) else { continue }
      found += try declared(description, entity)
    }
    // Created last, so that the other indexes keep the names that they had in earlier versions of
    // the library.
    for entity in layout.tableMap.entities {
      guard let description = layout.model.entity(named: entity.entityName) else { continue }
      for index in description.indexes {
        if let wanted = try ofNormalForms(index, entity) { found.append(wanted) }
      }
    }
    return found
  }

  private func declared(
    _ description: EntityDescription, _ entity: EntityTable
  ) throws(LayoutError) -> [Wanted] {
    var found: [Wanted] = []
    for constraint in description.uniquenessConstraints {
      let columns = try columns(constraint, of: entity)
      found.append(Wanted(table: entity.table, columns: columns, isUnique: true))
    }
    for index in description.indexes {
      let columns = try columns(index.propertyNames, of: entity)
      let descending = Set(try self.columns(index.descendingNames ?? [], of: entity))
      found.append(Wanted(table: entity.table, columns: columns, descending: descending))
    }
    return found
  }

  /// An additional index for an index of texts, whose own entries support only equality and
  /// prefixes: ranges and orders use the normal forms.
  ///
  /// Nil if the index contains no texts.
  private func ofNormalForms(
    _ index: IndexDescription, _ entity: EntityTable
  ) throws(LayoutError) -> Wanted? {
    let columns = try columns(index.propertyNames, of: entity)
    let texts = Set(entity.properties.values.flatMap(\.texts)).intersection(columns)
    guard !texts.isEmpty else { return nil }
    let descending = Set(try self.columns(index.descendingNames ?? [], of: entity))
    return Wanted(
      table: entity.table, columns: columns, descending: descending, normalized: texts)
  }

  private func columns(
    _ properties: [String], of entity: EntityTable
  ) throws(LayoutError) -> [String] {
    var columns: [String] = []
    for name in properties { columns += try entity.indexedColumns(of: name) }
    return columns
  }

  static func create(
    _ wanted: Wanted, on table: String, _ names: inout PostgresNames
  ) -> PostgresIndex {
    let ending = wanted.normalized.isEmpty ? "idx" : "order_idx"
    let name = names.allocate("\(table)_\(wanted.columns.joined(separator: "_"))_\(ending)")
    let terms = wanted.columns.map { column in
      (wanted.normalized.contains(column)
        ? comparable(column) : PostgresSchemaStatements.quoted(column))
        // NULL, which represents nil, is sorted before all values.
        + (wanted.descending.contains(column) ? " DESC NULLS LAST" : " NULLS FIRST")
    }
    return PostgresIndex(
      name: name, table: table, isUnique: wanted.isUnique,
      isOfNormalForms: !wanted.normalized.isEmpty, terms: terms.joined(separator: ", "))
  }

  /// Exactly the expression by which statements compare and sort; otherwise the server does not use
  /// the index.
  private static func comparable(_ column: String) -> String {
    "(\(SQLDialect.postgres.render(.compared(.name(column), by: nil)).text))"
  }
}

extension PropertyColumns {
  /// The columns that contain texts.
  fileprivate var texts: [String] {
    switch self {
    case .attribute(let column): column.type == .string ? [column.name] : []
    case .composite(let leaves): leaves.map(\.column).filter { $0.type == .string }.map(\.name)
    case .toOne, .toMany, .manyToMany: []
    }
  }
}
