import DataSchema

/// The table of an entity tree: its columns in order, and what they hold.
package struct TableLayout: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var name: String
    package var type: ColumnType

    package init(name: String, type: ColumnType) {
      self.name = name
      self.type = type
    }
  }

  package var name: String
  package var rootNumber: Int
  package var hasSubentities: Bool
  /// All columns except `Z_PK`, `Z_ENT` and `Z_OPT`, which come first.
  package var columns: [Column] = []
  /// The columns that hold primary keys of other rows, in order.
  package var foreignKeys: [String] = []

  package init(
    name: String, rootNumber: Int, hasSubentities: Bool, columns: [Column] = [],
    foreignKeys: [String] = []
  ) {
    (self.name, self.rootNumber, self.hasSubentities) = (name, rootNumber, hasSubentities)
    (self.columns, self.foreignKeys) = (columns, foreignKeys)
  }
}

/// Names the columns of an entity tree's table in the same order as Core Data, because the order
/// decides which of two equal names is numbered.
struct TableLayoutBuilder {
  /// One stored value: an attribute, a composite's leaf, or a derived attribute.
  private struct Leaf {
    /// The index of the property among those of its entity.
    var property: Int
    var stored: StoredLeaf
    /// The name of the column, once it is decided.
    var column = ""
  }

  private let graph: EntityGraph
  private let tree: [EntityGraph.Node]
  private(set) var layout: TableLayout
  /// The values of each entity of the tree, in the order of their names.
  private var leaves: [[Leaf]]
  /// The columns of the tree's to-one relationships, starting with the first relationship.
  private var toOneColumns: [ToOneColumn?]
  private let firstRelationship: Int
  /// The columns, in the destination's table, of to-many relationships without inverse.
  private var backReferences: [(relationship: Int, column: String)] = []
  private var names = NameAllocator.columns
  /// The names of the columns without numbers, in the order of the columns.
  private var bases: [String] = []
  /// The names of columns in a file that numbers them differently, by their expected names.
  private var others: [String: String] = [:]

  /// - Parameters:
  ///   - graph: The entities.
  ///   - root: The root of the tree.
  ///   - table: The name of its table.
  ///   - file: The tables of the file; nil for a store that does not exist yet.
  init(graph: EntityGraph, root: EntityGraph.Node, table: String, file: FileTables?) {
    self.init(graph: graph, root: root, table: table, others: [:])
    guard let file, !file.isMade(table, by: layout.createStatement),
      let columns = file.columns(of: table)
    else { return }
    let others = otherNames(columns)
    guard !others.isEmpty else { return }
    self = Self(graph: graph, root: root, table: table, others: others)
  }

  private init(
    graph: EntityGraph, root: EntityGraph.Node, table: String, others: [String: String]
  ) {
    self.graph = graph
    self.others = others
    tree = root.descendants.map { graph[$0] }
    leaves = tree.map { Self.leaves(of: $0) }
    layout = TableLayout(
      name: table, rootNumber: root.number, hasSubentities: root.hasSubentities)
    firstRelationship = root.relationships.lowerBound
    let end = graph[root.descendants.upperBound].relationships.upperBound
    toOneColumns = Array(repeating: nil, count: end - firstRelationship)
    for index in tree.indices {
      addAttributes(of: index, block: .integer)
      addToOneColumns(of: tree[index])
    }
    for relationship in graph.withoutInverse(to: root) { addBackReference(for: relationship) }
    for node in tree { addOrderColumns(of: node) }
    for block in ColumnBlock.allCases where block != .integer {
      for index in tree.indices { addAttributes(of: index, block: block) }
    }
  }

  /// Returns the column of a to-one relationship that one of the tree's entities declares.
  func toOneColumn(of relationship: EntityGraph.Relationship) -> ToOneColumn? {
    let place = relationship.index - firstRelationship
    return toOneColumns.indices.contains(place) ? toOneColumns[place] : nil
  }

  /// Returns the column that holds the owner in a to-many relationship without inverse whose
  /// destination is in this tree.
  func backReference(of relationship: EntityGraph.Relationship) -> String? {
    backReferences.first { $0.relationship == relationship.index }?.column
  }

  /// Returns the columns of an entity's own properties, without relationships.
  func propertyColumns(
    of node: EntityGraph.Node
  ) -> [(property: String, columns: PropertyColumns)] {
    let leaves = leaves[node.number - layout.rootNumber]
    let properties = node.properties
    return properties.indices.compactMap { index in
      let own = leaves.filter { $0.property == index }
      switch properties[index] {
      case .attribute, .derived:
        return own.first.map {
          (properties[index].name, .attribute($0.stored.column(named: $0.column)))
        }
      case .composite(let composite):
        guard !composite.isTransient else { return nil }
        return (
          composite.name,
          .composite(
            own.map {
              PropertyColumns.CompositeLeaf(
                path: $0.stored.path, column: $0.stored.column(named: $0.column))
            })
        )
      case .relationship: return nil
      }
    }
  }

