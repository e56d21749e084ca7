/// Inserts models into a context, with every new model that can be reached from them, and makes
/// both sides of their relationships agree.
struct GraphInsertion {
  // Usually this is one new model with one or two relationships. Loops count by hand, because `for`
  // is generic code: in a debug build it costs more than everything done here.

  private struct Fresh {
    let object: AnyObject
    let state: ModelContext.StatePointer
    let binding: EntityBinding
  }

  let context: ModelContext
  private var fresh: [Fresh] = []

  init(_ context: ModelContext) { self.context = context }

  /// Inserts `object` and every model that can be reached from it.
  ///
  /// - Returns: Whether it belongs to the context now; if not, the next save throws the reason.
  mutating func admit(_ object: AnyObject) -> Bool {
    do {
      try register(object)
    } catch {
      context.deferFailure(error)
      return false
    }
    return true
  }

  /// - Throws: `SwiftDataError.unknownSchema`, `.unsupportedModel`, or `.missingModelContext` for
  ///   a model of another context.
  mutating func register(_ object: AnyObject) throws {
    var next = fresh.count
    try registerOne(object)
    while next < fresh.count {
      let entry = fresh[next]
      next += 1
      let relationships = entry.binding.relationships
      var place = 0
      while place < relationships.count {
        follow(relationships[place], of: entry.object)
        place += 1
      }
      if entry.state.pointee.extra != nil { followOwners(of: entry.state, entry.object) }
    }
  }

  /// Registers the targets of a relationship of a new model, and gives its slot a defined state.
  private mutating func follow(_ relationship: RelationshipBinding, of object: AnyObject) {
    let link = relationship.link(of: object)
    if relationship.isToMany {
      guard let models = link.models else { return link.setNoModels() }
      let isCurrent = !models.contains(where: relationship.isReplaced)
      let current = isCurrent ? models : models.map { relationship.current($0, in: context) }
      let members = ModelContext.unique(current).filter { admitOne($0) }
      if members.count < models.count || !isCurrent { link.setModels(members) }
    } else {
      link.key = 0
      guard let target = link.held else { return }
      let current = relationship.current(target, in: context)
      if current !== target { link.set(current) }
      if !admitOne(current) { link.setNil() }
    }
  }

  mutating func admitOne(_ object: AnyObject) -> Bool {
    do {
      try registerOne(object)
    } catch {
      context.deferFailure(error)
      return false
    }
    return true
  }

  private mutating func registerOne(_ object: AnyObject) throws {
    guard let model = object as? any PersistentModel else { return }
    let binding = try context.core.bindings.binding(for: type(of: model))
    guard let state = binding.state(of: object) else {
      throw GraphInsertion.foreignBackingData(binding)
    }
    if let other = state.pointee.context {
      guard other === context else {
        throw GraphInsertion.otherContext(binding)
      }
      return
    }
    if try context.rejoin(object, state, binding) { return }
    try state.pointee.extra?.formerBinding?.completeDetached(
      object, state, as: binding)
    context.registerNew(model, state, binding)
    if !binding.relationships.isEmpty || state.pointee.extra?.owners != nil {
      fresh.append(Fresh(object: object, state: state, binding: binding))
    }
  }
}

// Errors of every insertion, whether it follows relationships or not.
extension GraphInsertion {
  /// The error for a model whose initializer uses backing data of its own.
  static func foreignBackingData(_ binding: EntityBinding) -> SwiftDataError {
    .unsupportedModel.explained(
      "The model cannot be inserted: its backing data was not created by createBackingData().",
      entity: binding.name,
      advice: "Set persistentBackingData to the result of createBackingData() in the initializer.")
  }

  /// The error for a model of another context.
  static func otherContext(_ binding: EntityBinding) -> SwiftDataError {
    .missingModelContext.explained(
      "The inserted model belongs to another context.", entity: binding.name,
      advice: "Fetch it in this context by its persistentModelID.")
  }
}

extension GraphInsertion {
  /// Connects the new models with their related models.
  mutating func connect() {
    var pairs = UnmatchedPairs()
    connectFresh(&pairs)
    finish(pairs)
  }

