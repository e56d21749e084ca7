import PredicateSQL
import RecordStore
import SQLCore

/// What one context needs to work on a store of rows.
final class RecordStoreSession: ModelStoreSession {
  /// The rows of the store.
  let records: RecordSession

  /// Statements worked out for fetches.
  let cachedFetches = CachedFetches()
  /// A reader of fingerprints that nobody has, with the memory of the last ones; nil while a fetch has it.
  @exclusivity(unchecked) var spareReader: FingerprintReader?

  /// What read a row by its key last.
  @exclusivity(unchecked) private var rowReading: RowReading?

  let store: any ModelStore

  /// - Throws: `SwiftDataError` when the store can no longer be reached.
  init(_ store: any ModelStore, _ rows: any RowStore, _ reports: StatementReports) throws {
    self.store = store
    records = try RecordSession(rows, observers: reports.observers)
  }

  var connection: any SQLConnection { records.connection }

  /// Gives the connection back; the session is not used afterwards.
  func close() {
    // These hold statements, and who is given the connection next is alone with it: they may not end
    // while it is used.
    cachedFetches.removeAll()
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

  func consumeExternalChanges() -> Bool { records.consumeExternalChanges() }

  var lastTransaction: Int64? {
    guard let number = records.lastTransaction, records.store is any WatchedStore else {
      return records.lastTransaction
    }
    // Whoever goes on after it must not miss one with a lesser number that is still under way.
    return (try? records.lastTransactionNumber()).map { min($0, number) }
  }

  func lastTransactionNumber() throws -> Int64? { try records.lastTransactionNumber() }

  func noteUnloadedMembers() { records.noteUnloadedMembers() }

  func withSmallCache(_ body: () throws -> Void) throws { try records.withSmallCache(body) }

  func save(_ changes: some SaveSource, before others: () throws -> Void) throws {
    try records.save(
      witness: changes, before: others, plan: { try changes.plan(for: records) }, changes.note)
  }
}

extension SQLiteStore: ModelStore {
  var isOfStage: Bool { stage != nil }

  var statements: StatementReports? { StatementReports(statementObservers) }

  func openSession(
    for editingState: EditingState, _ reports: StatementReports
  ) throws -> any ModelStoreSession { try RecordStoreSession(self, self, reports) }
}

extension ModelContext {
  /// The session for a store of rows.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for another store.
  func recordSession(_ store: any ModelStore) throws -> RecordStoreSession {
    if let session = try session(store) as? RecordStoreSession { return session }
    throw SwiftDataError.unsupportedModel.explained(
      "The store does not keep its models in tables.", path: store.path,
      advice: "Fetch the models, and work on them.")
  }
}

extension FetchPlan {
  /// The statement of a plan of a store of rows.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for that of another store.
  func rows() throws -> FetchStatement {
    if let statement { return statement }
    throw SwiftDataError.unsupportedModel.explained(
      "The store does not keep the model in tables.", entity: binding.name,
      advice: "Fetch the models, and work on them.")
  }
}
