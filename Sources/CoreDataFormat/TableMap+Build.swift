import DataSchema

extension TableMap {
  /// The tables and columns of `model`, as Core Data lays them out in a new store.
  ///
  /// - Throws: `LayoutError` when the schema contradicts itself.
  package init(model: ModelDescription) throws(LayoutError) {
    self = try CoreDataLayout(model: model).tableMap
  }
}

/// Gathers, per entity, what the builders of tables named.
struct TableMapBuilder {
  let graph: EntityGraph
  let joins: JoinTableBuilder
  /// By the number of the root; nil for entities that are none.
  private let tables: [TableLayoutBuilder?]

  init(graph: EntityGraph, tables: [TableLayoutBuilder], joins: JoinTableBuilder) {
    self.graph = graph
    self.joins = joins
    var byRoot = [TableLayoutBuilder?](repeating: nil, count: graph.nodes.count + 1)
    for table in tables { byRoot[table.layout.rootNumber] = table }
    self.tables = byRoot
  }

  func tableMap() throws(LayoutError) -> TableMap {
    var entities: [EntityTable] = []
    for node in graph.nodes { entities.append(try entityTable(of: node)) }
    return TableMap(entities: entities)
  }

  private func entityTable(of node: EntityGraph.Node) throws(LayoutError) -> EntityTable {
    var properties: [String: PropertyColumns] = [:]
    for owner in graph.lineage(of: node) {
      for property in owner.entity.properties {
        properties[property.name] = try columns(of: property, owner: owner)
      }
    }
    return EntityTable(
      entityName: node.entity.name, entityNumber: node.number, parentNumber: node.parentNumber,
      rootEntityName: graph[node.rootNumber].entity.name, rootNumber: node.rootNumber,
      descendantNumbers: Array(node.descendants),
      table: tables[node.rootNumber]?.layout.name ?? "", properties: properties)
  }

  private func columns(
    of property: PropertyDescription, owner: EntityGraph.Node
  ) throws(LayoutError) -> PropertyColumns? {
    if case .relationship(let description) = property {
      return try columns(
        of: EntityGraph.Relationship(ownerNumber: owner.number, description: description))
    }
    let named = tables[owner.rootNumber]?.attributeColumns[owner.number, property.name] ?? []
    let leaves = property.storedLeaves.compactMap { leaf in
      named.first { $0.path == leaf.path }.map {
        PropertyColumns.CompositeLeaf(path: leaf.path, column: leaf.column(named: $0.name))
      }
    }
    switch property {
    case .attribute, .derived: return leaves.first.map { .attribute($0.column) }
    case .composite(let composite): return composite.isTransient ? nil : .composite(leaves)
    case .relationship: return nil
    }
  }

  private func columns(
    of relationship: EntityGraph.Relationship
  ) throws(LayoutError) -> PropertyColumns? {
    guard !relationship.description.isTransient else { return nil }
    let ownerTable = tables[graph[relationship.ownerNumber].rootNumber]
    guard relationship.description.isToMany else {
      return ownerTable?.toOneColumns[relationship].map(PropertyColumns.toOne)
    }
    if let join = joins.joinTables[relationship] { return .manyToMany(join) }
    let destination = try graph.destination(of: relationship)
    guard let destinationTable = tables[destination.rootNumber] else { return nil }
    let inverse = try graph.inverse(of: relationship)
    let foreignKey =
      inverse.flatMap { destinationTable.toOneColumns[$0]?.name }
      ?? destinationTable.backReferences[relationship]
    return foreignKey.map {
      .toMany(
        destinationTable: destinationTable.layout.name, destinationEntity: destination.entity.name,
        foreignKey: $0)
    }
  }
}
