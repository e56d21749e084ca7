import CoreDataFormat
import PredicateSQL
import RecordStore
import SQLCore

/// The state that one context needs to work with a store of rows.
final class RecordStoreSession: ModelStoreSession {
  /// The rows of the store.
  let records: RecordSession

  /// The cached statements of fetches.
  let cachedFetches = CachedFetches()
  /// An unused fingerprint reader that keeps its memory; nil while a fetch uses it.
  @exclusivity(unchecked) var spareReader: FingerprintReader?

  /// The statement that last read a row by its key.
  @exclusivity(unchecked) private var rowReading: RowReading?

  let store: any ModelStore

  /// - Throws: `SwiftDataError` if the store can no longer be reached.
  init(_ store: any ModelStore, _ rows: any RowStore, _ reports: StatementReports) throws {
    self.store = store
    records = try RecordSession(rows, observers: reports.observers)
  }

  var connection: any SQLConnection { records.connection }

  /// Returns the connection; the session must not be used afterwards.
  func close() {
    // These retain statements, which must not be finalized while the connection's next owner uses
    // it.
    cachedFetches.removeAll()
    rowReading = nil
    records.close()
  }

  /// The statement that reads a row by its key; usually the one that read the previous row is
  /// reused.
  ///
  /// - Parameters:
  ///   - binding: The class of the instance.
  ///   - index: The property that is looked at; -1 for none. Other large values may be left out.
  /// - Returns: The statement.
  /// - Throws: What the store throws.
  func reading(byKeyOf binding: EntityBinding, touching index: Int) throws -> RowReading {
    if index >= 0, binding.properties[index].isReadLater,
      let text = binding.statements.selectWholeByKey
    {
      return RowReading(try connection.prepare(text), binding)
    }
    if let rowReading, rowReading.loader.binding === binding, rowReading.statement.takeAgain() {
      return rowReading
    }
    let made = RowReading(try connection.prepare(binding.statements.selectByKey), binding)
    rowReading = made
    return made
  }

  var fetchCache: (any FetchCache)? { self }
  var history: (any HistorySession)? { self }
  var transactionNumbers: (any TransactionNumbering)? { self }
  var searches: (any SearchSession)? { self }
  var setOperations: (any SetOperationSession)? { self }

  func consumeExternalChanges() -> Bool { records.consumeExternalChanges() }

  func noteUnloadedMembers() { records.noteUnloadedMembers() }

  func withSmallCache(_ body: () throws -> Void) throws { try records.withSmallCache(body) }

  func save(
    _ changes: some SaveSource, before others: () throws -> Void
  ) throws -> SaveOutcome {
    var outcome = SaveOutcome()
    try records.transaction(before: others, isRepeatable: true) { files in
      // Planned within the transaction: others' writes no longer affect what the plan reads.
      outcome = try records.carryOut(changes.plan(for: records), files, keeping: changes)
    }
    return outcome
  }

  func transaction(_ isolation: StoreIsolation, _ body: () throws -> Void) throws {
    try records.transaction(isolation, body)
  }
}

extension RecordStoreSession: TransactionNumbering {
  var lastTransaction: Int64? {
    guard let number = records.lastTransaction, records.store is any WatchedStore else {
      return records.lastTransaction
    }
    // Readers that continue after this number must not miss a running transaction with a smaller
    // one.
    return (try? records.lastTransactionNumber()).map { min($0, number) }
  }

  func lastTransactionNumber() throws -> Int64? { try records.lastTransactionNumber() }
}

extension SQLiteStore: ModelStore, DatabaseStore, TextIndexedStore {
  var rows: any RowStore { self }
  var isOfStage: Bool { stage != nil }

  var statements: StatementReports? { StatementReports(statementObservers) }

  func openSession(
    for editingState: EditingState, _ reports: StatementReports
  ) throws -> any ModelStoreSession { try RecordStoreSession(self, self, reports) }

  func recordEngine() throws -> RecordEngine? {
    guard case .schema(let tables) = tables else { return nil }
    return try RecordEngine(self, tables.model)
  }
}

extension FetchPlan {
  /// The statement; nil if the store is not one of rows.
  var statement: FetchStatement? { source as? FetchStatement }

  /// The statement of a plan, which must be one of a store of rows.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for a plan of another kind of store.
  func rows() throws -> FetchStatement {
    if let statement { return statement }
    throw SwiftDataError.unsupportedModel.explained(
      "The operation is not available, because the store does not keep the model in tables.",
      entity: binding.name, advice: "Fetch the models, and process them in memory.")
  }
}
