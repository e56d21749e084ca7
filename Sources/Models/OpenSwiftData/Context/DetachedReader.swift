/// Lets models that outlive their context keep reading their values.
///
/// It is created when a context ends before its models, and shared by these models and all that
/// they lead to. It keeps the stores open. Each read uses its own connection and fills only the
/// instance that it reads for, so that different threads may read different models. They share only
/// the table of instances, which makes each row one instance; the table holds them weakly.
///
/// An instance retains related models only if these cannot lead back to it: models that retain each
/// other would never be deallocated.
final class DetachedReader: DetachedInstances {
  let core: ContainerCore
  init(_ core: ContainerCore) { self.core = core }

  /// Adopts instances that were just read into a temporary context.
  private func adopt(
    _ objects: [AnyObject], from context: ModelContext, _ binding: EntityBinding
  ) -> [AnyObject] {
    objects.map { object in
      let own = binding.actual(object)
      guard let state = own.state(of: object) else { return object }
      context.registry.unregister(state, own)
      return adopt(object, state, own)
    }
  }
}

extension DetachedReader {
  /// The model at the other end of a to-one relationship; nil if there is none.
  ///
  /// Executes no statement if the model is in memory.
  ///
  /// - Throws: Errors of the store.
  func target(of object: AnyObject, _ relationship: RelationshipBinding) throws -> AnyObject? {
    let link = relationship.link(of: object)
    if let held = link.held { return held }
    if link.key == RelationshipLink.unknownKey {
      guard let state = relationship.owner.state(of: object) else { return nil }
      let owner = state.pointee.extra?.formerBinding ?? relationship.owner
      try owner.readDetached(state) { owner.load(object, $0) }
      // Without a row, nothing is related.
      if link.key == RelationshipLink.unknownKey { link.key = 0 }
    }
    guard link.key > 0 else { return nil }
    let destination = relationship.destination
    if let known = instance(link.key, of: destination) { return known }
    let context = ModelContext(core)
    let found = try context.load([link.key], destination)
    let target = adopt(found, from: context, destination).first
    // A model without relationships cannot lead back.
    if let target, destination.actual(target).relationships.isEmpty { link.set(target) }
    return target
  }

  /// The stored members of a to-many relationship.
  ///
  /// Executes one statement.
  ///
  /// - Throws: Errors of the store.
  func members(of object: AnyObject, _ relationship: RelationshipBinding) throws -> [AnyObject] {
    guard let key = relationship.owner.state(of: object)?.pointee.key, key > 0 else { return [] }
    let context = ModelContext(core)
    let destination = relationship.destination
    let found = try context.session(relationship.owner.store)
      .members(relationship, of: [key], into: context.registry).members
    return adopt(found, from: context, destination)
  }

  /// Fills the slot of a to-many relationship; after a failure the slot is left as it is.
  ///
  /// - Returns: Whether the slot is filled.
  func loadMembers(of object: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    let link = relationship.link(of: object)
    if link.hasModels { return true }
    guard let members = reporting({ try members(of: object, relationship) }) else { return false }
    link.setModels(members)
    return true
  }

  /// Empties the slot of a to-many relationship that was filled for one read, if its members could
  /// lead back and were not set by the program.
  func settleMembers(of object: AnyObject, _ relationship: RelationshipBinding) {
    guard relationship.mayBeCyclic,
      let state = relationship.owner.state(of: object), !state.hasChanged(relationship.index)
    else { return }
    relationship.link(of: object).setModels(nil)
  }
}

extension _ModelExtra {
  /// The reader of a stored instance whose context has ended.
  var reader: DetachedReader? {
    // Only a reader adopts instances.
    detachedInstances.map { unsafeDowncast($0, to: DetachedReader.self) }
  }
}
