import DataSchema

/// The tables that Core Data makes for a schema, with every name decided.
package struct CoreDataLayout: Hashable, Sendable {
  package let model: ModelDescription
  package let tableMap: TableMap
  /// One per entity tree, in the order of the roots' numbers.
  package let tables: [TableLayout]
  package let joinTables: [JoinTableLayout]

  /// - Throws: `LayoutError` when the schema contradicts itself.
  package init(model: ModelDescription) throws(LayoutError) {
    let graph = try EntityGraph(model: model)
    var tableNames = NameAllocator(reserved: SystemTable.allCases.map(\.rawValue))
    let incoming = try Self.relationshipsWithoutInverse(in: graph)
    var builders: [TableLayoutBuilder] = []
    for root in graph.nodes where root.isRoot {
      let table = tableNames.allocate("Z" + root.entity.name.uppercased())
      builders.append(
        try TableLayoutBuilder(
          graph: graph, root: root, table: table, incoming: incoming[root.number]))
    }
    let joins = try JoinTableBuilder(graph: graph, tableNames: &tableNames)
    self.model = model
    tables = builders.map(\.layout)
    joinTables = joins.layouts
    tableMap = try TableMapBuilder(graph: graph, tables: builders, joins: joins).tableMap()
  }

  /// To-many relationships without inverse, by the number of their destination's root.
  private static func relationshipsWithoutInverse(
    in graph: EntityGraph
  ) throws(LayoutError) -> [[EntityGraph.Relationship]] {
    var relationships = [[EntityGraph.Relationship]](repeating: [], count: graph.nodes.count + 1)
    for node in graph.nodes {
      for relationship in node.storedRelationships
      where relationship.description.isToMany && relationship.description.inverseName == nil {
        let destination = try graph.destination(of: relationship)
        relationships[destination.rootNumber].append(relationship)
      }
    }
    return relationships
  }
}
