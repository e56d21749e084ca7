import DataSchema

/// One table of an entity tree: its columns in order, and what they hold.
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
  /// All columns but `Z_PK`, `Z_ENT` and `Z_OPT`, which come first.
  package var columns: [Column] = []
  /// The columns that hold primary keys of other rows, in order.
  package var foreignKeys: [String] = []
}

/// Names the columns of one entity tree's table, in the order in which Core Data does: that order
/// decides which of two equal names gets a number.
struct TableLayoutBuilder {
  /// One stored value: an attribute, a composite's leaf, or a derived attribute.
  private struct Leaf {
    var property: String
    var stored: StoredLeaf
  }

  /// The column of one stored value.
  struct LeafColumn {
    /// The names from below the property to the leaf; empty for an attribute.
    var path: [String]
    var name: String
  }

  let graph: EntityGraph
  let tree: [EntityGraph.Node]
  private(set) var layout: TableLayout
  /// The columns of each property's values, in no order.
  private(set) var attributeColumns = PropertyTable<[LeafColumn]>()
  private(set) var toOneColumns = PropertyTable<ToOneColumn>()
  /// For a to-many without inverse, on its destination's table.
  private(set) var backReferences = PropertyTable<String>()
  private var names = NameAllocator(reserved: ["Z_PK", "Z_ENT", "Z_OPT"])

  init(
    graph: EntityGraph, root: EntityGraph.Node, table: String,
    incoming: [EntityGraph.Relationship]
  ) throws(LayoutError) {
    self.graph = graph
    tree = root.descendants.map { graph[$0] }
    let leaves = tree.map { Self.leaves(of: $0) }
    layout = TableLayout(
      name: table, rootNumber: root.number, hasSubentities: root.hasSubentities)
    for (node, leaves) in zip(tree, leaves) {
      addAttributes(leaves, of: node, block: .integer)
      try addToOneColumns(of: node)
    }
    for relationship in incoming { addBackReference(for: relationship) }
    try addOrderColumns()
    for block in ColumnBlock.allCases where block != .integer {
      for (node, leaves) in zip(tree, leaves) { addAttributes(leaves, of: node, block: block) }
    }
  }

  private mutating func addColumn(_ base: String, _ type: ColumnType) -> String {
    let name = names.allocate(base)
    layout.columns.append(TableLayout.Column(name: name, type: type))
    return name
  }

  /// The values of an entity's own properties, by the properties' names.
  private static func leaves(of node: EntityGraph.Node) -> [Leaf] {
    node.entity.properties.sorted { $0.name.precedesByCodeUnits($1.name) }.flatMap { property in
      property.storedLeaves.map { Leaf(property: property.name, stored: $0) }
    }
  }

  private mutating func addAttributes(
    _ leaves: [Leaf], of node: EntityGraph.Node, block: ColumnBlock
  ) {
    for leaf in leaves where leaf.stored.type.columnBlock == block {
      let name = addColumn("Z" + leaf.stored.name.uppercased(), leaf.stored.type.columnType)
      let known = attributeColumns[node.number, leaf.property] ?? []
      attributeColumns[node.number, leaf.property] =
        known + [LeafColumn(path: leaf.stored.path, name: name)]
    }
  }

  private mutating func addToOneColumns(of node: EntityGraph.Node) throws(LayoutError) {
    for relationship in node.storedRelationships where !relationship.description.isToMany {
      let destination = try graph.destination(of: relationship)
      let upper = relationship.name.uppercased()
      let name = addColumn("Z" + upper, .integer)
      layout.foreignKeys.append(name)
      let entityNumberColumn =
        destination.hasSubentities
        ? addColumn("Z\(destination.number)_\(upper)", .integer) : nil
      toOneColumns[relationship] = ToOneColumn(
        name: name, entityNumberColumn: entityNumberColumn,
        destinationEntity: destination.entity.name)
    }
  }

  private mutating func addBackReference(for relationship: EntityGraph.Relationship) {
    let name = addColumn(
      "Z\(relationship.ownerNumber)\(relationship.name.uppercased())", .integer)
    layout.foreignKeys.append(name)
    backReferences[relationship] = name
  }

  private mutating func addOrderColumns() throws(LayoutError) {
    for node in tree {
      for relationship in node.storedRelationships where !relationship.description.isToMany {
        guard let inverse = try graph.inverse(of: relationship)?.description,
          inverse.isToMany, inverse.isOrdered
        else { continue }
        let name = addColumn("Z_FOK_" + relationship.name.uppercased(), .integer)
        toOneColumns[relationship]?.orderColumn = name
      }
    }
  }
}

extension EntityDescription {
  /// The relationships that the entity, of the given number, itself declares and stores, by name.
  func storedRelationships(_ number: Int) -> [EntityGraph.Relationship] {
    properties
      .compactMap { property -> RelationshipDescription? in
        guard case .relationship(let relationship) = property else { return nil }
        return relationship.isTransient ? nil : relationship
      }
      .sorted { $0.name.precedesByCodeUnits($1.name) }
      .map { EntityGraph.Relationship(ownerNumber: number, description: $0) }
  }
}

/// One value of a property that has a column of its own.
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
  /// The values that columns hold, in declaration order; none for relationships and transients.
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
