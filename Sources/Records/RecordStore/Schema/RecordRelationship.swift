import CoreDataFormat
import DataSchema
import SQLCore

/// A relationship between the rows of two entities.
package final class RecordRelationship: Sendable {
  /// The column or table that stores a relationship.
  package enum Storage: Sendable {
    /// A column of the row itself contains the key of the target.
    case foreignKey(column: String)
    /// A column of the members' rows contains the key of the owner.
    case children(table: String, column: String)
    case join(JoinTable)
  }

  /// The index of the property in its entity.
  package let index: Int
  /// The number of the relationship in its store.
  package let number: Int
  package let name: String
  package let isToMany: Bool
  package let isOptional: Bool
  package let deleteRule: RelationshipDescription.DeleteRule
  /// The minimum number of targets; 0 for no bound.
  package let minimumCount: Int
  /// The maximum number of targets; 0 for no bound.
  package let maximumCount: Int
  package let storage: Storage
  /// The column beside the foreign key that contains the target's entity number; nil if targets
  /// have only one entity.
  package let entityColumn: String?
  /// The column beside the foreign key that contains the position among the target's members; nil
  /// if the store has no such order.
  let positionColumn: String?
  // Unowned, because users of a relationship retain the schema of its store.

  /// The entity that declares the relationship.
  package unowned let owner: RecordEntity
  /// The entity of the targets.
  package unowned let destination: RecordEntity
  private let inverseName: String?
  private let knownInverse = Lazy<Inverse>()

  package init(
    _ description: RelationshipDescription, index: Int, number: Int, storage: Storage,
    entityColumn: String? = nil, positionColumn: String? = nil, from owner: RecordEntity,
    to destination: RecordEntity
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
    self.owner = owner
    self.destination = destination
    inverseName = description.inverseName
  }
}

extension RecordRelationship {
  /// The entity tree of the targets.
  package var destinationTree: Int { destination.treeIndex }

  /// The inverse relationship, or nil.
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

  /// A mask with only this property.
  package var mask: PropertyMask { PropertyMask([index]) }

  /// Whether a row of the owner requires a target.
  package var needsTarget: Bool { !isToMany && !isOptional }

  /// Whether the declaration limits the number of targets.
  package var hasBounds: Bool { minimumCount > 0 || maximumCount > 0 }

  /// Returns the assignments of an UPDATE that clears the target stored in a column.
  package func clearing(_ column: String) -> SQLFragment {
    ([column] + [entityColumn, positionColumn].compactMap(\.self))
      .map { "\(name: $0) = NULL" }.joined(separator: ", ")
  }

  /// The column that orders members, in their own rows or those of a join table; nil if there is
  /// none, as in all stores made by SwiftData.
  var memberPosition: String? {
    switch storage {
    case .foreignKey: nil
    case .children: inverse?.positionColumn
    // In a reflexive relationship, a row of the join table would need a position for each
    // direction.
    case .join(let join): inverse === self ? nil : join.orderColumn
    }
  }

  /// The column of the row itself that contains the key of the target, if there is one.
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
