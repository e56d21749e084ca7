import Locks

/// What the models of an ended context read from that somebody still holds.
///
/// Made when a context ends that models outlive, and shared by these and by all that they lead to. It
/// keeps the stores open. Who reads does so on a connection of its own, and fills nothing but the
/// instance that it reads for: so different threads may read different models. What they share is the
/// table of instances, which makes a row one instance; it holds them weakly.
///
/// An instance holds members of to-many relationships where these cannot lead back to it, and nobody
/// else: models that hold each other would never end.
final class DetachedReader {
  let core: ContainerCore
  private let instances = Mutex<[RowKey: WeakInstance]>([:])

  private struct RowKey: Hashable {
    let mapIndex: Int
    let key: Int64
  }

  private struct WeakInstance: @unchecked Sendable {
    // `@unchecked`: reached under the lock alone; weak references may be read by any thread.
    weak var object: AnyObject?
  }

  /// What leaves the lock.
  ///
  /// Nothing is let go of under it: a model that ends would want it again.
  private struct Found: @unchecked Sendable {
    // `@unchecked`: it is handed to the one thread that asked.
    let object: AnyObject?
  }

  init(_ core: ContainerCore) { self.core = core }

  /// The instance that stands for a row, or nil.
  func instance(_ key: Int64, of binding: EntityBinding) -> AnyObject? {
    let place = RowKey(mapIndex: binding.mapIndex, key: key)
    let found = instances.withLock { Found(object: $0[place]?.object) }.object
    return found.flatMap { binding.holds($0) ? $0 : nil }
  }

  /// Takes over an instance that no context has any more.
  ///
  /// - Returns: The instance that stands for its row: another one where that came first.
  func adopt(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) -> AnyObject {
    let key = state.pointee.key
    let extra = state.ensuredExtra
    extra.detachedIdentifier = binding.identifier(of: key)
    extra.formerBinding = binding
    // Whom no relationship leads to, nobody looks for.
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

  /// Forgets an instance that ends or that a context takes back.
  func forget(_ key: Int64, of binding: EntityBinding, _ object: AnyObject?) {
    guard !binding.isAlone else { return }
    let place = RowKey(mapIndex: binding.mapIndex, key: key)
    let current = instances.withLock { instances in
      let found = Found(object: instances[place]?.object)
      // Another may have come for the row since.
      if found.object === object { instances[place] = nil }
      return found
    }
    withExtendedLifetime(current) {}
  }

  /// Makes instances that were just read into a context of their own instances of this reader.
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
  /// The model at the other end of a to-one relationship; nil when there is none.
  ///
  /// Executes no statement where the model is in memory.
  ///
  /// - Throws: What the store throws.
  func target(of object: AnyObject, _ relationship: RelationshipBinding) throws -> AnyObject? {
    let link = relationship.link(of: object)
    if let held = link.held { return held }
    if link.key == RelationshipLink.unknownKey {
      guard let state = relationship.owner.state(of: object) else { return nil }
      let owner = state.pointee.extra?.formerBinding ?? relationship.owner
      try owner.readDetached(state) { owner.load(object, $0) }
      // Where there is no row, nothing is related.
      if link.key == RelationshipLink.unknownKey { link.key = 0 }
    }
    guard link.key > 0 else { return nil }
    let destination = relationship.destination
    if let known = instance(link.key, of: destination) { return known }
    let context = ModelContext(ModelContainer(core))
    let found = try context.load([link.key], destination)
    let target = adopt(found, from: context, destination).first
    // Who leads to nobody cannot lead back.
    if let target, destination.actual(target).relationships.isEmpty { link.set(target) }
    return target
  }

  /// The members of a to-many relationship as they are stored.
  ///
  /// Executes one statement.
  ///
  /// - Throws: What the store throws.
  func members(of object: AnyObject, _ relationship: RelationshipBinding) throws -> [AnyObject] {
    guard let key = relationship.owner.state(of: object)?.pointee.key, key > 0 else { return [] }
    let context = ModelContext(ModelContainer(core))
    let destination = relationship.destination
    let found = try context.session(relationship.owner.store)
      .members(relationship, of: [key], into: context).members
    return adopt(found, from: context, destination)
  }

  /// Fills the slot of a to-many relationship, or lets it be where that fails.
  ///
  /// - Returns: Whether the slot is filled.
  func loadMembers(of object: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    let link = relationship.link(of: object)
    if link.hasModels { return true }
    guard let members = reporting({ try members(of: object, relationship) }) else { return false }
    link.setModels(members)
    return true
  }

  /// Empties the slot of a to-many relationship that was filled for one reading, where members could
  /// lead back and were not set by the program.
  func settleMembers(of object: AnyObject, _ relationship: RelationshipBinding) {
    guard relationship.mayBeCyclic,
      let state = relationship.owner.state(of: object), !state.hasChanged(relationship.index)
    else { return }
    relationship.link(of: object).setModels(nil)
  }
}

extension _ModelExtra {
  /// Ends what an instance has of a reader, because a context takes it.
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
