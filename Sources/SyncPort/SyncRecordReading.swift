/// A provider that can read single records by their names.
///
/// At the beginning of each sync an engine reads a record that the server has for as long as it lost nothing. A provider
/// without this is asked to make that record where there is none, and answers with a conflict where there is one.
public protocol SyncRecordReading: SyncProvider {
  /// The newest version of a record; nil if there is none.
  ///
  /// - Parameter name: The name of the record.
  /// - Returns: The record.
  /// - Throws: `SyncError`.
  func record(named name: String) async throws -> SyncRecord?
}

extension SyncProvider {
  /// The record that a server has under a name; nil for none.
  ///
  /// - Parameter substitute: What a server that cannot be asked for a record has afterwards, if it had none.
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
      throw SyncError(.serverFailed, "The server did not tell whether it has \(substitute.name).")
    }
  }
}
