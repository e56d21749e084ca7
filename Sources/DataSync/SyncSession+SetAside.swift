import SyncPort
import SyncReplication

// Records that cannot be read here.

extension SyncSession {
  /// The records of the server that cannot be read here.
  func recordsSetAside() async throws -> [SyncUnreadable] {
    try await reporting { try openReplica().recordsSetAside() }
  }

  /// Reads once more what could not be read before, if the server can be asked for single records.
  func takeInWhatWasSetAside(_ replica: Replica) async throws {
    guard !hasTriedAgain, let reading = provider as? any SyncRecordReading else { return }
    for record in try replica.recordsSetAside() {
      do {
        guard let found = try await reading.record(named: record.name) else { continue }
        note(try replica.acceptSetAside(found))
      } catch let error as SyncError where error.isAboutContent {
        // It still cannot be read.
      }
    }
    hasTriedAgain = true
  }
}
