import Foundation

extension ModelContext {
  /// Posted before a context saves; the object is the context.
  public static let willSave = Notification.Name("OpenSwiftDataModelContextWillSave")

  /// Posted after a context saved; the object is the context, and the identifiers of what it
  /// inserted, updated and deleted stand under the raw values of `NotificationKey`.
  public static let didSave = Notification.Name("OpenSwiftDataModelContextDidSave")

  /// What the notification `didSave` carries.
  ///
  /// Programs also look for identifiers under the texts `inserted`, `updated` and `deleted`, by which Apple's contexts
  /// are seen to send them.
  public enum NotificationKey: String {
    /// The generation of the store's contents.
    case queryGeneration
    /// That all identifiers became invalid.
    case invalidatedAllIdentifiers
    /// The identifiers of inserted models: `[PersistentIdentifier]`.
    case insertedIdentifiers = "inserted"
    /// The identifiers of updated models: `[PersistentIdentifier]`.
    case updatedIdentifiers = "updated"
    /// The identifiers of deleted models: `[PersistentIdentifier]`.
    case deletedIdentifiers = "deleted"
    /// Where the histories of the stores stand after the save, by the identifiers of the stores that
    /// it wrote to: `[String: any HistoryToken]`; in `didSave` alone.
    case historyTokens
  }

  /// Writes all changes to their stores.
  ///
  /// The changes of one store are one transaction: after an error the file and the context are as
  /// they were before, in the other stores too. Executes one statement for each changed row.
  ///
  /// - Throws: `SwiftDataError`: `storeIsReadOnly`, `storeIsLocked`, `storeIsFull`,
  ///   `valueCannotBeStored`, and what an earlier call that cannot throw could not do; what a custom store
  ///   throws, as it was thrown.
  public func save() throws { _ = try saveTelling() }

  /// Writes all changes to their stores, and tells what was done; nil where there was nothing to do.
  ///
  /// - Throws: What `save()` throws.
  func saveTelling() throws -> SaveSummary? {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    if let failure = deferredFailure {
      deferredFailure = nil
      throw failure
    }
    verifyMembers()
    try settleUnread()
    undoRecorder?.closeStep()
    guard hasChanges else { return nil }
    if !worksForStore { NotificationCenter.default.post(name: Self.willSave, object: self) }
    let saves = try PendingSave.gather(from: self)
    do {
      try PendingSave.perform(saves[...])
    } catch {
      for save in saves { save.forgetWitnessed() }
      throw error
    }
    var summary = SaveSummary()
    for save in saves { save.commit(&summary) }
    forgetChanges()
    noteRewritten(saves)
    if worksForStore { return summary }
    publish(summary)
    NotificationCenter.default.post(
      name: Self.didSave, object: self, userInfo: summary.userInfo)
    return summary
  }
}

extension ModelContext {
  /// Has instances take over what stores made of what was written; the next save tells of a failure.
  private func noteRewritten(_ saves: [PendingSave]) {
    do {
      for save in saves { try save.rereadRewritten() }
    } catch {
      deferFailure(error)
    }
  }
}

/// What a save did, as its notification tells it.
struct SaveSummary {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  /// Where the histories of the stores stand.
  var tokens: [String: any HistoryToken] = [:]

  var userInfo: [String: Any] {
    [
      ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted,
      ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated,
      ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
      ModelContext.NotificationKey.historyTokens.rawValue: tokens,
    ]
  }
}
