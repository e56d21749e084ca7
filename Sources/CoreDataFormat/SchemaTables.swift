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
  /// The tables of the file; nil for a store that is not there yet.
  private let file: FileTables?
  private let names: Mutex<TableNames>

  /// - Throws: `LayoutError` when the schema contradicts itself.
  package convenience init(model: ModelDescription) throws(LayoutError) {
    self.init(model, try EntityGraph(model: model), file: nil)
  }

  private init(_ model: ModelDescription, _ graph: EntityGraph, file: FileTables?) {
    self.model = model
    self.graph = graph
    self.file = file
    names = Mutex(TableNames(graph, file: file))
  }

  /// The same tables by the names that they have in a file, which may name a table of a many-to-many
  /// relationship after either end, and number columns of one name in another order.
  ///
  /// Executes one statement.
  package func stored(on connection: any SQLConnection) throws(SQLError) -> SchemaTables {
    SchemaTables(model, graph, file: try FileTables(on: connection))
  }

  /// What of the tables the file lacks, as far as entities need it; none for a store that is not there yet.
  ///
  /// Where the file's tables are just those that new stores get, their texts are compared and nothing else.
  ///
  /// - Parameter model: The entities, which may be a part of those that the tables are for.
  /// - Returns: What is missing, by entity and property.
  package func missingColumns(for model: ModelDescription) -> [MissingColumn] {
    guard let file, !names.withLock({ $0.areAllMade(in: file) }) else { return [] }
    var search = MissingColumnSearch(file)
    for entity in model.entities {
      guard let node = graph.node(named: entity.name) else { continue }
      search.look(at: entityTable(node.number), properties: model.storedNames(of: entity))
    }
    return search.missing
  }

  /// The indexes that keep values of entities unique and that the file lacks.
  ///
  /// Executes one statement for each that no statement of the file makes: old versions of Core Data declare them within
  /// the tables.
  ///
  /// - Throws: `LayoutError` when a constraint names a property that no column holds; `SQLError`.
  package func missingUniqueIndexes(
    for model: ModelDescription, on connection: any SQLConnection
  ) throws -> [MissingIndex] {
    guard let file else { return [] }
    var missing: [MissingIndex] = []
    for entity in model.entities where !entity.uniquenessConstraints.isEmpty {
      guard let node = graph.node(named: entity.name) else { continue }
      let table = entityTable(node.number)
      for constraint in entity.uniquenessConstraints {
        var columns: [String] = []
        for name in constraint { columns += try table.indexedColumns(of: name) }
        if file.keepsUnique(columns, of: table.table) { continue }
        if try FileTables.declaresUnique(columns, of: table.table, on: connection) { continue }
        missing.append(MissingIndex(entity.name, constraint, columns, of: table.table))
      }
    }
    return missing
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
  /// The tables of the file; nil for a store that is not there yet.
  private let file: FileTables?

  init(_ graph: EntityGraph, file: FileTables?) {
    (self.graph, self.file) = (graph, file)
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
    let tree = TableLayoutBuilder(
      graph: graph, root: graph[root], table: roots[root - 1], file: file)
    trees[root - 1] = tree
    return tree
  }

  mutating func joins() -> JoinTableBuilder {
    if let knownJoins { return knownJoins }
    var tableNames = taken
    let joins = JoinTableBuilder(graph: graph, tableNames: &tableNames, file: file)
    knownJoins = joins
    return joins
  }

  /// Whether a file's tables are to the letter those that new stores get.
  mutating func areAllMade(in file: FileTables) -> Bool {
    for root in graph.nodes where root.isRoot {
      let layout = tree(of: root.number).layout
      guard file.isMade(layout.name, by: layout.createStatement) else { return false }
    }
    return joins().layouts.allSatisfy { file.isMade($0.name, by: $0.createStatement) }
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
