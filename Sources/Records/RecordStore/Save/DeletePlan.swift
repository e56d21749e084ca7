import DataSchema

/// An entity of a store, or of a context's models.
package protocol DeletableEntity: AnyObject {
  associatedtype Relationship: RuledRelationship
  /// The index of the entity tree; rows of one tree have different keys.
  var deletionTree: Int { get }
  var relationships: [Relationship] { get }
  /// The relationships that lead to the entity.
  var incoming: [Relationship] { get }
}

/// A relationship with a delete rule.
package protocol RuledRelationship: AnyObject {
  var deleteRule: RelationshipDescription.DeleteRule { get }
  var inverse: Self? { get }
}

/// The effect of a deletion on the rows that are related to the deleted ones.
package enum DeleteEffect {
  /// The related rows are deleted as well.
  case delete
  /// The related rows deny the deletion, unless they are deleted as well.
  case deny
  /// The related rows lose their relationship to the deleted ones.
  case unlink
  /// The related rows keep references to rows that no longer exist.
  case keep
  /// Other rows lose this relationship to the deleted ones; it has no inverse with a rule.
  case unlinkSources
}

/// The rows of a deletion, and the effects of delete rules on the rows related to them.
///
/// The plan decides; its user finds the related rows and changes them. The rows of an element of
/// `rows` are one level, so users work with sets, and neither cycles nor depth matter.
///
/// `DeletionRules` changes rows level by level. `PendingCascades` only finds the rows that the next
/// save deletes; `SnapshotPlanner` then changes the snapshots of the remaining rows.
package struct DeletePlan<Entity: DeletableEntity> {
  package typealias Rows = (entity: Entity, keys: [Int64])

  /// The deleted rows in the order of their deletion.
  package private(set) var rows: [Rows] = []
  /// The rows that a delete rule deleted, not the user.
  package private(set) var cascaded: [Rows] = []
  /// The keys of all deleted rows, by entity tree.
  package private(set) var deleted: [Int: Set<Int64>] = [:]
  /// Whether related rows are only unlinked, because the deletions were validated elsewhere.
  private let ignoresRules: Bool
  /// The number of elements of `rows` that `next()` has returned.
  private var appliedCount = 0

  package init(ignoresRules: Bool = false) { self.ignoresRules = ignoresRules }

  /// Adds rows that the user deletes, all exactly of one entity.
  ///
  /// - Returns: The keys of those that were not deleted yet, each once, in their order.
  @discardableResult
  package mutating func delete(_ keys: [Int64], _ entity: Entity) -> [Int64] {
    let new = mark(keys, entity)
    if !new.isEmpty { rows.append((entity, new)) }
    return new
  }

  /// Adds rows that a delete rule deletes; `parts` groups them by their own entities.
  ///
  /// - Returns: The rows that were not deleted yet.
  @discardableResult
  package mutating func cascade(
    to keys: [Int64], _ entity: Entity, parts: ([Int64], Entity) throws -> [Rows]
  ) rethrows -> [Rows] {
    let new = mark(keys, entity)
    guard !new.isEmpty else { return [] }
    let found = try parts(new, entity)
    rows += found
    cascaded += found
    return found
  }

  /// Marks rows as deleted, and returns those that were not.
  ///
  /// Must not copy the set of all deleted rows: each level of a long chain is a single row.
  private mutating func mark(_ keys: [Int64], _ entity: Entity) -> [Int64] {
    guard !keys.isEmpty else { return [] }
    var known = deleted.removeValue(forKey: entity.deletionTree) ?? []
    defer { deleted[entity.deletionTree] = known }
    return keys.filter { known.insert($0).inserted }
  }

  /// Returns the rows that are not deleted.
  package func remaining(_ keys: [Int64], _ entity: Entity) -> [Int64] {
    guard let index = deleted.index(forKey: entity.deletionTree) else { return keys }
    return keys.filter { !deleted.values[index].contains($0) }
  }

  /// Returns the next rows whose effects on others are due; nil if there are none.
  package mutating func next() -> Rows? {
    guard appliedCount < rows.count else { return nil }
    defer { appliedCount += 1 }
    return rows[appliedCount]
  }

  /// Makes the effects of all rows due again.
  package mutating func restart() { appliedCount = 0 }

  /// Returns the effect on the rows that a relationship of deleted rows leads to.
  package func effect(of relationship: Entity.Relationship) -> DeleteEffect {
    switch ignoresRules ? .nullify : relationship.deleteRule {
    case .cascade: .delete
    case .deny: .deny
    case .nullify: .unlink
    case .noAction: .keep
    }
  }

  /// Returns the effects on the rows related to deleted rows of an entity, by relationship.
  package func effects(
    of entity: Entity
  ) -> [(relationship: Entity.Relationship, effect: DeleteEffect)] {
    entity.relationships.map { ($0, effect(of: $0)) }
      + entity.incoming.filter { $0.inverse == nil }.map { ($0, .unlinkSources) }
  }
}

extension RecordEntity: DeletableEntity {
  package var deletionTree: Int { treeIndex }
}

extension RecordRelationship: RuledRelationship {}
