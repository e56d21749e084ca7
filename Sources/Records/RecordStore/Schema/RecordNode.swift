import CoreDataFormat
import DataSchema
import SwiftDataErrors

/// An entity of a store and its connections to other entities; its table is resolved on first use.
package final class RecordNode: @unchecked Sendable {
  // `@unchecked`: variables are set before the node is shared.

  package let entity: EntityDescription
  package let place: EntityPlace
  /// The index among the entities of the store.
  package let index: Int
  /// The index of the entity tree that shares the table.
  package let treeIndex: Int
  /// Whether other entities store their rows in the same table.
  package let sharesTable: Bool
  /// The relationships that the entity itself declares.
  package fileprivate(set) var relationships: [Relationship] = []
  /// The entity that this one inherits from.
  package private(set) unowned var superNode: RecordNode?
  /// The entities that inherit from this one, in the order of their numbers.
  private var below: [Unowned] = []
  /// All entities that share the table; empty if there is only this one.
  private var tree: [Unowned] = []
  /// The entities with relationships to this entity or others of its tree.
  private var sources: [Unowned] = []

  package let tables: StoreTables
  private let givenProperties: (@Sendable () -> [NumberedProperty])?
  private let made = Lazy<RecordEntity>()

  /// A relationship of the entity, with its destination.
  package struct Relationship {
    /// The index among the properties of its entity.
    package let property: Int
    package let isToMany: Bool
    /// The number of the relationship in its store.
    package let number: Int
    // Unowned, because users of a relationship retain the schema, which retains its nodes.

    package unowned let destination: RecordNode
    fileprivate unowned let owner: RecordNode

    /// The entity's description of the relationship.
    fileprivate var way: RelationshipDescription? {
      guard case .relationship(let way) = owner.entity.properties[property] else { return nil }
      return way
    }
  }

  /// An unowned reference to a node.
  private struct Unowned {
    unowned let node: RecordNode
  }

  package init(
    _ entity: EntityDescription, _ place: EntityPlace, _ tables: StoreTables, index: Int,
    treeIndex: Int, sharesTable: Bool, properties: (@Sendable () -> [NumberedProperty])?
  ) {
    self.entity = entity
    self.place = place
    self.tables = tables
    self.index = index
    self.treeIndex = treeIndex
    self.sharesTable = sharesTable
    givenProperties = properties
  }

  package var name: String { entity.name }

  /// The number of the entity in its store.
  package var number: Int { place.number }

  /// Whether the entities of the tree have no relationships and are not the destination of any.
  package var isAlone: Bool { treeRelationships.isEmpty && sources.isEmpty }

  /// The entities that inherit from this one, in the order of their numbers.
  package var descendants: [RecordNode] { below.map(\.node) }

  /// The entity numbers whose rows count as rows of exactly this entity.
  ///
  /// These are its own number and those of subentities that the schema leaves out, unless they
  /// belong to one of `descendants`.
  package var ownNumbers: [Int] {
    let known = below.map(\.node.place.descendantNumbers)
    return place.descendantNumbers.filter { number in !known.contains { $0.contains(number) } }
  }

  /// All entities that share the table.
  var tableNodes: [RecordNode] { tree.map(\.node) }

  /// The relationships that rows of the tree may have.
  private var treeRelationships: [Relationship] {
    sharesTable ? tree.flatMap(\.node.relationships) : relationships
  }

  /// The table and relationships of the entity.
  package var record: RecordEntity {
    @inline(__always) get {
      made.value {
        RecordEntity(self, tables.entityTable(place.number), tables.tree(of: place))
      }
    }
  }

  /// Returns the properties in the order of their indices.
  package func numberedProperties() -> [NumberedProperty] {
    if let givenProperties { return givenProperties() }
    // Inherited properties come first, as in a model class.
    return (superNode?.numberedProperties() ?? [])
      + entity.properties.map { NumberedProperty(name: $0.name, isTransformed: false) }
  }

  /// Returns the relationship of a property, or nil.
  package func relationship(named name: String, index: Int, _ table: EntityTable)
    -> RecordRelationship?
  {
    guard let declared = relationships.last(where: { entity.properties[$0.property].name == name }),
      case .relationship(let description) = entity.properties[declared.property],
      let columns = table.properties[name],
      let storage = RecordRelationship.Storage(columns)
    else { return nil }
    var toOne: ToOneColumn?
    if case .toOne(let column) = columns { toOne = column }
    return RecordRelationship(
      description, index: index, number: declared.number, storage: storage,
      entityColumn: toOne?.entityNumberColumn, positionColumn: toOne?.orderColumn, from: self,
      to: declared.destination)
  }

  /// The relationships whose destination is the entity or another one of its tree.
  package var incoming: [RecordRelationship] {
    sources.flatMap { source in
      // Subentities inherit the same relationships.
      source.node.record.relationships.filter {
        $0.destinationTree == treeIndex && $0.ownerNode === source.node
      }
    }
  }
}

