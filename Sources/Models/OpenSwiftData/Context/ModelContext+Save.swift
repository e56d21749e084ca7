import Foundation

extension ModelContext {
  /// Posted before a context saves; the object is the context.
  public static let willSave = Notification.Name("OpenSwiftDataModelContextWillSave")

  /// Posted after a context saved; the object is the context, and the user info holds the
  /// identifiers of inserted, updated and deleted models under the raw values of `NotificationKey`.
  public static let didSave = Notification.Name("OpenSwiftDataModelContextDidSave")

  /// Keys of the notification `didSave`.
  ///
  /// Programs also look up identifiers by the strings `inserted`, `updated` and `deleted`, which
  /// Apple's contexts have been observed to use.
  public enum NotificationKey: String {
    /// The generation of the store's contents.
    case queryGeneration
    /// An indication that all identifiers became invalid.
    case invalidatedAllIdentifiers
    /// The identifiers of inserted models: `[PersistentIdentifier]`.
    case insertedIdentifiers = "inserted"
    /// The identifiers of updated models: `[PersistentIdentifier]`.
    case updatedIdentifiers = "updated"
    /// The identifiers of deleted models: `[PersistentIdentifier]`.
    case deletedIdentifiers = "deleted"
    /// The identifiers of changed models whose rows had been deleted by others, so that the save
    /// dropped the changes: `[PersistentIdentifier]`; only in `didSave`.
    case lostIdentifiers = "lost"
    /// The history tokens after the save, by the identifiers of the stores that it wrote to:
    /// `[String: any HistoryToken]`; only in `didSave`.
    case historyTokens
  }

  /// Writes all changes to their stores.
  ///
  /// The changes of one store are one transaction. After an error the context and all stores are as
  /// they were before. Executes one statement for each changed row. Within
  /// ``transaction(_:_:)`` the changes are written at the end of the transaction instead.
  ///
  /// If others have changed the same models since the context read them, ``conflictPolicy`` decides
  /// what is written.
  ///
  /// - Throws: `SwiftDataError`: `storeIsReadOnly`, `storeIsLocked`, `storeIsFull`,
  ///   `valueCannotBeStored`, `staleModel` and `uniqueValueIsTaken` if ``conflictPolicy`` and
  ///   ``insertionPolicy`` say so, and the failure of an earlier call that cannot throw; errors of a
  ///   custom store, unchanged.
  public func save() throws { _ = try saveTelling() }

  /// Writes all changes to their stores and returns a summary; nil if there was nothing to save.
  ///
  /// - Throws: Errors of `save()`.
  func saveTelling() throws -> SaveSummary? {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard !isInTransaction else { return nil }
    guard let saves = try gatherChanges() else { return nil }
    do {
      try PendingSave.perform(saves[...])
    } catch {
      for save in saves { save.unloadValues() }
      throw error
    }
    return commit(saves)
  }

  /// The unsaved changes, divided among the stores; nil if there is nothing to save.
  ///
  /// - Throws: The failure of an earlier call that cannot throw; errors of reading.
  func gatherChanges() throws -> [PendingSave]? {
    try throwDeferredFailure()
    verifyMembers()
    try settleUnread()
    undoRecorder?.closeStep()
    guard hasChanges else { return nil }
    forgetRestoredTargets()
    if !worksForStore { NotificationCenter.default.post(name: Self.willSave, object: self) }
    return try PendingSave.gather(from: self)
  }

  /// Updates the models in memory after all stores have written their changes, and tells observers.
  func commit(_ saves: [PendingSave]) -> SaveSummary {
    var summary = SaveSummary()
    for save in saves { save.commit(&summary) }
    forgetChanges()
    noteRewritten(saves)
    if worksForStore { return summary }
    publish(summary)
    for change in summary.lostChanges { core.report(change) }
    NotificationCenter.default.post(
      name: Self.didSave, object: self, userInfo: summary.userInfo)
    return summary
  }
}

extension ModelContext {
  /// Rereads values that stores changed while they wrote them; the next save reports a failure.
  private func noteRewritten(_ saves: [PendingSave]) {
    do {
      for save in saves { try save.rereadRewritten() }
    } catch {
      deferFailure(error)
    }
  }
}

/// The changes that a save made, as its notification reports them.
struct SaveSummary {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  /// Models whose changes were dropped, because others had deleted their rows.
  var lost: [PersistentIdentifier] = []
  /// These changes, one for each property.
  var lostChanges: [LostChange] = []
  /// The history tokens after the save, by store identifier.
  var tokens: [String: any HistoryToken] = [:]

  /// Records the changes of an instance whose row others have deleted.
  mutating func addLost(_ entry: PendingChanges.Entry) {
    let identifier = ModelStates.identifier(of: entry.state, entry.model)
    lost.append(identifier)
    for index in entry.binding.properties.indices where entry.state.hasChanged(index) {
      lostChanges.append(
        LostChange(
          entityName: entry.binding.name, persistentModelID: identifier,
          propertyName: entry.binding.properties[index].name, reason: .rowWasDeleted))
    }
  }

  var userInfo: [String: Any] {
    [
      ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted,
      ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated,
      ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
      ModelContext.NotificationKey.lostIdentifiers.rawValue: lost,
      ModelContext.NotificationKey.historyTokens.rawValue: tokens,
    ]
  }
}
