import DataSchema
import RecordStore

/// Rows and unsaved models that the next save will delete.
///
/// Nothing is deleted here. The plan is computed from the rows and from changes made since they
/// were read, with one statement for each relationship of a level. Rows of one table that form a
/// chain are one level.
struct PendingCascades {
  private let context: ModelContext
  /// The models that the user deleted, and those deleted by cascade; keys of unsaved models are
  /// negative.
  private(set) var plan = DeletePlan<EntityBinding>()
  /// Targets of models that were changed since they were read, by relationship.
  private var changedTargets: [Int: ChangedTargets] = [:]

  /// Models whose to-one target differs from the one in their rows.
  private struct ChangedTargets {
    /// The targets, by the keys of the models.
    var targets: [Int64: Int64] = [:]
    /// The keys of the models, by target.
    var sources: [Int64: [Int64]] = [:]
    /// The models that have rows.
    var stored: [Int64] = []
  }

  /// Plans the deletions in one store, or in all.
  ///
  /// - Throws: Errors of the store.
  init(of context: ModelContext, in store: (any ModelStore)? = nil) throws {
    self.context = context
    for (binding, keys) in context.changes.deletedRows where store == nil || binding.store === store
    {
      plan.delete(keys, binding)
    }
    while let (binding, keys) = plan.next() {
      for relationship in binding.relationships where plan.effect(of: relationship) == .delete {
        let found = try targets(of: keys, relationship)
        try plan.cascade(to: found, relationship.destination) { keys, binding in
          try context.parts(keys, binding).map { ($0.binding, $0.keys) }
        }
      }
    }
  }

  /// The targets of a relationship of several models, once everything is saved.
  private mutating func targets(
    of keys: [Int64], _ relationship: RelationshipBinding
  ) throws -> [Int64] {
    let rows = keys.filter { $0 > 0 }.sorted()
    let session = try context.session(relationship.owner.store)
    if !relationship.isToMany {
      let changed = changedTargets(of: relationship)
      let inMemory = keys.compactMap { changed.targets[$0] }.filter { $0 != 0 }
      let asked = changed.stored.isEmpty ? rows : rows.filter { changed.targets[$0] == nil }
      return try inMemory + session.targets(of: asked, relationship, without: changed.stored)
    }
    if relationship.hasJoinedPairs {
      return try pendingMembers(of: keys, relationship) + joined(to: rows, relationship, session)
    }
    guard let inverse = relationship.inverse else {
      let found = try session.members(of: rows, relationship, without: [])
      return pendingMembers(of: keys, relationship) + unjournaled(found, relationship)
    }
    let changed = changedTargets(of: inverse)
    let inMemory = keys.flatMap { changed.sources[$0] ?? [] }
    return try inMemory
      + session.members(of: rows, relationship, without: changed.stored)
  }
}

extension PendingCascades {
  /// The targets of unsaved models in a to-one relationship.
  private mutating func changedTargets(of relationship: RelationshipBinding) -> ChangedTargets {
    if let known = changedTargets[relationship.number] { return known }
    var found = ChangedTargets()
    let changes = context.changes
    for entry in changes.changed.marked + changes.deleted.marked + changes.inserted.marked
    where entry.binding.mapIndex == relationship.owner.mapIndex {
      guard entry.state.isMarked(.inserted) || entry.state.hasChanged(relationship.index),
        case let target = relationship.link(of: entry.model).key,
        target != RelationshipLink.unknownKey
      else { continue }
      let key = entry.state.pointee.key
      found.targets[key] = target
      if target != 0 { found.sources[target, default: []].append(key) }
      if key > 0 { found.stored.append(key) }
    }
    found.stored.sort()
    changedTargets[relationship.number] = found
    return found
  }

  /// The stored members without pending links.
  private func unjournaled(_ keys: [Int64], _ relationship: RelationshipBinding) -> [Int64] {
    guard !context.links.isEmpty else { return keys }
    return keys.filter { key in
      let member = context.instance(key, of: relationship.destination)
      return !(member.map { context.links.knows($0, relationship) } ?? false)
    }
  }

  /// The members according to a join table, without pairs that were unlinked since.
  private func joined(
    to rows: [Int64], _ relationship: RelationshipBinding, _ session: any ModelStoreSession
  ) throws -> [Int64] {
    var parted: [Int64: Set<Int64>] = [:]
    return try session.pairs(of: rows, relationship).compactMap { owner, key in
      if parted[owner] == nil {
        parted[owner] = Set(pendingMembers(of: [owner], relationship, areRelated: false))
      }
      return parted[owner]?.contains(key) == false ? key : nil
    }
  }

  /// The members that were linked or unlinked without a row that records it.
  private func pendingMembers(
    of keys: [Int64], _ relationship: RelationshipBinding, areRelated: Bool = true
  ) -> [Int64] {
    guard !context.links.isEmpty else { return [] }
    return keys.compactMap { context.instance($0, of: relationship.owner) }
      .flatMap { context.links.changes(of: $0, relationship) }
      .filter { $0.isRelated == areRelated }
      .compactMap { relationship.destination.state(of: $0.member)?.pointee.key }
  }
}

extension EntityBinding: DeletableEntity {
  var deletionTree: Int { mapIndex }
}

extension RelationshipBinding: RuledRelationship {}

extension PendingChanges {
  /// The models to be deleted, with consecutive ones of one entity grouped.
  fileprivate var deletedRows: [(binding: EntityBinding, keys: [Int64])] {
    var rows: [(binding: EntityBinding, keys: [Int64])] = []
    for entry in deleted.marked {
      if rows.last?.binding !== entry.binding { rows.append((entry.binding, [])) }
      rows[rows.count - 1].keys.append(entry.state.pointee.key)
    }
    return rows + deletedKeys.values.map { ($0.binding, $0.keys.values) }
  }

  /// Whether delete rules may delete models of an entity tree by cascade.
  fileprivate func mayTakeAlong(mapIndex: Int) -> Bool {
    guard deleted.count > 0 || !deletedKeys.isEmpty else { return false }
    var seen: [EntityBinding] = []
    func note(_ binding: EntityBinding) {
      if seen.last !== binding, !seen.contains(where: { $0 === binding }) { seen.append(binding) }
    }
    for entry in deleted.entries where entry.state.isMarked(.deleted) { note(entry.binding) }
    for deletion in deletedKeys.values { note(deletion.binding) }
    var next = 0
    while next < seen.count {
      for relationship in seen[next].relationships where relationship.deleteRule == .cascade {
        if relationship.destinationMap == mapIndex { return true }
        for destination in relationship.destination.withSubclasses { note(destination) }
      }
      next += 1
    }
    return false
  }
}

extension ModelContext {
  /// Whether unsaved changes concern models of an entity tree, including deletions by cascade.
  func hasPendingChanges(mapIndex: Int) -> Bool {
    changes.concerns(mapIndex: mapIndex) || changes.mayTakeAlong(mapIndex: mapIndex)
  }

  /// The keys of models of an entity tree that the next save deletes by cascade.
  ///
  /// Executes no statement if delete rules cannot reach the tree; otherwise one for each
  /// relationship of each level.
  ///
  /// - Throws: Errors of the store.
  func pendingCascades(mapIndex: Int) throws -> Set<Int64> {
    guard changes.mayTakeAlong(mapIndex: mapIndex) else { return [] }
    let rows = try PendingCascades(of: self).plan.cascaded
    return Set(rows.lazy.filter { $0.entity.mapIndex == mapIndex }.flatMap(\.keys))
  }
}
