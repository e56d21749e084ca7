import RecordStore

extension InstanceRegistry {
  /// The context of the registry.
  @inline(__always)
  var context: ModelContext {
    // Only contexts create registries.
    unsafeDowncast(owner, to: ModelContext.self)
  }
}

extension _ModelState {
  /// The context that the instance is registered with.
  @inline(__always)
  var context: ModelContext? {
    guard let registry else { return nil }
    return registry._withUnsafeGuaranteedRef { $0.context }
  }
}

extension ModelContext: RegistryOwner {
  func willRefresh(
    _ object: AnyObject, _ state: StatePointer, _ binding: EntityBinding, _ loader: _RowLoader
  ) -> PropertyMask {
    observation?.noteRefreshed(binding)
    return changesToKeep(of: object, state, binding, loader)
  }

  func reportUse(running: String, entering: String, isFirst: Bool) {
    core.report(
      ConcurrentUse(runningOperation: running, enteringOperation: entering), isFirst: isFirst)
  }
}

// Calls of the registry that are frequent in the code of contexts.

extension ModelContext {
  /// The registered instance under `key`, or nil.
  @inline(__always)
  func instance(_ key: Int64, of binding: EntityBinding) -> AnyObject? {
    registry.instance(key, of: binding)
  }

  /// Makes `object` the instance of `key` in this context.
  func register(
    _ object: AnyObject, _ state: StatePointer, _ key: Int64, _ binding: EntityBinding
  ) {
    registry.register(Unmanaged.passUnretained(object), state, key, binding)
  }

  /// The session for a store.
  ///
  /// - Throws: `SwiftDataError` if the store can no longer be used.
  @inline(__always)
  func session(_ store: any ModelStore) throws -> any ModelStoreSession {
    try registry.session(store)
  }

  /// Records that the current thread begins to use the context, and reports a thread that is inside.
  ///
  /// - Returns: Whether it was recorded, for `endUse(_:)`.
  @inline(__always)
  func beginUse(_ operation: StaticString = #function) -> Bool { registry.beginUse(operation) }

  /// Records the end of the operation that `beginUse(_:)` began.
  @inline(__always)
  func endUse(_ isRecorded: Bool) { registry.endUse(isRecorded) }
}