  /// Connects the new models with their related models, and new members with the model whose array
  /// they were added to.
  mutating func connect(
    _ members: [AnyObject], to object: AnyObject, _ relationship: RelationshipBinding
  ) {
    var pairs = UnmatchedPairs()
    if let state = relationship.owner.state(of: object) {
      connect(members, to: object, state, relationship, &pairs)
    }
    connectFresh(&pairs)
    finish(pairs)
  }

  /// Connects the new models with the members of their arrays.
  private func connectFresh(_ pairs: inout UnmatchedPairs) {
    var next = 0
    while next < fresh.count {
      let entry = fresh[next]
      next += 1
      let relationships = entry.binding.relationships
      var place = 0
      while place < relationships.count {
        let relationship = relationships[place]
        place += 1
        guard relationship.isToMany else { continue }
        let members = relationship.link(of: entry.object).models ?? []
        connect(members, to: entry.object, entry.state, relationship, &pairs)
      }
    }
  }

  private func finish(_ pairs: UnmatchedPairs) {
    var next = 0
    while next < fresh.count {
      let entry = fresh[next]
      next += 1
      let relationships = entry.binding.relationships
      var place = 0
      while place < relationships.count {
        let relationship = relationships[place]
        place += 1
        if !relationship.isToMany { connectTarget(of: entry, relationship) }
      }
    }
    if pairs.isEmpty { return }
    for pair in pairs.oneSided { complete(pair) }
  }

  /// Sets the members' inverse to match the array of `object`.
  private func connect(
    _ members: [AnyObject], to object: AnyObject, _ state: ModelContext.StatePointer,
    _ relationship: RelationshipBinding, _ pairs: inout UnmatchedPairs
  ) {
    var place = 0
    while place < members.count {
      let member = members[place]
      place += 1
      if relationship.keepsPendingLinks {
        if !relationship.hasJoinedPairs {
          context.takeFromOwner(member, for: object, relationship)
        }
        if let inverse = relationship.inverse, let state = inverse.owner.state(of: member) {
          context.noteChange(of: member, state, inverse)
        }
        context.links.add(member, to: object, relationship)
        if relationship.inverse != nil { pairs.note(member, in: object, relationship) }
      } else if let inverse = relationship.inverse {
        adopt(member, by: object, state, inverse)
      }
    }
  }

  /// Makes `object` the target of the to-one relationship of a member that its array already
  /// contains.
  private func adopt(
    _ member: AnyObject, by object: AnyObject, _ state: ModelContext.StatePointer,
    _ inverse: RelationshipBinding
  ) {
    guard let memberState = inverse.owner.state(of: member) else { return }
    let back = inverse.link(of: member)
    context.loadKey(back, member, memberState, inverse)
    let key = state.pointee.key
    guard back.key != key else { return back.clear() }
    context.noteChange(of: member, memberState, inverse)
    context.withMutation(of: member, inverse) {
      if back.key != 0 { context.leaveTarget(of: member, inverse) }
      back.key = key
      back.clear()
    }
  }

  /// Connects a new model with the target in its slot.
  private func connectTarget(of entry: Fresh, _ relationship: RelationshipBinding) {
    let link = relationship.link(of: entry.object)
    // An array that contains the model has already set the key.
    guard link.key == 0 else { return }
    guard let target = link.held, let targetState = relationship.destination.state(of: target)
    else { return link.setNil() }
    context.join(entry.object, entry.state, relationship, target, targetState)
  }

  /// Adds a model to the array on the other side of a pair, which lacks it.
  private func complete(_ pair: UnmatchedPairs.Pair) {
    guard let inverse = pair.relationship.inverse,
      !(inverse === pair.relationship && pair.member === pair.object)
    else { return }
    let link = inverse.link(of: pair.member)
    guard link.hasModels else { return }
    if inverse.hasMember(pair.object, of: pair.member, link) { return }
    context.appendMember(pair.object, to: pair.member, inverse)
  }
}