extension RecordNode {
  /// Connects the entities of a store.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for a relationship to an entity of another store.
  package static func connect(_ nodes: [RecordNode], _ byName: [String: RecordNode]) throws {
    var number = 0
    for node in nodes {
      let properties = node.entity.properties
      for index in properties.indices {
        guard case .relationship(let description) = properties[index] else { continue }
        let destination = try node.destination(of: description, byName)
        node.relationships.append(
          Relationship(
            property: index, isToMany: description.isToMany, number: number,
            destination: destination, owner: node))
        number += 1
      }
    }
    let treeCount = (nodes.map(\.treeIndex).max() ?? -1) + 1
    linkTrees(nodes, byName)
    var sources = [[Unowned]](repeating: [], count: treeCount)
    for node in nodes {
      for relationship in node.relationships {
        let tree = relationship.destination.treeIndex
        if sources[tree].last?.node === node { continue }
        sources[tree].append(Unowned(node: node))
      }
    }
    for node in nodes { node.sources = sources[node.treeIndex] }
  }

  private static func linkTrees(_ nodes: [RecordNode], _ byName: [String: RecordNode]) {
    for node in nodes where node.sharesTable {
      node.superNode = node.entity.parentName.flatMap { byName[$0] }
      let tree = nodes.filter { $0.treeIndex == node.treeIndex }.sorted { $0.number < $1.number }
      node.tree = tree.map(Unowned.init)
      node.below = tree.filter {
        $0 !== node && node.place.descendantNumbers.contains($0.number)
      }.map(Unowned.init)
    }
  }

  private func destination(
    of relationship: RelationshipDescription, _ byName: [String: RecordNode]
  ) throws -> RecordNode {
    guard let destination = byName[relationship.destination] else {
      throw SwiftDataError.unsupportedModel.explained(
        "The relationship cannot be stored, because \(relationship.destination) is in another store.",
        entity: name, property: relationship.name,
        advice: "Put related models into one configuration, or store an identifier instead.")
    }
    return destination
  }
}

// Paths from row to row.

extension RecordNode {
  /// Whether a row can be reached from itself through members, starting with a relationship to
  /// `destination`.
  package func isReached(from destination: RecordNode) -> Bool {
    var waiting = [destination]
    var seen: [Bool] = []
    while let node = waiting.popLast() {
      if node.treeIndex == treeIndex { return true }
      while seen.count <= node.index { seen.append(false) }
      guard !seen[node.index] else { continue }
      seen[node.index] = true
      for relationship in node.treeRelationships where relationship.isToMany {
        waiting.append(relationship.destination)
      }
    }
    return false
  }

  /// Whether a row can be reached from itself through rows of other entities, without following a
  /// relationship and then its inverse.
  package var leadsBack: Bool {
    var waiting: [(node: RecordNode, inverse: String?)] = [(self, nil)]
    var seen: [Int: Set<String?>] = [:]
    while let (node, inverse) = waiting.popLast() {
      for relationship in node.treeRelationships
      where relationship.destination.treeIndex != node.treeIndex {
        guard let way = relationship.way, way.name != inverse else { continue }
        let destination = relationship.destination
        if destination.treeIndex == treeIndex { return true }
        if seen[destination.index, default: []].insert(way.inverseName).inserted {
          waiting.append((destination, way.inverseName))
        }
      }
    }
    return false
  }
}
