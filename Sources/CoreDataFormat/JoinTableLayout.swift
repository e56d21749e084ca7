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
  /// The positions within ordered ends.
  package var orderColumns: [String]
}

/// Names the join tables and their columns.
struct JoinTableBuilder {
  /// A many-to-many relationship with its other end, seen from the owner.
  private struct Pair {
    var owner: EntityGraph.Relationship
    var other: EntityGraph.Relationship

    var isSelfInverse: Bool { owner == other }
  }

  let graph: EntityGraph
  private(set) var layouts: [JoinTableLayout] = []
  private(set) var joinTables = PropertyTable<JoinTable>()
  /// The column that holds the keys of the rows which declare the relationship.
  private var sourceColumns = PropertyTable<String>()

  init(graph: EntityGraph, tableNames: inout NameAllocator) throws(LayoutError) {
    self.graph = graph
    for node in graph.nodes {
      try nameColumns(of: node)
    }
    for node in graph.nodes {
      for relationship in node.storedRelationships {
        guard let other = try manyToManyInverse(of: relationship) else { continue }
        let pair = Pair(owner: relationship, other: other)
        if owns(pair) { add(pair, tableNames: &tableNames) }
      }
    }
  }

  private func manyToManyInverse(
    of relationship: EntityGraph.Relationship
  ) throws(LayoutError) -> EntityGraph.Relationship? {
    guard relationship.description.isToMany,
      let inverse = try graph.inverse(of: relationship), inverse.description.isToMany
    else { return nil }
    return inverse
  }

  /// The side with the lower number owns the table; within one entity, the first name does.
  private func owns(_ pair: Pair) -> Bool {
    pair.owner.ownerNumber == pair.other.ownerNumber
      ? !pair.other.name.precedesByCodeUnits(pair.owner.name)
      : pair.owner.ownerNumber < pair.other.ownerNumber
  }

  /// Names each column after the entity whose keys it holds and the relationship that leads to it.
  ///
  /// Several relationships may share that name at the other end; they are numbered.
  private mutating func nameColumns(of node: EntityGraph.Node) throws(LayoutError) {
    var names = NameAllocator()
    for relationship in node.storedRelationships {
      guard let inverse = try manyToManyInverse(of: relationship) else { continue }
      sourceColumns[relationship] = names.allocate(
        "Z_\(node.number)\(inverse.name.uppercased())")
    }
  }

  private mutating func add(_ pair: Pair, tableNames: inout NameAllocator) {
    guard let ownerColumn = sourceColumns[pair.owner],
      let otherColumn = pair.isSelfInverse ? JoinTable.reflexiveColumn : sourceColumns[pair.other]
    else { return }
    let name = tableNames.allocate(
      "Z_\(pair.owner.ownerNumber)\(pair.owner.name.uppercased())")
    // An order column orders the rows whose keys the column of that name holds.
    let orderOfOther = pair.owner.description.isOrdered ? orderColumn(for: otherColumn) : nil
    let orderOfOwner =
      pair.other.description.isOrdered && !pair.isSelfInverse
      ? orderColumn(for: ownerColumn) : nil
    layouts.append(
      JoinTableLayout(
        name: name, ownerNumber: pair.owner.ownerNumber, ownerColumn: ownerColumn,
        otherColumn: otherColumn, orderColumns: [orderOfOther, orderOfOwner].compactMap(\.self)))
    joinTables[pair.owner] = JoinTable(
      name: name, sourceColumn: ownerColumn, destinationColumn: otherColumn,
      orderColumn: orderOfOther, destinationEntity: pair.owner.description.destination)
    guard !pair.isSelfInverse else { return }
    joinTables[pair.other] = JoinTable(
      name: name, sourceColumn: otherColumn, destinationColumn: ownerColumn,
      orderColumn: orderOfOwner, destinationEntity: pair.other.description.destination)
  }

  private func orderColumn(for column: String) -> String {
    "Z_FOK_" + (column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)
  }
}
