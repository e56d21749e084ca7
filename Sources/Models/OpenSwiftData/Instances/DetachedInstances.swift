import Locks

/// The instances of rows that outlived their contexts.
///
/// Different threads may read different models; they share only this table, which makes each row
/// one instance and holds the instances weakly.
class DetachedInstances {
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

  init() {}

  /// The instance of a row, or nil.
  final func instance(_ key: Int64, of binding: EntityBinding) -> AnyObject? {
    let place = RowKey(mapIndex: binding.mapIndex, key: key)
    let found = instances.withLock { Found(object: $0[place]?.object) }.object
    return found.flatMap { binding.holds($0) ? $0 : nil }
  }

  /// Adopts an instance that no longer belongs to a context.
  ///
  /// - Returns: The instance of its row: an earlier one, if there is one.
  final func adopt(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) -> AnyObject {
    let key = state.pointee.key
    let extra = state.ensuredExtra
    extra.detachedIdentifier = binding.identifier(of: key)
    extra.formerBinding = binding
    // Nothing looks up an instance that no relationship leads to.
    guard !binding.isAlone else {
      extra.detachedInstances = self
      return object
    }
    let place = RowKey(mapIndex: binding.mapIndex, key: key)
    let own = WeakInstance(object: object)
    extra.detachedInstances = self
    let other = instances.withLock { instances in
      let found = Found(object: instances[place]?.object)
      if found.object == nil { instances[place] = own }
      return found
    }
    guard let other = other.object else { return object }
    extra.detachedInstances = nil
    return other
  }

  /// Forgets an instance that is deinitialized or that a context adopts.
  final func forget(_ key: Int64, of binding: EntityBinding, _ object: AnyObject?) {
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
}

extension _ModelExtra {
  /// Unlinks an instance from its reader because a context adopts it.
  func leaveReader(_ object: AnyObject) {
    if let detachedInstances, let identifier = detachedIdentifier, let formerBinding {
      detachedInstances.forget(formerBinding.rowKey(of: identifier), of: formerBinding, object)
    }
    detachedInstances = nil
    formerBinding = nil
    detachedIdentifier = nil
    unusual?.toldChanges = []
    unusual?.failed = []
  }
}
