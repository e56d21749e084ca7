import PredicateSQL
import RecordStore
import SQLCore

/// What one context needs to work on one store.
final class StoreSession {
  /// The rows of the store.
  let records: RecordSession

  /// Statements worked out for fetches.
  var cachedFetches = CachedFetches()
  /// The types of predicates that were read for their fingerprint.
  var fingerprintTypes = FingerprintTypes()

  /// What read a row by its key last.
  @exclusivity(unchecked) private var rowReading: RowReading?

  /// - Throws: `SwiftDataError` when the store's file can no longer be opened.
  init(_ store: SQLiteStore, observers: StatementObservers) throws {
    records = try RecordSession(store, observers: observers)
  }

  var store: SQLiteStore { records.store }
  var connection: any SQLConnection { records.connection }

  /// Gives the connection back; the session is not used afterwards.
  func close() {
    // These hold statements, and who is given the connection next is alone with it: they may not end
    // while it is used.
    cachedFetches = CachedFetches()
    rowReading = nil
    records.close()
  }

  /// What reads a row by its key: mostly what read the row before, which is not made anew.
  func reading(byKeyOf binding: EntityBinding) throws -> RowReading {
    if let rowReading, rowReading.loader.binding === binding, rowReading.statement.takeAgain() {
      return rowReading
    }
    let made = RowReading(try connection.prepare(binding.statements.selectByKey), binding)
    rowReading = made
    return made
  }
}
