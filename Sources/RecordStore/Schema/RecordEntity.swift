import CoreDataFormat
import DataSchema
import Locks
import SQLCore

/// The rows of one entity: where they are and how they are related, resolved once for as long as the
/// store is open.
///
/// Properties are numbered in an order that the schema was given, which is that of a model class where
/// there is one; statements list their columns in that order too.
package final class RecordEntity: Sendable {
  package let name: String
  package let table: EntityTable
  /// Bindings of rows live as long as the schema of their store, which whoever uses them holds.
  package unowned let node: RecordNode
  /// The number of the tree of entities that shares the table, in its store.
  package let treeIndex: Int
  /// Whether other entities keep their rows in the same table.
  package let sharesTable: Bool
  /// Whether other entities inherit from this one, so that its rows may be theirs.
  package let hasSubentities: Bool
  /// Whether the entity inherits from another one.
  package let hasSuperentity: Bool
  /// Whether no relationship starts or ends here.
  package let isAlone: Bool
  package let properties: [RecordProperty]
  /// The uniqueness constraints as groups of property numbers: those of all entities of the table, as
  /// far as the rows have what they name.
  package let uniqueness: [[Int]]
  /// The properties whose columns may keep less than they are given.
  package let narrowed: [Int]
  /// Nil where all values stand in the table.
  package let external: ExternalProperties?
  /// The relationships in the order of the properties.
  package let relationships: [RecordRelationship]
  /// The same by property number; empty where there are none.
  private let relationshipsByProperty: [RecordRelationship?]

  private let knownStatements = Lazy<EntityStatements>()
  private let knownIncoming = Lazy<[RecordRelationship]>()

  /// Made for the first of them: most programs that open a store use few of its entities at once.
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

  /// The relationships that lead here, those of other entities and the entity's own.
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
    // What is inherited is the same relationship, with the same number.
    let byProperty = properties.indices.map { index in
      index < above?.properties.count ?? 0
        ? above?.relationship(index)
        : node.relationship(named: properties[index].name, index: index, table)
    }
    relationshipsByProperty = byProperty
    relationships = byProperty.compactMap(\.self)
  }

  /// The relationship that property `index` is, or nil.
  package func relationship(_ index: Int) -> RecordRelationship? {
    index < relationshipsByProperty.count ? relationshipsByProperty[index] : nil
  }

  /// The number of the property of that name, or nil.
  package func propertyNumber(named name: String) -> Int? {
    properties.firstIndex { $0.name == name }
  }

  /// The columns by which each row tells what it is.
  package var identity: RowIdentity { table.identity }

  /// The number of the entity in its store.
  package var number: Int { table.entityNumber }

  /// The numbers of the entities whose rows are meant.
  package var entityNumbers: [Int] { sharesTable ? table.descendantNumbers : [table.entityNumber] }

  /// The condition that a row of the table is one of the entity, or of one below it; nil where all are.
  package var condition: SQLFragment? {
    guard sharesTable else { return nil }
    let numbers = entityNumbers.map(String.init).joined(separator: ", ")
    return "\(name: identity.entity) IN (\(raw: numbers))"
  }

  /// The names of the properties in a mask.
  package func propertyNames(_ mask: PropertyMask) -> [String] {
    properties.indices.filter(mask.contains).map { properties[$0].name }
  }

  /// The properties that columns hold.
  package var columnProperties: PropertyMask {
    PropertyMask(properties.indices.filter { !properties[$0].columns.isEmpty })
  }
}

extension RecordNode {
  /// The constraints that rows of the entity are under, as groups of numbers of its properties.
  ///
  /// The index of a constraint covers the whole table: rows of other entities are under it too if they
  /// have all that it names.
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
