import DataSchema
import Locks
import SQLCore

/// The tables that Core Data creates for a schema, with names that are decided on demand.
///
/// A program that opens a store seldom needs all of its tables at once. Contradictions in the
/// schema are still found at once, and names do not depend on the order of requests.
package final class SchemaTables: Sendable {
  package let model: ModelDescription
  private let graph: EntityGraph
  /// The tables of the file; nil for a store that does not exist yet.
  private let file: FileTables?
  private let names: Mutex<TableNames>

  /// - Throws: `LayoutError` if the schema contradicts itself.
  package convenience init(model: ModelDescription) throws(LayoutError) {
    self.init(model, try EntityGraph(model: model), file: nil)
  }

  private init(_ model: ModelDescription, _ graph: EntityGraph, file: FileTables?) {
    self.model = model
    self.graph = graph
    self.file = file
    names = Mutex(TableNames(graph, file: file))
  }

  /// Returns the same tables with the names that they have in a file.
  ///
  /// The file may name a many-to-many table after either end, and may number columns with equal
  /// names in another order. Executes one statement.
  package func stored(on connection: any SQLConnection) throws(SQLError) -> SchemaTables {
    SchemaTables(model, graph, file: try FileTables(on: connection))
  }

  /// Returns the columns that the file lacks and that entities need; empty for a store that does
  /// not exist yet.
  ///
  /// If the file's tables are exactly those of new stores, only the texts of their statements are
  /// compared.
  ///
  /// - Parameter model: The entities, which may be a subset of those that the tables are for.
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

  /// Returns the indexes that enforce uniqueness constraints and that the file lacks.
  ///
  /// Executes one statement for each constraint without a `CREATE UNIQUE INDEX` statement in the
  /// file: old versions of Core Data declare constraints within the tables.
  ///
  /// - Throws: `LayoutError` if a constraint names a property that no column holds; `SQLError`.
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

  /// The columns that identify each row.
  package var identity: RowIdentity { .coreData }

  /// The entities, in the order of their numbers.
  package var entities: [EntityPlace] {
    graph.nodes.map {
      EntityPlace(
        name: $0.name, number: $0.number, rootNumber: $0.rootNumber,
        descendantNumbers: $0.descendants)
    }
  }

  /// Returns the storage of the entity with a number, which must be one of the schema's.
  package func entityTable(_ number: Int) -> EntityTable {
    names.withLock { $0.entityTable(of: number) }
  }

  /// The storage of all entities.
  package var tableMap: TableMap {
    TableMap(entities: graph.nodes.indices.map { entityTable($0 + 1) })
  }

  /// The layout of all tables.
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

/// The names of a schema's tables, decided on demand.
private struct TableNames {
  private let graph: EntityGraph
  /// The names of the roots' tables by the roots' numbers; empty for other entities.
  private let roots: [String]
  /// The layouts by the numbers of their roots.
  private var trees: [TableLayoutBuilder?]
  private var entities: [EntityTable?]
  private var knownJoins: JoinTableBuilder?
  /// The names that are not available for join tables.
  private let taken: NameAllocator
  /// The tables of the file; nil for a store that does not exist yet.
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

  /// Returns whether a file's tables were created by exactly the statements for new stores.
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
