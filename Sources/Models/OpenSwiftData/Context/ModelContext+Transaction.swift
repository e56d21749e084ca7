import Foundation
import RecordStore

/// How a transaction of a context is isolated from those of other contexts and programs.
///
/// A file has one writer at a time, so both isolate completely there: the transaction waits for the
/// writers before it, and others wait for its end. On PostgreSQL, transactions run side by side.
public enum TransactionIsolation: Hashable, Sendable {
  /// The outcome is as if all such transactions ran one after the other.
  ///
  /// On PostgreSQL, this is `SERIALIZABLE`: what a transaction has read, or could have found, is
  /// unchanged when it commits, or it runs again. All programs that write what it reads must use
  /// serializable transactions, too.
  case serializable
  /// All reads see one state, and no row is overwritten that somebody else has changed since.
  ///
  /// On PostgreSQL, this is `REPEATABLE READ`. A decision that depends on rows that the transaction
  /// does not change can be outdated when it commits, unless the transaction locks these rows with
  /// ``ModelContext/fetch(_:lockingFor:)``.
  case repeatableRead
}

extension ModelContext {
  /// Runs `body`, whose reads and changes are one transaction, and saves its changes.
  ///
  /// Read, decide and write as one:
  ///
  /// ```swift
  /// let isTaken = try context.transaction(.serializable) {
  ///   let account = try context.fetch(FetchDescriptor<Account>(predicate: predicate))[0]
  ///   guard account.balance >= price else { return false }
  ///   account.balance -= price
  ///   return true
  /// }
  /// ```
  ///
  /// Everything that `body` reads with this context is the latest state, including models that the
  /// context had read before. Its changes are written at its end; a `save()` within `body` leaves
  /// them to that. If `body` throws, nothing is saved and the context has no changes.
  ///
  /// > Important: `body` runs again if its transaction conflicts with another one, after its changes
  /// > were discarded. So it must do nothing else that cannot be repeated, such as sending a
  /// > message. It runs 20 times at most, with random pauses of up to 0.2 s.
  ///
  /// A transaction within a transaction is a part of the outer one. Other contexts of `body` are
  /// not: on a file, their saves would wait for the end of the transaction, and fail.
  ///
  /// If the container has several stores, they commit one after the other. A store that cannot be
  /// written is only read, as one state.
  ///
  /// - Parameters:
  ///   - isolation: How the transaction is isolated from others.
  ///   - body: Reads and changes models of this context.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; errors of `save()`. `SwiftDataError.contextHasChanges` if the
  ///   context has unsaved changes, which a repetition would discard; `storeIsLocked` if the
  ///   transaction had to wait too long, or conflicted each time; `unsupportedTransaction` for a
  ///   custom store, and for a serializable transaction on shards of several servers.
  public func transaction<Result>(
    _ isolation: TransactionIsolation, _ body: () throws -> Result
  ) throws -> Result {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    if isInTransaction { return try body() }
    try throwDeferredFailure()
    verifyMembers()
    guard !hasChanges else { throw Self.hasUnsavedChanges }
    let sessions = try core.stores.sorted { $0.identifier < $1.identifier }.map(session)
    var result: Result?
    var saves: [PendingSave]?
    do {
      try within(sessions[...], isolation == .serializable ? .serializable : .repeatableRead) {
        rollback(saves, unloading: sessions)
        saves = nil
        isInTransaction = true
        defer { isInTransaction = false }
        result = try body()
        saves = try gatherChanges()
        if let saves { try PendingSave.perform(saves[...]) }
      }
    } catch {
      registry.markStale()
      rollback(saves, unloading: sessions)
      throw error
    }
    if let saves { _ = commit(saves) }
    guard let result else { throw Self.didNotRun }
    return result
  }

  /// The models that match `descriptor`, whose rows nobody else changes before the transaction ends.
  ///
  /// The workers of a queue, each of which takes a job that no other has taken:
  ///
  /// ```swift
  /// try context.transaction(.repeatableRead) {
  ///   var next = FetchDescriptor<Job>(predicate: #Predicate { !$0.isDone }, sortBy: [.init(\.number)])
  ///   next.fetchLimit = 1
  ///   guard let job = try context.fetch(next, lockingFor: .updateSkippingLocked).first else { return }
  ///   try process(job)
  ///   job.isDone = true
  /// }
  /// ```
  ///
  /// Executes one statement. With a limit and unsaved changes of the class, more rows may be locked
  /// than are returned.
  ///
  /// - Parameters:
  ///   - descriptor: The models to fetch.
  ///   - lock: Whether to wait for rows that others have locked.
  /// - Returns: The models.
  /// - Throws: Errors of ``fetch(_:)``; `SwiftDataError.unsupportedTransaction` outside of
  ///   ``transaction(_:_:)``; `unsupportedPredicate` if SQL alone cannot answer the fetch.
  public func fetch<T>(
    _ descriptor: FetchDescriptor<T>, lockingFor lock: RowLock
  ) throws -> [T] where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard isInTransaction else { throw Self.lockNeedsTransaction }
    let binding = try binding(of: T.self)
    var plan = try plan(descriptor, binding)
    guard plan.isExact else {
      throw SwiftDataError.unsupportedPredicate.explained(
        "The rows cannot be locked, because the store alone cannot find or sort them.",
        entity: binding.name,
        advice:
          "Use a predicate and an order that translate to SQL, and fetch after models that they "
          + "refer to are saved.")
    }
    plan.lock = lock
    let models: [T]
    if descriptor.includePendingChanges, hasPendingChanges(mapIndex: binding.mapIndex) {
      models = plan.range.of(try fetchWithPendingChanges(descriptor, plan))
    } else {
      models = try session(binding.store).run(plan, range: plan.range, into: registry).map {
        unsafeDowncast($0, to: T.self)
      }
    }
    if descriptor.prefetches {
      try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: models, binding)
    }
    return models
  }

  /// Runs `body` in a transaction of each session, each within the one before.
  private func within(
    _ sessions: ArraySlice<any ModelStoreSession>, _ isolation: StoreIsolation,
    _ body: () throws -> Void
  ) throws {
    guard let first = sessions.first else { return try body() }
    try first.transaction(isolation) { try within(sessions.dropFirst(), isolation, body) }
  }

  /// Discards the changes of an earlier run, and has all models read again that others may have
  /// changed.
  private func rollback(_ saves: [PendingSave]?, unloading sessions: [any ModelStoreSession]) {
    for save in saves ?? [] { save.unloadValues() }
    if hasChanges || deferredFailure != nil { rollback() }
    for session in sessions { registry.applyExternalChanges(session) }
    registry.unloadStale()
  }

  private static let hasUnsavedChanges = SwiftDataError.contextHasChanges.explained(
    "The transaction was not begun, because the context has unsaved changes: they would be lost if "
      + "the transaction has to run again.",
    advice: "Call save() or rollback() first, or make these changes within the transaction.")

  private static let lockNeedsTransaction = SwiftDataError.unsupportedTransaction.explained(
    "Rows are locked until the end of a transaction, but none is under way.",
    advice: "Call fetch(_:lockingFor:) within transaction(_:_:) of the same context.")

  private static let didNotRun = SwiftDataError.storeCannotBeOpened.explained(
    "The transaction did not run, so nothing was written.",
    advice: "Try again. If this recurs, report it as a defect of the library.")
}
