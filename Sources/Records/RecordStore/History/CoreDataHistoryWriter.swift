import CoreDataFormat
import Foundation
import SQLCore
import SwiftDataErrors

/// Writes the history into the tables that Core Data uses for it, within the transaction of the
/// save.
///
/// The rows of the history are selected from the changed rows themselves, one range of keys at a
/// time. So rows that another context has deleted leave no trace, and no work is done for each row
/// outside of SQLite.
package final class CoreDataHistoryWriter: HistoryWriter {
  package let session: RecordSession
  package let layout: HistoryLayout
  private let author: String?
  /// The expected maximum number of changes, whose keys are allocated with that of the transaction.
  private let expected: Int
  /// The key of the transaction; nil before the first change.
  private var transaction: Int64?
  /// The key of the next change.
  private var next: Int64 = 0
  /// The highest allocated key of a change.
  private var highest: Int64 = 0
  /// The highest key that a change has; nil if unknown.
  private var end: Int64?
  private var count: Int64 = 0
  package var newKeys: [Int: ClosedRange<Int64>] = [:]

  /// Creates the writer for one transaction.
  ///
  /// - Parameters:
  ///   - session: The session that writes.
  ///   - layout: The layout of the history.
  ///   - author: The author of the changes.
  ///   - expected: The expected maximum number of changes.
  init(_ session: RecordSession, _ layout: HistoryLayout, author: String?, expected: Int) {
    (self.session, self.layout, self.author) = (session, layout, author)
    self.expected = expected
  }

  /// Records changes of rows, as far as the rows exist.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows, ascending.
  ///   - insertion: The statements that record the changes.
  ///   - columns: The changed columns of an update.
  /// - Throws: What the store throws.
  package func note(
    _ keys: [Int64], _ insertion: HistoryStatements.Insertion, columns: Data? = nil
  ) throws {
    let (ranges, rest) = KeyRanges.split(keys)
    for range in ranges { try note(range, insertion, columns: columns) }
    guard !rest.isEmpty else { return }
    let count = try run(insertion.ofList, columns) { parameters in
      parameters.bind(next, 1)
      parameters.bind(SQLList.json(rest), 4)
    }
    try take(Int64(rest.count), used: count)
  }

  /// Records changes of the existing rows in a range of keys.
  package func note(
    _ keys: ClosedRange<Int64>, _ insertion: HistoryStatements.Insertion, columns: Data? = nil
  ) throws {
    guard keys.lowerBound > 0 else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The history cannot record a row or relationship whose primary key is \(keys.lowerBound): "
          + "keys must be positive.",
        path: session.store.path, advice: "Restore the store from a backup.")
    }
    if transaction == nil { try begin() }
    let followsEnd = end == next - 1
    let count = try run(followsEnd ? insertion.ofRangeFromEnd : insertion.ofRange, columns) {
      parameters in
      parameters.bind(next - keys.lowerBound, 1)
      parameters.bind(keys.lowerBound, 4)
      parameters.bind(keys.upperBound, 5)
    }
    try take(followsEnd ? count : keys.upperBound - keys.lowerBound + 1, used: count)
  }

  /// Executes a statement and returns the number of recorded changes.
  private func run(
    _ text: String, _ columns: Data?, _ bind: (any ParameterWriter) -> Void
  ) throws -> Int64 {
    let transaction = try transaction ?? begin()
    let statement = try session.connection.prepare(text)
    defer { statement.reset() }
    let parameters = statement.parameters
    bind(parameters)
    parameters.bind(transaction, 2)
    if let columns { parameters.bind(columns, 3) } else { parameters.bindNull(3) }
    _ = try statement.step()
    return Int64(statement.changedRowCount)
  }

  /// Advances past the keys of changes, some of which may be unused.
  private func take(_ keys: Int64, used: Int64) throws {
    guard used > 0 else { return }
    let (following, isBeyond) = next.addingReportingOverflow(keys)
    guard !isBeyond else { throw exhausted }
    count += used
    // If some keys are unused, the last used one is not known.
    end = used == keys ? following - 1 : nil
    next = following
  }

  /// Returns the key of the next change.
  func nextKey() throws -> Int64 {
    if transaction == nil { try begin() }
    return next
  }

  private var exhausted: SwiftDataError {
    SwiftDataError.storeIsCorrupt.explained(
      "The history cannot record the changes: \(KeyStatements.tableName) has no rows for it, or "
        + "all of its keys are in use.",
      path: session.store.path, advice: "Restore the store from a backup.")
  }

  /// Begins the transaction in the history.
  @discardableResult
  private func begin() throws -> Int64 {
    try prepareTables()
    let counters = try session.connection.rows(
      HistoryStatements.raiseCounters, [.integer(Int64(expected))])
    var keys: [Int64: Int64] = [:]
    for row in counters {
      if case .integer(let entity) = row[0], case .integer(let key) = row[1] { keys[entity] = key }
      if case .integer(let key) = row[2] { end = key }
    }
    guard let transaction = keys[16002], let highest = keys[16001], transaction > 0,
      highest >= Int64(expected)
    else {
      throw exhausted
    }
    (self.transaction, self.highest) = (transaction, highest)
    session.noteTransaction(transaction)
    next = highest - Int64(expected) + 1
    try name(transaction)
    return transaction
  }

  /// Writes the row of the transaction, and the strings that it refers to.
  private func name(_ transaction: Int64) throws {
    let names = [Self.bundle, Self.process, author].map { $0.map(SQLValue.text) ?? .null }
    let found = try session.connection.rows(
      HistoryStatements.insertTransaction, [.integer(transaction)] + names + [.date(.now)])
    let missing = zip(names, found.first ?? []).filter { $0 != .null && $1 == .null }.map(\.0)
    guard !missing.isEmpty else { return }
    for (index, name) in missing.enumerated() where !missing[..<index].contains(name) {
      let key = try session.connection.rows(HistoryStatements.raiseStringCounter)
      try session.connection.run(
        HistoryStatements.insertString, [key.first?.first ?? .null, name])
    }
    try session.connection.run(
      HistoryStatements.nameTransaction, names + [.integer(transaction)])
  }

  @discardableResult
  package func finish() throws -> Int64? {
    guard let transaction else { return nil }
    if next - 1 != highest {
      try session.connection.run(HistoryStatements.setHighestChange, [.integer(next - 1)])
    }
    guard count == 0 else {
      try HistoryPruning(session, upTo: transaction)?.run()
      return transaction
    }
    // No reader has seen the number, so it is reused: without gaps, the first transaction shows
    // whether earlier ones were deleted.
    try session.connection.run(HistoryStatements.deleteTransaction, [.integer(transaction)])
    try session.connection.run(HistoryStatements.lowerTransactionCounter, [.integer(transaction)])
    return nil
  }

  private func prepareTables() throws {
    guard !session.hasHistory else { return }
    let tables = HistoryTables(session.connection, layout)
    if try !tables.areComplete() { try tables.complete() }
    session.noteHistory()
  }

  /// The bundle identifier that transactions contain.
  ///
  /// Only programs on Apple's platforms are bundles; elsewhere Foundation would search the whole
  /// folder of the program for one. All known transactions of Apple's frameworks name a bundle, and
  /// their readers expect a name. So a program without a bundle uses its process name.
  #if canImport(Darwin)
    private static let bundle = present(Bundle.main.bundleIdentifier) ?? process
  #else
    private static let bundle = process
  #endif
  private static let process = present(ProcessInfo.processInfo.processName)

  private static func present(_ name: String?) -> String? { name?.isEmpty == true ? nil : name }
}
