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
  /// Whether no relationship starts or ends here.
  package let isAlone: Bool
  package let properties: [RecordProperty]
  /// The uniqueness constraints as groups of property numbers.
  package let uniqueness: [[Int]]
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
        EntityStatements(table: table, properties: properties, uniqueness: uniqueness)
      }
    }
  }

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
    isAlone = node.isAlone
    let properties = node.numberedProperties().map { RecordProperty($0, table: table) }
    self.properties = properties
    uniqueness = node.entity.uniquenessConstraints.map { names in
      names.compactMap { name in properties.firstIndex { $0.name == name } }
    }
    external =
      sharesTable || properties.contains { $0.columns.contains(where: \.holdsExternalData) }
      ? ExternalProperties(tree, properties) : nil
    guard !node.relationships.isEmpty else {
      (relationships, relationshipsByProperty) = ([], [])
      return
    }
    let byProperty = properties.indices.map { index in
      node.relationship(named: properties[index].name, index: index, table)
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
