import SyncPort
import SyncReplication

// Records that this version of the program cannot read.

extension SyncSession {
  /// Returns the records of the server that cannot be read.
  func recordsSetAside() async throws -> [SyncUnreadable] {
    try await reporting { try openPeer().recordsSetAside() }
  }

  /// Tries again to read the records that were set aside, if the server can return single records.
  func takeInWhatWasSetAside(_ peer: SyncPeer) async throws {
    guard !hasTriedAgain, let reading = provider as? any SyncRecordReading else { return }
    for record in try peer.recordsSetAside() {
      do {
        guard let found = try await reading.record(named: record.name) else { continue }
        note(try peer.acceptSetAside(found))
      } catch let error as SyncError where error.isAboutContent {
        // It still cannot be read.
      }
    }
    hasTriedAgain = true
  }
}
