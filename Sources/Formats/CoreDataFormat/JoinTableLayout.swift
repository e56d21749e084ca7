import DataSchema

/// The table of one many-to-many relationship.
package struct JoinTableLayout: Hashable, Sendable {
  package var name: String
  /// The number of the entity that the table is named after.
  package var ownerNumber: Int
  /// The column that holds the keys of the owner's rows.
  package var ownerColumn: String
  /// The column that holds the keys of the rows at the other end.
  package var otherColumn: String
  /// The columns of the positions within ordered ends; that of the owner's rows comes first, as
  /// with the keys.
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
  /// A many-to-many relationship with its inverse, seen from the owner.
  private struct Pair {
    var owner: EntityGraph.Relationship
    var other: EntityGraph.Relationship

    var isSelfInverse: Bool { owner.index == other.index }
  }

  private let graph: EntityGraph
  /// The tables of the file; nil for a store that does not exist yet.
  private let file: FileTables?
  private(set) var layouts: [JoinTableLayout] = []
  /// The join tables by the indexes of the relationships; nil for relationships without one.
  private(set) var joinTables: [JoinTable?]
  /// The columns that hold the keys of the rows which declare the relationships.
  private var sourceColumns: [String?]

  init(graph: EntityGraph, tableNames: inout NameAllocator, file: FileTables?) {
    self.graph = graph
    self.file = file
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

  /// Returns whether the first side of a pair owns the table: the side with the lower entity number
  /// or, within one entity, with the last name.
  ///
  /// In some files, such as those migrated by Core Data, it is the other way round. If a file has
  /// the table only under the name of the other side, that side owns it.
  private func owns(_ pair: Pair) -> Bool {
    guard !pair.isSelfInverse else { return true }
    let isOwner =
      pair.owner.ownerNumber == pair.other.ownerNumber
      ? pair.other.name.precedesByCodeUnits(pair.owner.name)
      : pair.owner.ownerNumber < pair.other.ownerNumber
    guard let file else { return isOwner }
    let names = [pair.owner, pair.other].map { file.contains(Self.tableName($0)) }
    return names[0] == names[1] ? isOwner : names[0]
  }

  private static func tableName(_ owner: EntityGraph.Relationship) -> String {
    "Z_\(owner.ownerNumber)\(owner.name.uppercased())"
  }

  /// Names each column after the entity whose keys it holds and the relationship whose destination
  /// it is.
  ///
  /// Several relationships may share that name at the other end; they are numbered.
  private mutating func nameColumns(of node: EntityGraph.Node) {
    var names = NameAllocator()
    for relationship in graph.relationships[node.relationships] {
      guard let inverse = manyToManyInverse(of: relationship) else { continue }
      sourceColumns[relationship.index] = names.allocate(Self.columnName(relationship, inverse))
    }
  }

  /// Returns the name, without a number, of the column that holds the keys of the rows which
  /// declare a relationship.
  private static func columnName(
    _ relationship: EntityGraph.Relationship, _ inverse: EntityGraph.Relationship
  ) -> String {
    "Z_\(relationship.ownerNumber)\(inverse.name.uppercased())"
  }

  private mutating func add(_ pair: Pair, tableNames: inout NameAllocator) {
    guard var ownerColumn = sourceColumns[pair.owner.index],
      var otherColumn = pair.isSelfInverse
        ? JoinTable.reflexiveColumn : sourceColumns[pair.other.index]
    else { return }
    let name = tableNames.allocate(Self.tableName(pair.owner))
    let columns = file?.columns(of: name)
    if let columns {
      (ownerColumn, otherColumn) = Self.stored(pair, ownerColumn, otherColumn, columns)
    }
    // An order column orders the rows whose keys are in the column that it is named after.
    let orderOfOther =
      pair.owner.isOrdered
      ? orderColumn(for: otherColumn, Self.columnName(pair.other, pair.owner), columns) : nil
    let orderOfOwner =
      pair.other.isOrdered && !pair.isSelfInverse
      ? orderColumn(for: ownerColumn, Self.columnName(pair.owner, pair.other), columns) : nil
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

  /// Returns the columns of both ends in a file; some files number them the other way round.
  ///
  /// - Returns: The expected names if the file has both, or if none or several match.
  private static func stored(
    _ pair: Pair, _ owner: String, _ other: String, _ columns: FileColumns
  ) -> (owner: String, other: String) {
    if columns.contains(owner), columns.contains(other) { return (owner, other) }
    let owners = columns.numbered(columnName(pair.owner, pair.other))
    let others = pair.isSelfInverse ? [other] : columns.numbered(columnName(pair.other, pair.owner))
    let pairs = owners.flatMap { owner in
      others.filter { $0 != owner }.map { (owner: owner, other: $0) }
    }
    return pairs.count == 1 ? pairs[0] : (owner, other)
  }

  /// Returns the column of the positions of the rows whose keys a column holds.
  private func orderColumn(
    for column: String, _ base: String, _ columns: FileColumns?
  ) -> String {
    func order(_ column: String) -> String {
      "Z_FOK_" + (column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)
    }
    let expected = order(column)
    guard let columns, !columns.contains(expected) else { return expected }
    let found = columns.numbered(order(base))
    return found.count == 1 ? found[0] : expected
  }
}
