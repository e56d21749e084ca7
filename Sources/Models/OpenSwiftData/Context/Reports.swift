import Locks

// Reports of what the caller of a function does not learn from it.

extension ContainerCore {
  /// Reports a failure of a call that cannot throw.
  func report(_ error: any Error) {
    let failure = DeferredFailure(error: error)
    if let handler = deferredFailureHandler.withLock({ $0 }) {
      handler(failure)
    } else {
      failure.writeToStandardError()
    }
  }

  /// Reports a change that no save will write.
  func report(_ change: LostChange) {
    if let handler = lostChangeHandler.withLock({ $0 }) {
      handler(change)
    } else {
      change.writeToStandardError()
    }
  }

  /// Reports that two threads use a context at once; without a handler, only its first report is
  /// written.
  func report(_ use: ConcurrentUse, isFirst: Bool) {
    if let handler = concurrentUseHandler.withLock({ $0 }) {
      handler(use)
    } else if isFirst {
      use.writeToStandardError()
    }
  }
}

extension ModelContext {
  /// Keeps a failure for the next save to throw, and reports it; ignores all but the first.
  @inline(never)
  func deferFailure(_ error: any Error) {
    guard deferredFailure == nil else { return }
    deferredFailure = error
    core.report(error)
  }
}

extension DetachedReader {
  /// The result of reading, or nil after a failure, which is reported.
  func reporting<Result>(_ read: () throws -> Result?) -> Result? {
    do {
      return try read()
    } catch {
      core.report(error)
      return nil
    }
  }

  /// Reports that a property of an instance is about to change without being saved.
  func noteChange(_ state: UnsafeMutablePointer<_ModelState>, _ index: Int) {
    state.addChange(index)
    guard let extra = state.pointee.extra, let binding = extra.formerBinding,
      let identifier = extra.detachedIdentifier,
      extra.ensuredUnusual.toldChanges.insert(index).inserted
    else { return }
    core.report(
      LostChange(
        entityName: binding.name, persistentModelID: identifier,
        propertyName: binding.properties[index].name, reason: .contextHasEnded))
  }
}
