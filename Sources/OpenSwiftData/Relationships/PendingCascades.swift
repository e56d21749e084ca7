import DataSchema
import RecordStore

/// The rows and new models that the delete rules of the next save will take along.
///
/// Nothing is deleted here. What the rules will do is worked out from the rows and from what was changed
/// since they were read, one statement for each relationship of a level; rows of one table that hang
/// together in a chain are one level.
struct PendingCascades {
  private typealias Rows = (binding: EntityBinding, keys: [Int64])

  private let context: ModelContext
  /// The keys of what is taken along, by entity tree; those of new models are negative.
  private(set) var keys: [Int: Set<Int64>] = [:]
  /// The same with what the user deleted.
  private var deleted: [Int: Set<Int64>] = [:]
  private var waiting: [Rows] = []
  /// Where models point that were changed since they were read, by relationship.
  private var changedTargets: [Int: ChangedTargets] = [:]

  /// The models whose to-one relationship says something else than their rows.
  private struct ChangedTargets {
    /// The other ends, by the keys of the models.
    var targets: [Int64: Int64] = [:]
    /// The same the other way round.
    var sources: [Int64: [Int64]] = [:]
    /// The models that have rows.
    var stored: [Int64] = []
  }

  /// - Throws: What the store throws.
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

  /// The models that a relationship of some leads to, once everything is saved.
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
  /// Where unsaved models point in a to-one relationship.
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

  /// The stored members of which the context's links knows nothing else.
  private func unjournaled(_ keys: [Int64], _ relationship: RelationshipBinding) -> [Int64] {
    guard !context.links.isEmpty else { return keys }
    return keys.filter { key in
      let member = context.instance(key, of: relationship.destination)
      return !(member.map { context.links.knows($0, relationship) } ?? false)
    }
  }

  /// The other ends that a join table has, without those that are related no more.
  private func joined(
    to rows: [Int64], _ relationship: RelationshipBinding, _ session: any ModelStoreSession
  ) throws -> [Int64] {
    var parted: [Int64: Set<Int64>] = [:]
    return try session.pairs(of: rows, relationship).compactMap { owner, key in
      if parted[owner] == nil { parted[owner] = partedMembers(of: owner, relationship) }
      return parted[owner]?.contains(key) == false ? key : nil
    }
  }

  /// The rows that are related to one no more, whatever the join table says.
  private func partedMembers(of key: Int64, _ relationship: RelationshipBinding) -> Set<Int64> {
    guard !context.links.isEmpty,
      let object = context.instance(key, of: relationship.owner)
    else { return [] }
    let parted = context.links.changes(of: object, relationship).filter { !$0.isRelated }
    return Set(parted.compactMap { relationship.destination.state(of: $0.member)?.pointee.key })
  }

  /// Who became related without a row that tells.
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
  /// The key of the other end of a to-one relationship; nil where it was not read.
  fileprivate func knownTarget(of object: AnyObject) -> Int64? {
    let key = link(of: object).key
    return key == RelationshipLink.unknownKey ? nil : key
  }
}

extension PendingChanges {
  /// What is to be deleted, runs of one entity together.
  fileprivate var deletedRows: [(binding: EntityBinding, keys: [Int64])] {
    var rows: [(binding: EntityBinding, keys: [Int64])] = []
    for entry in deleted.marked {
      if rows.last?.binding !== entry.binding { rows.append((entry.binding, [])) }
      rows[rows.count - 1].keys.append(entry.state.pointee.key)
    }
    return rows + deletedKeys.values.map { ($0.binding, $0.keys.values) }
  }

  /// Whether delete rules may take along models of a tree of entities.
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
  /// Whether what is not saved yet concerns the models of a tree of entities, be it that delete rules
  /// take them along.
  func hasPendingChanges(mapIndex: Int) -> Bool {
    changes.concerns(mapIndex: mapIndex) || changes.mayTakeAlong(mapIndex: mapIndex)
  }

  /// The keys of the models of a tree of entities that the next save's delete rules take along.
  ///
  /// Executes no statement where they cannot reach the tree, else one for each relationship of each level.
  ///
  /// - Throws: What the store throws.
  func pendingCascades(mapIndex: Int) throws -> Set<Int64> {
    guard changes.mayTakeAlong(mapIndex: mapIndex) else { return [] }
    return try PendingCascades(of: self).keys[mapIndex] ?? []
  }
}
