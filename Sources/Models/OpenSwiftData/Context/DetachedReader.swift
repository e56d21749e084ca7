import Locks

/// Lets models that outlive their context keep reading their values.
///
/// It is created when a context ends before its models, and shared by these models and all that
/// they lead to. It keeps the stores open. Each read uses its own connection and fills only the
/// instance that it reads for, so that different threads may read different models. They share only
/// the table of instances, which makes each row one instance; the table holds them weakly.
///
/// An instance retains related models only if these cannot lead back to it: models that retain each
/// other would never be deallocated.
final class DetachedReader {
  let core: ContainerCore
  private let instances = Mutex<[RowKey: WeakInstance]>([:])

  private struct RowKey: Hashable {
    let mapIndex: Int
    let key: Int64
  }

  private struct WeakInstance: @unchecked Sendable {
    // `@unchecked`: accessed only under the lock; any thread may read a weak reference.
    weak var object: AnyObject?
  }

  /// An object that is carried out of the lock.
  ///
  /// Objects are not released under the lock: a model's deinitializer would acquire it again.
  private struct Found: @unchecked Sendable {
    // `@unchecked`: it is handed only to the thread that asked.
    let object: AnyObject?
  }

  init(_ core: ContainerCore) { self.core = core }

  /// The instance of a row, or nil.
  func instance(_ key: Int64, of binding: EntityBinding) -> AnyObject? {
    let place = RowKey(mapIndex: binding.mapIndex, key: key)
    let found = instances.withLock { Found(object: $0[place]?.object) }.object
    return found.flatMap { binding.holds($0) ? $0 : nil }
  }

  /// Adopts an instance that no longer belongs to a context.
  ///
  /// - Returns: The instance of its row: an earlier one, if there is one.
  func adopt(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) -> AnyObject {
    let key = state.pointee.key
    let extra = state.ensuredExtra
    extra.detachedIdentifier = binding.identifier(of: key)
    extra.formerBinding = binding
    // Nothing looks up an instance that no relationship leads to.
    guard !binding.isAlone else {
      extra.reader = self
      return object
    }
    let place = RowKey(mapIndex: binding.mapIndex, key: key)
    let own = WeakInstance(object: object)
    extra.reader = self
    let other = instances.withLock { instances in
      let found = Found(object: instances[place]?.object)
      if found.object == nil { instances[place] = own }
      return found
    }
    guard let other = other.object else { return object }
    extra.reader = nil
    return other
  }

  /// Forgets an instance that is deinitialized or that a context adopts.
  func forget(_ key: Int64, of binding: EntityBinding, _ object: AnyObject?) {
    guard !binding.isAlone else { return }
    let place = RowKey(mapIndex: binding.mapIndex, key: key)
    let current = instances.withLock { instances in
      let found = Found(object: instances[place]?.object)
      // Another instance may have been registered for the row since.
      if found.object === object { instances[place] = nil }
      return found
    }
    withExtendedLifetime(current) {}
  }

  /// Adopts instances that were just read into a temporary context.
  private func adopt(
    _ objects: [AnyObject], from context: ModelContext, _ binding: EntityBinding
  ) -> [AnyObject] {
    objects.map { object in
      let own = binding.actual(object)
      guard let state = own.state(of: object) else { return object }
      context.unregister(state, own)
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
    let context = ModelContext(ModelContainer(core))
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
    let context = ModelContext(ModelContainer(core))
    let destination = relationship.destination
    let found = try context.session(relationship.owner.store)
      .members(relationship, of: [key], into: context).members
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
  /// Unlinks an instance from its reader because a context adopts it.
  func leaveReader(_ object: AnyObject) {
    if let reader, let identifier = detachedIdentifier, let formerBinding {
      reader.forget(formerBinding.rowKey(of: identifier), of: formerBinding, object)
    }
    reader = nil
    formerBinding = nil
    detachedIdentifier = nil
    unusual?.toldChanges = []
    unusual?.failed = []
  }
}
