/// A provider that can read single records by name.
///
/// At the start of each sync, an engine reads a record that the server has as long as it has lost
/// nothing. A provider without this capability is asked to create that record, and returns a
/// conflict if it exists.
public protocol SyncRecordReading: SyncProvider {
  /// Returns the newest version of a record; nil if there is none.
  ///
  /// - Parameter name: The name of the record.
  /// - Returns: The record.
  /// - Throws: `SyncError`.
  func record(named name: String) async throws -> SyncRecord?
}

extension SyncProvider {
  /// Returns the record that a server has under a name; nil if there is none.
  ///
  /// - Parameter substitute: A record with that name. A server that cannot return single records
  ///   has it afterwards, if it had none.
  /// - Returns: The record.
  /// - Throws: `SyncError`.
  package func record(insteadOf substitute: SyncRecord) async throws -> SyncRecord? {
    if let reading = self as? any SyncRecordReading {
      return try await reading.record(named: substitute.name)
    }
    switch try await write([.save(substitute)]).first {
    case .conflict(let record): return record
    case .saved: return nil
    case .refused(let error): throw error
    case .deleted, .postponed, nil:
      throw SyncError(
        .serverFailed, "The server did not report whether the record \(substitute.name) exists.",
        advice: SyncError.nextSyncTriesAgain)
    }
  }
}
