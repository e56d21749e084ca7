import CoreDataFormat
import DataSchema
import Locks
import SQLCore

/// The table and relationships of one entity, resolved once while the store is open.
///
/// Properties are numbered in the order of the model class, if there is one, or else of the schema.
/// Statements list their columns in the same order.
package final class RecordEntity: Sendable {
  package let name: String
  package let table: EntityTable
  /// Unowned, because users of an entity retain the schema of its store.
  package unowned let node: RecordNode
  /// The index of the entity tree that shares the table, in its store.
  package let treeIndex: Int
  /// Whether other entities store their rows in the same table.
  package let sharesTable: Bool
  /// Whether other entities inherit from this one, so that its rows may belong to them.
  package let hasSubentities: Bool
  /// Whether the entity inherits from another one.
  package let hasSuperentity: Bool
  /// Whether the entity has no relationships and is not the destination of any.
  package let isAlone: Bool
  package let properties: [RecordProperty]
  /// The uniqueness constraints of all entities in the table, as groups of property indices.
  ///
  /// Includes only the constraints whose properties the entity has.
  package let uniqueness: [[Int]]
  /// The properties whose columns may store less than they are given.
  package let narrowed: [Int]
  /// Nil if all values are stored in the table.
  package let external: ExternalProperties?
  /// The relationships in the order of the properties.
  package let relationships: [RecordRelationship]
  /// The relationships by property index; empty if there are none.
  private let relationshipsByProperty: [RecordRelationship?]

  private let knownStatements = Lazy<EntityStatements>()
  private let knownIncoming = Lazy<[RecordRelationship]>()

  /// Computed on first use, because most programs use few of a store's entities at once.
  package var statements: EntityStatements {
    @inline(__always) get {
      knownStatements.value {
        EntityStatements(self)
      }
    }
  }

  /// The entity that all others of the table inherit from.
  package var root: RecordEntity {
    var root = node
    while let above = root.superNode { root = above }
    return root.record
  }

  /// The entities that inherit from this one, in the order of their numbers.
  package var descendants: [RecordEntity] { node.descendants.map(\.record) }

  /// The relationships whose destination is this entity, including its own.
  package var incoming: [RecordRelationship] {
    knownIncoming.value { node.incoming }
  }

  package init(_ node: RecordNode, _ table: EntityTable, _ tree: [EntityTable]) {
    self.node = node
    self.table = table
    name = node.name
    treeIndex = node.treeIndex
    sharesTable = node.sharesTable
    hasSubentities = !node.descendants.isEmpty
    hasSuperentity = node.superNode != nil
    isAlone = node.isAlone
    let properties = node.numberedProperties().map { RecordProperty($0, table: table) }
    self.properties = properties
    narrowed =
      table.narrowedProperties.isEmpty
      ? [] : properties.indices.filter { table.narrowedProperties.contains(properties[$0].name) }
    uniqueness = node.uniqueness(among: properties, table)
    external =
      sharesTable || properties.contains { $0.columns.contains(where: \.holdsExternalData) }
      ? ExternalProperties(tree, properties) : nil
    let above = node.superNode?.record
    guard !node.relationships.isEmpty || above?.relationships.isEmpty == false else {
      (relationships, relationshipsByProperty) = ([], [])
      return
    }
    // An inherited property has the same relationship and the same index.
    let byProperty = properties.indices.map { index in
      index < above?.properties.count ?? 0
        ? above?.relationship(index)
        : node.relationship(named: properties[index].name, index: index, table)
    }
    relationshipsByProperty = byProperty
    relationships = byProperty.compactMap(\.self)
  }

  /// Returns the relationship of property `index`, or nil.
  package func relationship(_ index: Int) -> RecordRelationship? {
    index < relationshipsByProperty.count ? relationshipsByProperty[index] : nil
  }

  /// Returns the index of the property with this name, or nil.
  package func propertyNumber(named name: String) -> Int? {
    properties.firstIndex { $0.name == name }
  }

  /// The columns that identify a row.
  package var identity: RowIdentity { table.identity }

  /// The number of the entity in its store.
  package var number: Int { table.entityNumber }

  /// The numbers of the entity and its subentities.
  package var entityNumbers: [Int] { sharesTable ? table.descendantNumbers : [table.entityNumber] }

  /// The condition that a row of the table belongs to the entity or a subentity; nil if all rows
  /// do.
  package var condition: SQLFragment? {
    guard sharesTable else { return nil }
    let numbers = entityNumbers.map(String.init).joined(separator: ", ")
    return "\(name: identity.entity) IN (\(raw: numbers))"
  }

  /// Returns the names of the properties in a mask.
  package func propertyNames(_ mask: PropertyMask) -> [String] {
    properties.indices.filter(mask.contains).map { properties[$0].name }
  }

  /// The properties that are stored in columns.
  var columnProperties: PropertyMask {
    PropertyMask(properties.indices.filter { !properties[$0].columns.isEmpty })
  }
}

extension RecordNode {
  /// Returns the constraints that apply to the entity's rows, as groups of property indices.
  ///
  /// The index of a constraint covers the whole table, so it also applies to rows of other entities
  /// that have all of its properties.
  fileprivate func uniqueness(among properties: [RecordProperty], _ table: EntityTable) -> [[Int]] {
    func group(_ names: [String]) -> [Int] {
      names.compactMap { name in properties.firstIndex { $0.name == name } }
    }
    guard sharesTable else { return entity.uniquenessConstraints.map(group) }
    var groups: [[Int]] = []
    for node in tableNodes {
      let other = tables.entityTable(node.number)
      for names in node.entity.uniquenessConstraints
      where names.allSatisfy({ table.properties[$0] == other.properties[$0] }) {
        let group = group(names)
        if group.count == names.count, !groups.contains(group) { groups.append(group) }
      }
    }
    return groups
  }
}