  /// Returns the columns of a file that replace missing ones, by the expected names.
  ///
  /// The replacement is the only unused column with the same name and another number.
  private func otherNames(_ columns: FileColumns) -> [String: String] {
    let taken = Set(layout.columns.map(\.name.foldedName))
    let missing = layout.columns.indices.filter { !columns.contains(layout.columns[$0].name) }
    var found: [String: [String]] = [:]
    for index in missing {
      let free = columns.numbered(bases[index]).filter { !taken.contains($0.foldedName) }
      if free.count == 1 { found[free[0], default: []].append(layout.columns[index].name) }
    }
    return found.filter { $0.value.count == 1 }.reduce(into: [:]) { $0[$1.value[0]] = $1.key }
  }

  private mutating func addColumn(_ base: String, _ type: ColumnType) -> String {
    let expected = names.allocate(base)
    let name = others[expected] ?? expected
    bases.append(base)
    layout.columns.append(TableLayout.Column(name: name, type: type))
    return name
  }

  /// Returns the values of an entity's own properties, ordered by the properties' names.
  private static func leaves(of node: EntityGraph.Node) -> [Leaf] {
    let properties = node.properties
    return Array(properties.indices).inOrder { properties[$0].name }.flatMap { index in
      properties[index].storedLeaves.map { Leaf(property: index, stored: $0) }
    }
  }

  private mutating func addAttributes(of index: Int, block: ColumnBlock) {
    for place in leaves[index].indices {
      let stored = leaves[index][place].stored
      guard stored.type.storage.block == block else { continue }
      leaves[index][place].column = addColumn(
        "Z" + stored.name.uppercased(), stored.type.columnType)
    }
  }

  private mutating func addToOneColumns(of node: EntityGraph.Node) {
    for relationship in graph.relationships[node.relationships]
    where !relationship.isToMany {
      let destination = graph.destination(of: relationship)
      let upper = relationship.name.uppercased()
      let name = addColumn("Z" + upper, .integer)
      layout.foreignKeys.append(name)
      let entityNumberColumn =
        destination.hasSubentities
        ? addColumn("Z\(destination.number)_\(upper)", .integer) : nil
      toOneColumns[relationship.index - firstRelationship] = ToOneColumn(
        name: name, entityNumberColumn: entityNumberColumn,
        destinationEntity: destination.name)
    }
  }

  private mutating func addBackReference(for relationship: EntityGraph.Relationship) {
    let name = addColumn(
      "Z\(relationship.ownerNumber)\(relationship.name.uppercased())", .integer)
    layout.foreignKeys.append(name)
    backReferences.append((relationship.index, name))
  }

  private mutating func addOrderColumns(of node: EntityGraph.Node) {
    for relationship in graph.relationships[node.relationships]
    where !relationship.isToMany {
      guard let inverse = graph.inverse(of: relationship),
        inverse.isToMany, inverse.isOrdered
      else { continue }
      let name = addColumn("Z_FOK_" + relationship.name.uppercased(), .integer)
      toOneColumns[relationship.index - firstRelationship]?.orderColumn = name
    }
  }
}

/// One value of a property, stored in its own column.
struct StoredLeaf {
  var path: [String]
  var name: String
  var type: AttributeType
  var isOptional: Bool
  var storesExternally = false

  func column(named name: String) -> Column {
    Column(name: name, type: type, isOptional: isOptional, storesExternally: storesExternally)
  }
}

extension PropertyDescription {
  /// The values that are stored in columns, in declaration order; empty for relationships and
  /// transient properties.
  var storedLeaves: [StoredLeaf] {
    switch self {
    case .attribute(let attribute): attribute.isTransient ? [] : [attribute.storedLeaf(at: [])]
    case .composite(let composite): composite.isTransient ? [] : composite.storedLeaves(below: [])
    case .derived(let derived):
      derived.type.map {
        [StoredLeaf(path: [], name: derived.name, type: $0, isOptional: true)]
      } ?? []
    case .relationship: []
    }
  }
}

extension AttributeDescription {
  fileprivate func storedLeaf(at path: [String]) -> StoredLeaf {
    StoredLeaf(
      path: path, name: name, type: type, isOptional: isOptional,
      storesExternally: storesExternally)
  }
}

extension CompositeDescription {
  fileprivate func storedLeaves(below path: [String]) -> [StoredLeaf] {
    elements.flatMap { element -> [StoredLeaf] in
      switch element {
      case .attribute(let attribute): [attribute.storedLeaf(at: path + [attribute.name])]
      case .composite(let composite): composite.storedLeaves(below: path + [composite.name])
      case .relationship, .derived: []
      }
    }
  }
}

extension Column {
  /// Whether the column's bytes begin with a marker, because they may be stored in a file.
  package var holdsExternalData: Bool {
    storesExternally && (type == .binaryData || type == .transformable)
  }
}
