import CoreDataFormat
import DataSchema
import SwiftDataErrors

/// An entity of a store, with what the others need to know of it; where its rows are is worked out when
/// somebody first needs them.
package final class RecordNode: @unchecked Sendable {
  // `@unchecked`: what is set after `init` is set before anyone shares the node.

  package let entity: EntityDescription
  package let place: EntityPlace
  /// The place among the entities of the store.
  package let index: Int
  /// The number of the tree of entities that shares the table.
  package let treeIndex: Int
  /// Whether other entities keep their rows in the same table.
  package let sharesTable: Bool
  /// The relationships that the entity itself declares.
  package fileprivate(set) var relationships: [Relationship] = []
  /// The entity that this one inherits from.
  package private(set) unowned var superNode: RecordNode?
  /// The entities that inherit from this one, in the order of their numbers.
  private var below: [Unowned] = []
  /// All entities that share the table; none where the entity has it alone.
  private var tree: [Unowned] = []
  /// Those whose relationships lead to the entity or to others of its tree.
  private var sources: [Unowned] = []

  package let tables: StoreTables
  private let givenProperties: (@Sendable () -> [NumberedProperty])?
  private let made = Lazy<RecordEntity>()

  /// A relationship of the entity, with the entity that it leads to.
  package struct Relationship {
    /// The place among the properties of its entity.
    package let property: Int
    package let isToMany: Bool
    /// The number of the relationship in its store.
    package let number: Int
    // Nodes live as long as the schema, which whoever uses a relationship holds.

    package unowned let destination: RecordNode
    fileprivate unowned let owner: RecordNode

    /// What the entity says of it.
    fileprivate var way: RelationshipDescription? {
      guard case .relationship(let way) = owner.entity.properties[property] else { return nil }
      return way
    }
  }

  /// A node that is there as long as whoever refers to it.
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

  /// Whether no relationship starts or ends here, or at others of the tree.
  package var isAlone: Bool { treeRelationships.isEmpty && sources.isEmpty }

  /// The entities that inherit from this one, in the order of their numbers.
  package var descendants: [RecordNode] { below.map(\.node) }

  /// The numbers of the entities whose rows are taken for ones of this entity: its own, and those of entities
  /// below it that the schema leaves out, unless they are below one of `descendants` too.
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

  /// Where the rows are.
  package var record: RecordEntity {
    @inline(__always) get {
      made.value {
        RecordEntity(self, tables.entityTable(place.number), tables.tree(of: place))
      }
    }
  }

  /// The properties in the order in which they are numbered.
  package func numberedProperties() -> [NumberedProperty] {
    if let givenProperties { return givenProperties() }
    // Those of the entities above come first, as in a model class.
    return (superNode?.numberedProperties() ?? [])
      + entity.properties.map { NumberedProperty(name: $0.name, isTransformed: false) }
  }

  /// The relationship that a property is, or nil.
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

  /// The relationships that lead to the entity or to others of its tree.
  package var incoming: [RecordRelationship] {
    sources.flatMap { source in
      // An entity below has the same relationships.
      source.node.record.relationships.filter {
        $0.destinationTree == treeIndex && $0.ownerNode === source.node
      }
    }
  }
}

extension RecordNode {
  /// Connects the entities of a store with each other.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for a relationship to what another store keeps.
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
        "\(relationship.destination) is kept in another store.", entity: name,
        property: relationship.name,
        advice: "Keep related models in one configuration, or keep an identifier instead.")
    }
    return destination
  }
}

// How rows can be reached from each other.

extension RecordNode {
  /// Whether a row can be reached from itself through members, the relationship that leads to
  /// `destination` first.
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

  /// Whether a row can be reached from itself through rows of other entities, without going back by
  /// the inverse of the relationship that led on.
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
