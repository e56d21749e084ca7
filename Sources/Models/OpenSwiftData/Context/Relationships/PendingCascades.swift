import DataSchema
import RecordStore

/// Rows and unsaved models that the next save will delete by cascade.
///
/// Nothing is deleted here. The result is computed from the rows and from changes made since they
/// were read, with one statement for each relationship of a level. Rows of one table that form a
/// chain are one level.
struct PendingCascades {
  private typealias Rows = (binding: EntityBinding, keys: [Int64])

  private let context: ModelContext
  /// The keys of models deleted by cascade, by entity tree; keys of unsaved models are negative.
  private(set) var keys: [Int: Set<Int64>] = [:]
  /// The same keys, and those of models that the user deleted.
  private var deleted: [Int: Set<Int64>] = [:]
  private var waiting: [Rows] = []
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

  /// - Throws: Errors of the store.
  init(of context: ModelContext) throws {
    self.context = context
    for rows in context.changes.deletedRows {
      deleted[rows.binding.mapIndex, default: []].formUnion(rows.keys)
      waiting.append(rows)
    }
    var next = 0
    while next < waiting.count {
      let (binding, keys) = waiting[next]
      next += 1
      for relationship in binding.relationships where relationship.deleteRule == .cascade {
        try take(targets(of: keys, relationship), relationship.destination)
      }
    }
  }

  private mutating func take(_ found: [Int64], _ binding: EntityBinding) throws {
    var new: [Int64] = []
    for key in found where deleted[binding.mapIndex, default: []].insert(key).inserted {
      new.append(key)
    }
    guard !new.isEmpty else { return }
    keys[binding.mapIndex, default: []].formUnion(new)
    waiting += try context.parts(new, binding)
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
      return try journaledMembers(of: keys, relationship)
        + joined(to: rows, relationship, session)
    }
    guard let inverse = relationship.inverse else {
      let found = try session.members(of: rows, relationship, without: [])
      return journaledMembers(of: keys, relationship) + unjournaled(found, relationship)
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
        let target = relationship.knownTarget(of: entry.model)
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
      if parted[owner] == nil { parted[owner] = partedMembers(of: owner, relationship) }
      return parted[owner]?.contains(key) == false ? key : nil
    }
  }

  /// The keys of members that were unlinked since the join table was read.
  private func partedMembers(of key: Int64, _ relationship: RelationshipBinding) -> Set<Int64> {
    guard !context.links.isEmpty,
      let object = context.instance(key, of: relationship.owner)
    else { return [] }
    let parted = context.links.changes(of: object, relationship).filter { !$0.isRelated }
    return Set(parted.compactMap { relationship.destination.state(of: $0.member)?.pointee.key })
  }

  /// The members that were linked without a row that records it.
  private func journaledMembers(
    of keys: [Int64], _ relationship: RelationshipBinding
  ) -> [Int64] {
    guard !context.links.isEmpty else { return [] }
    return keys.flatMap { key -> [Int64] in
      guard let object = context.instance(key, of: relationship.owner) else { return [] }
      return context.links.changes(of: object, relationship).filter(\.isRelated)
        .compactMap { relationship.destination.state(of: $0.member)?.pointee.key }
    }
  }
}

extension RelationshipBinding {
  /// The key of the target of a to-one relationship; nil if it was not read.
  fileprivate func knownTarget(of object: AnyObject) -> Int64? {
    let key = link(of: object).key
    return key == RelationshipLink.unknownKey ? nil : key
  }
}

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
    return try PendingCascades(of: self).keys[mapIndex] ?? []
  }
}
