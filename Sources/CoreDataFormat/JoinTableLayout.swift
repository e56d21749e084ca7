import DataSchema

/// The table of one many-to-many relationship.
package struct JoinTableLayout: Hashable, Sendable {
  package var name: String
  /// The entity, by number, that gives the table its name.
  package var ownerNumber: Int
  /// Holds the keys of the owner's rows.
  package var ownerColumn: String
  /// Holds the keys of the rows at the other end.
  package var otherColumn: String
  /// The positions within ordered ends; that of the owner's rows comes first, as its keys do.
  package var orderColumns: [String]

  package init(
    name: String, ownerNumber: Int, ownerColumn: String, otherColumn: String,
    orderColumns: [String]
  ) {
    (self.name, self.ownerNumber, self.ownerColumn) = (name, ownerNumber, ownerColumn)
    (self.otherColumn, self.orderColumns) = (otherColumn, orderColumns)
  }
}

/// Names the join tables and their columns.
struct JoinTableBuilder {
  /// A many-to-many relationship with its other end, seen from the owner.
  private struct Pair {
    var owner: EntityGraph.Relationship
    var other: EntityGraph.Relationship

    var isSelfInverse: Bool { owner.index == other.index }
  }

  private let graph: EntityGraph
  /// The names of the file's tables in upper case; empty for a store that is not there yet.
  private let existing: Set<String>
  private(set) var layouts: [JoinTableLayout] = []
  /// By the places of the relationships; nil for those that have none.
  private(set) var joinTables: [JoinTable?]
  /// The column that holds the keys of the rows which declare the relationship.
  private var sourceColumns: [String?]

  init(graph: EntityGraph, tableNames: inout NameAllocator, existing: Set<String>) {
    self.graph = graph
    self.existing = existing
    joinTables = Array(repeating: nil, count: graph.relationships.count)
    sourceColumns = Array(repeating: nil, count: graph.relationships.count)
    for node in graph.nodes { nameColumns(of: node) }
    for relationship in graph.relationships {
      guard let other = manyToManyInverse(of: relationship) else { continue }
      let pair = Pair(owner: relationship, other: other)
      if owns(pair) { add(pair, tableNames: &tableNames) }
    }
  }

  private func manyToManyInverse(
    of relationship: EntityGraph.Relationship
  ) -> EntityGraph.Relationship? {
    guard relationship.isToMany, let inverse = graph.inverse(of: relationship),
      inverse.isToMany
    else { return nil }
    return inverse
  }

  /// The side with the lower number owns the table; within one entity, the last name does.
  ///
  /// There are files in which it is the other way round, as after Core Data's migrations: where a file
  /// has the table by the name of the other side only, that side owns it.
  private func owns(_ pair: Pair) -> Bool {
    guard !pair.isSelfInverse else { return true }
    let isOwner =
      pair.owner.ownerNumber == pair.other.ownerNumber
      ? pair.other.name.precedesByCodeUnits(pair.owner.name)
      : pair.owner.ownerNumber < pair.other.ownerNumber
    let names = [pair.owner, pair.other].map { existing.contains(Self.tableName($0)) }
    return names[0] == names[1] ? isOwner : names[0]
  }

  private static func tableName(_ owner: EntityGraph.Relationship) -> String {
    "Z_\(owner.ownerNumber)\(owner.name.uppercased())"
  }

  /// Names each column after the entity whose keys it holds and the relationship that leads to it.
  ///
  /// Several relationships may share that name at the other end; they are numbered.
  private mutating func nameColumns(of node: EntityGraph.Node) {
    var names = NameAllocator()
    for relationship in graph.relationships[node.relationships] {
      guard let inverse = manyToManyInverse(of: relationship) else { continue }
      sourceColumns[relationship.index] = names.allocate(
        "Z_\(node.number)\(inverse.name.uppercased())")
    }
  }

  private mutating func add(_ pair: Pair, tableNames: inout NameAllocator) {
    guard let ownerColumn = sourceColumns[pair.owner.index],
      let otherColumn = pair.isSelfInverse
        ? JoinTable.reflexiveColumn : sourceColumns[pair.other.index]
    else { return }
    let name = tableNames.allocate(Self.tableName(pair.owner))
    // An order column orders the rows whose keys the column of that name holds.
    let orderOfOther = pair.owner.isOrdered ? orderColumn(for: otherColumn) : nil
    let orderOfOwner =
      pair.other.isOrdered && !pair.isSelfInverse
      ? orderColumn(for: ownerColumn) : nil
    layouts.append(
      JoinTableLayout(
        name: name, ownerNumber: pair.owner.ownerNumber, ownerColumn: ownerColumn,
        otherColumn: otherColumn, orderColumns: [orderOfOwner, orderOfOther].compactMap(\.self)))
    joinTables[pair.owner.index] = JoinTable(
      name: name, sourceColumn: ownerColumn, destinationColumn: otherColumn,
      orderColumn: orderOfOther, destinationEntity: graph.destination(of: pair.owner).name)
    guard !pair.isSelfInverse else { return }
    joinTables[pair.other.index] = JoinTable(
      name: name, sourceColumn: otherColumn, destinationColumn: ownerColumn,
      orderColumn: orderOfOwner, destinationEntity: graph.destination(of: pair.other).name)
  }

  private func orderColumn(for column: String) -> String {
    "Z_FOK_" + (column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)
  }
}
