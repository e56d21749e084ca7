/// Reads the members of a to-many relationship for several instances at once.
struct ToManyLoader {
  private let relationship: RelationshipBinding
  private let owners: [AnyObject]

  /// - Parameters:
  ///   - owners: Stored instances whose members are not loaded.
  ///   - relationship: The relationship; the owners are instances of its owner.
  init(_ owners: [AnyObject], _ relationship: RelationshipBinding) {
    self.relationship = relationship
    self.owners = owners
  }

  /// Executes one statement, and fills the slots of all owners.
  mutating func run(in context: ModelContext) throws {
    let owner = relationship.owner
    let (members, owning) = try context.session(owner.store)
      .members(relationship, of: keys(), into: context.registry)
    distribute(members, owning, in: context)
    for object in owners {
      let link = relationship.link(of: object)
      if !link.hasModels { link.setModels([]) }
      relationship.noteReadOrder(of: object)
      if relationship.keepsPendingLinks {
        context.links.noteRead(link.models ?? [], of: object, relationship)
      }
    }
    overlay(in: context)
    for object in owners { relationship.restoreOrder(of: object) }
  }

  /// The keys of the owners, ascending and unique.
  ///
  /// An instance can be an owner twice, such as a member of two models that were read together.
  private func keys() -> [Int64] {
    let sorted = owners.compactMap { relationship.owner.state(of: $0)?.pointee.key }.sorted()
    var keys: [Int64] = []
    keys.reserveCapacity(sorted.count)
    for key in sorted where key != keys.last { keys.append(key) }
    return keys
  }

  /// Assigns each owner its run of rows, which are in the order of the owners' keys.
  private func distribute(
    _ members: [AnyObject], _ owning: OwnerColumn, in context: ModelContext
  ) {
    let keys = owning.keys
    var start = 0
    while start < members.count {
      let key = keys[start]
      var end = start + 1
      while end < members.count, keys[end] == key { end += 1 }
      if let object = context.instance(key, of: relationship.owner) {
        let link = relationship.link(of: object)
        if !link.hasModels {
          // An instance that was just loaded has no unsaved changes and retains no other models.
          let own = owning.areNew ? Array(members[start..<end]) : own(members[start..<end], key)
          link.setModels(own)
          if own.count < end - start { noteOverlay(of: object, in: context) }
        }
      }
      start = end
    }
  }

  /// The members without those that were moved to another owner since.
  ///
  /// The others release their owner, which retains them now.
  private func own(_ members: ArraySlice<AnyObject>, _ key: Int64) -> [AnyObject] {
    guard let inverse = relationship.inverse, !inverse.isToMany else { return Array(members) }
    var own: [AnyObject] = []
    own.reserveCapacity(members.count)
    for member in members {
      let back = inverse.link(of: member)
      if back.key != key, let state = inverse.owner.state(of: member) {
        if state.hasChanged(inverse.index) { continue }
        back.key = key
      }
      back.clear()
      own.append(member)
    }
    return own
  }

  /// Applies unsaved changes to the members that were read.
  private func overlay(in context: ModelContext) {
    if relationship.keepsPendingLinks {
      for object in owners { overlayJournal(object, in: context) }
      return
    }
    guard let inverse = relationship.inverse,
      context.changes.concerns(mapIndex: relationship.destination.mapIndex)
    else { return }
    let wanted = Set(owners.map(ObjectIdentifier.init))
    let changes = context.changes
    var joined: [ObjectIdentifier: [AnyObject]] = [:]
    for entry in changes.changed.marked + changes.deleted.marked + changes.inserted.marked
    where entry.binding.mapIndex == inverse.owner.mapIndex {
      let isNew = entry.state.isMarked(.inserted)
      guard isNew || entry.state.hasChanged(inverse.index) else { continue }
      let member = entry.model as AnyObject
      if !isNew, context.formerTargets.isRestored(member, inverse) { continue }
      let key = inverse.link(of: member).key
      guard key != 0, let object = context.instance(key, of: relationship.owner),
        wanted.contains(ObjectIdentifier(object))
      else { continue }
      joined[ObjectIdentifier(object), default: []].append(member)
      inverse.link(of: member).clear()
    }
    for object in owners {
      if let members = joined[ObjectIdentifier(object)] { add(members, to: object, in: context) }
    }
  }

  /// Adds members that were linked to an owner and are not among its members yet.
  private func add(_ joined: [AnyObject], to object: AnyObject, in context: ModelContext) {
    let link = relationship.link(of: object)
    let present = MemberDifference.members(of: link.models ?? [], among: joined)
    let added = joined.filter { !present.contains(ObjectIdentifier($0)) }
    guard !added.isEmpty else { return }
    noteOverlay(of: object, in: context)
    link.editModels { $0 += added }
  }

  /// Counts an owner as changed because its members differ from the stored ones.
  ///
  /// The owner was loaded after they changed. As a result, a rollback reads them again, and a save
  /// keeps their order.
  private func noteOverlay(of object: AnyObject, in context: ModelContext) {
    guard let state = relationship.owner.state(of: object) else { return }
    relationship.noteStoredOrder(of: object, state)
    context.count(relationship.owner.model(object), state, relationship.index)
  }

  private func overlayJournal(_ object: AnyObject, in context: ModelContext) {
    let changes = context.links.changes(of: object, relationship)
    guard !changes.isEmpty else { return }
    noteOverlay(of: object, in: context)
    relationship.link(of: object).editModels { models in
      let touched = Set(changes.map { ObjectIdentifier($0.member) })
      let related = changes.filter(\.isRelated)
      let stay = Set(related.map { ObjectIdentifier($0.member) })
      let kept = models.filter { model in
        !touched.contains(ObjectIdentifier(model)) || stay.contains(ObjectIdentifier(model))
      }
      let known = Set(kept.map(ObjectIdentifier.init))
      models = kept + related.map(\.member).filter { !known.contains(ObjectIdentifier($0)) }
    }
  }
}
