import CoreDataFormat
import DataSchema
import SQLCore

/// How the rows of one entity are related to those of another.
package final class RecordRelationship: Sendable {
  /// Where the store keeps who is related.
  package enum Storage: Sendable {
    /// A column of the row itself holds the key of the other end.
    case foreignKey(column: String)
    /// A column of the rows at the other end holds the key of the row.
    case children(table: String, column: String)
    case join(JoinTable)
  }

  /// The number of the property in its entity.
  package let index: Int
  /// The number of the relationship in its store.
  package let number: Int
  package let name: String
  package let isToMany: Bool
  package let isOptional: Bool
  package let deleteRule: RelationshipDescription.DeleteRule
  /// The least number of rows at the other end; 0 for no bound.
  package let minimumCount: Int
  /// The greatest number of rows at the other end; 0 for no bound.
  package let maximumCount: Int
  package let storage: Storage
  /// The column that tells which entity the row at the other end is of, beside a foreign key; nil where
  /// there is but one.
  package let entityColumn: String?
  /// The column that tells the position among the members of the other end, beside a foreign key; nil where
  /// these have no order of the store's own.
  package let positionColumn: String?
  package unowned let ownerNode: RecordNode
  package unowned let destinationNode: RecordNode
  private let inverseName: String?
  private let knownInverse = Lazy<Inverse>()

  package init(
    _ description: RelationshipDescription, index: Int, number: Int, storage: Storage,
    entityColumn: String? = nil, positionColumn: String? = nil, from owner: RecordNode,
    to destination: RecordNode
  ) {
    self.index = index
    self.number = number
    name = description.name
    isToMany = description.isToMany
    isOptional = description.isOptional
    deleteRule = description.deleteRule
    minimumCount = description.minimumCount
    maximumCount = description.isToMany ? description.maximumCount : 0
    self.storage = storage
    self.entityColumn = entityColumn
    self.positionColumn = positionColumn
    ownerNode = owner
    destinationNode = destination
    inverseName = description.inverseName
  }
}

extension RecordRelationship {
  /// The entity that declares the relationship.
  package var owner: RecordEntity { ownerNode.record }

  /// The entity at the other end.
  package var destination: RecordEntity { destinationNode.record }

  /// The tree of entities at the other end.
  package var destinationTree: Int { destinationNode.treeIndex }

  /// The relationship that leads back; nil where the other end knows nothing of this one.
  package var inverse: RecordRelationship? {
    guard let inverseName else { return nil }
    return knownInverse.value {
      Inverse(destination.relationships.first { $0.name == inverseName })
    }.relationship
  }

  private final class Inverse: Sendable {
    unowned let relationship: RecordRelationship?
    init(_ relationship: RecordRelationship?) { self.relationship = relationship }
  }

  /// The mask that the property is alone in.
  package var mask: PropertyMask { PropertyMask([index]) }

  /// Whether a row of the owner is not complete without another end.
  package var needsTarget: Bool { !isToMany && !isOptional }

  /// Whether the declaration bounds how many rows there are at the other end.
  package var hasBounds: Bool { minimumCount > 0 || maximumCount > 0 }

  /// What an UPDATE sets where a row loses the other end, whose key stands in a column.
  package func clearing(_ column: String) -> SQLFragment {
    ([column] + [entityColumn, positionColumn].compactMap(\.self))
      .map { "\(name: $0) = NULL" }.joined(separator: ", ")
  }

  /// The column by which members are sorted, in their own rows or those of a join table; nil where the store
  /// has none, as in all that SwiftData makes.
  package var memberPosition: String? {
    switch storage {
    case .foreignKey: nil
    case .children: inverse?.positionColumn
    // Of two ends that are one relationship, a row's position would be that in both.
    case .join(let join): inverse === self ? nil : join.orderColumn
    }
  }

  /// The column of the row itself that holds the key of the other end, if there is one.
  package var foreignKey: String? {
    if case .foreignKey(let column) = storage { column } else { nil }
  }
}

extension RecordRelationship.Storage {
  package init?(_ columns: PropertyColumns) {
    switch columns {
    case .toOne(let column): self = .foreignKey(column: column.name)
    case .toMany(let table, _, let column): self = .children(table: table, column: column)
    case .manyToMany(let table): self = .join(table)
    case .attribute, .composite: return nil
    }
  }
}
