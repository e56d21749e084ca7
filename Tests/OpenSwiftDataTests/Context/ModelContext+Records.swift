import Testing
@testable import OpenSwiftData

extension ModelContext {
  /// The session for a store of rows.
  func recordSession(_ store: any ModelStore) throws -> RecordStoreSession {
    try #require(session(store) as? RecordStoreSession)
  }
}
