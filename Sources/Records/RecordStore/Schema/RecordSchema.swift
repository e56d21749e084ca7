import CoreDataFormat
import DataSchema
import SwiftDataErrors

/// The entities of a store and their relationships.
package final class RecordSchema: Sendable {
  /// In the order of the model.
  package let nodes: [RecordNode]
  private let byName: [String: RecordNode]
  /// The number of entity trees, each of which has its own table.
  package let treeCount: Int

  /// Resolves the entities of a model.
  ///
  /// - Parameters:
  ///   - model: The entities.
  ///   - tables: The tables of the store.
  ///   - properties: Returns the properties of an entity in the order of their indices; nil for the
  ///     order of the model.
  /// - Throws: `SwiftDataError.unsupportedModel` for a relationship to an entity of another store.
  package init(
    _ model: ModelDescription, _ tables: StoreTables,
    properties: (EntityDescription) -> (@Sendable () -> [NumberedProperty])? = { _ in nil }
  ) throws {
    let places = tables.entities
    var numbers: [String: Int] = [:]
    var members = [Int](repeating: 0, count: places.count + 1)
    for place in places {
      numbers[place.name] = place.number
      members[place.rootNumber] += 1
    }
    var trees = [Int?](repeating: nil, count: places.count + 1)
    var treeCount = 0
    var nodes: [RecordNode] = []
    nodes.reserveCapacity(model.entities.count)
    for entity in model.entities {
      guard let number = numbers[entity.name] else { continue }
      let place = places[number - 1]
      let tree = trees[place.rootNumber] ?? treeCount
      if tree == treeCount { treeCount += 1 }
      trees[place.rootNumber] = tree
      nodes.append(
        RecordNode(
          entity, place, tables, index: nodes.count, treeIndex: tree,
          sharesTable: members[place.rootNumber] > 1, properties: properties(entity)))
    }
    self.nodes = nodes
    self.treeCount = treeCount
    byName = Dictionary(nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    try RecordNode.connect(nodes, byName)
  }

  /// The number of relationships that the entities declare.
  package var relationshipCount: Int { nodes.reduce(0) { $0 + $1.relationships.count } }

  /// Returns the entity with this name, or nil.
  package func entity(named name: String) -> RecordEntity? { byName[name]?.record }

  /// Returns the node with this name, or nil.
  package func node(named name: String) -> RecordNode? { byName[name] }
}
