import DataSchema
import Locks
import SQLCore

/// The tables that Core Data makes for a schema, with names that are decided when somebody asks.
///
/// A program that opens a store seldom needs all of its tables at once. A schema that contradicts
/// itself is found out at once, though, and what a name is does not depend on what was asked before.
package final class SchemaTables: Sendable {
  package let model: ModelDescription
  private let graph: EntityGraph
  private let names: Mutex<TableNames>

  /// - Throws: `LayoutError` when the schema contradicts itself.
  package convenience init(model: ModelDescription) throws(LayoutError) {
    self.init(model, try EntityGraph(model: model), existing: [])
  }

  private init(_ model: ModelDescription, _ graph: EntityGraph, existing: Set<String>) {
    self.model = model
    self.graph = graph
    names = Mutex(TableNames(graph, existing: existing))
  }

  /// The same tables by the names that they have in a file, which may name a table of a many-to-many
  /// relationship after either end.
  ///
  /// Executes one statement where the schema has such relationships, and none elsewhere.
  package func stored(on connection: any SQLConnection) throws(SQLError) -> SchemaTables {
    guard graph.hasManyToMany else { return self }
    let rows = try connection.rows("SELECT UPPER(name) FROM sqlite_master WHERE type = 'table'")
    return SchemaTables(model, graph, existing: Set(rows.compactMap(\.first?.text)))
  }

  /// The columns by which each row tells what it is.
  package var identity: RowIdentity { .coreData }

  /// The entities, in the order of their numbers.
  package var entities: [EntityPlace] {
    graph.nodes.map {
      EntityPlace(
        name: $0.name, number: $0.number, rootNumber: $0.rootNumber,
        descendantNumbers: $0.descendants)
    }
  }

  /// How the entity of that number, which is one of the schema's, is stored.
  package func entityTable(_ number: Int) -> EntityTable {
    names.withLock { $0.entityTable(of: number) }
  }

  /// All tables of entities.
  package var tableMap: TableMap {
    TableMap(entities: graph.nodes.indices.map { entityTable($0 + 1) })
  }

  /// All tables.
  package var layout: CoreDataLayout {
    let tableMap = tableMap
    return names.withLock { names in
      CoreDataLayout(
        model: model, tableMap: tableMap,
        tables: graph.nodes.filter(\.isRoot).map { names.tree(of: $0.number).layout },
        joinTables: names.joins().layouts)
    }
  }
}

/// What the tables of a schema are called, as far as somebody asked.
private struct TableNames {
  private let graph: EntityGraph
  /// The names of the roots' tables by the roots' numbers; empty for other entities.
  private let roots: [String]
  /// By the number of the root.
  private var trees: [TableLayoutBuilder?]
  private var entities: [EntityTable?]
  private var knownJoins: JoinTableBuilder?
  /// The names that join tables may not have.
  private let taken: NameAllocator
  /// The names of the file's tables in upper case; empty for a store that is not there yet.
  private let existing: Set<String>

  init(_ graph: EntityGraph, existing: Set<String>) {
    (self.graph, self.existing) = (graph, existing)
    var allocator = NameAllocator.tables
    roots = graph.nodes.map {
      $0.isRoot ? allocator.allocate("Z" + $0.name.uppercased()) : ""
    }
    taken = allocator
    trees = Array(repeating: nil, count: graph.nodes.count)
    entities = Array(repeating: nil, count: graph.nodes.count)
  }

  mutating func tree(of root: Int) -> TableLayoutBuilder {
    if let known = trees[root - 1] { return known }
    let tree = TableLayoutBuilder(graph: graph, root: graph[root], table: roots[root - 1])
    trees[root - 1] = tree
    return tree
  }

  mutating func joins() -> JoinTableBuilder {
    if let knownJoins { return knownJoins }
    var tableNames = taken
    let joins = JoinTableBuilder(
      graph: graph, tableNames: &tableNames, existing: existing)
    knownJoins = joins
    return joins
  }

  mutating func entityTable(of number: Int) -> EntityTable {
    if let known = entities[number - 1] { return known }
    let node = graph[number]
    let tree = tree(of: node.rootNumber)
    var properties: [String: PropertyColumns] = [:]
    for owner in graph.lineage(of: node) {
      for (name, columns) in tree.propertyColumns(of: owner) { properties[name] = columns }
      for relationship in graph.relationships[owner.relationships] {
        properties[relationship.name] = columns(of: relationship, in: tree)
      }
    }
    let table = EntityTable(
      entityName: node.name, entityNumber: number, parentNumber: node.parentNumber,
      rootEntityName: graph[node.rootNumber].name, rootNumber: node.rootNumber,
      descendantNumbers: Array(node.descendants), table: tree.layout.name, properties: properties)
    entities[number - 1] = table
    return table
  }

  private mutating func columns(
    of relationship: EntityGraph.Relationship, in tree: TableLayoutBuilder
  ) -> PropertyColumns? {
    guard relationship.isToMany else {
      return tree.toOneColumn(of: relationship).map(PropertyColumns.toOne)
    }
    let inverse = graph.inverse(of: relationship)
    if inverse != nil, let join = joins().joinTables[relationship.index] {
      return .manyToMany(join)
    }
    let destination = graph.destination(of: relationship)
    let other = self.tree(of: destination.rootNumber)
    let foreignKey =
      inverse.flatMap { other.toOneColumn(of: $0)?.name } ?? other.backReference(of: relationship)
    return foreignKey.map {
      .toMany(
        destinationTable: other.layout.name, destinationEntity: destination.name,
        foreignKey: $0)
    }
  }
}
