import CPostgres
import Foundation
import SQLCore

/// A prepared PostgreSQL statement.
///
/// It is also the reader of its row and the writer of its parameters, so that there is no further
/// object between model code and libpq.
package final class PostgresStatement: PostgresRow, PreparedStatement {
  package var text: String { prepared.text }
  @exclusivity(unchecked) private(set) var prepared: PreparedText
  @exclusivity(unchecked) private(set) var session: PostgresSession
  /// The loan of the connection for which the statement was created.
  @exclusivity(unchecked) private var loan: PostgresLoan
  package var row: any RowReader { self }
  package var parameters: any ParameterWriter { self }

  /// How many rows of an execution arrive at once; nil for all of them.
  ///
  /// If set, a result takes only the memory for this number of rows, or for one row if libpq does
  /// not support chunks. If another statement runs on the connection before the last row was read,
  /// all remaining rows are first read into memory.
  @exclusivity(unchecked) package var rowsAtOnce: Int?

  /// The maximum number of rows of the next execution; nil if it is not known.
  @exclusivity(unchecked) private(set) var expectedRowCount: Int?

  /// Called after a failure to provide a replacement: the same text, prepared but not run yet, on
  /// another connection to the same cluster; nil for none.
  ///
  /// The replacement runs with the current values. This is set for each use of the statement.
  @exclusivity(unchecked)
  package var onFailure: ((SQLError) throws(SQLError) -> PostgresStatement?)? {
    didSet { if onFailure != nil { isForOneUse = true } }
  }
  @exclusivity(unchecked) private var isForOneUse = false

  let bound: PostgresParameters
  @exclusivity(unchecked) var isInUse = false
  @exclusivity(unchecked) private var phase = Phase.ready
  /// Results of a streaming execution that were read ahead.
  @exclusivity(unchecked) private var waiting: [OpaquePointer] = []
  /// The first parameter that could not be bound, and the error.
  @exclusivity(unchecked) private var refused: Failure?
  @exclusivity(unchecked) package private(set) var changedRowCount = 0
  @exclusivity(unchecked) private var rowsRead = 0
  /// The failure that follows the results in `waiting`.
  @exclusivity(unchecked) private var failureBehind: Failure?
  /// Whether `start` is set; faster to check than `start` itself.
  @exclusivity(unchecked) private var isTimed = false
  /// The text of the execution with its values, if an observer wants them.
  @exclusivity(unchecked) private var expanded: String?
  // The last stored property: the size of an instant is only known at run time, and so are the
  // offsets of all properties behind it.
  /// When the execution began, if it is observed.
  @exclusivity(unchecked) private var start: ContinuousClock.Instant?

  /// An error by reference, so that checking for its presence is fast.
  private final class Failure {
    let parameter: Int
    let error: SQLError

    init(_ parameter: Int, _ error: SQLError) { (self.parameter, self.error) = (parameter, error) }
  }

  private enum Phase {
    case ready
    /// The current result is the last one.
    case whole
    /// More results are arriving.
    case streaming
    /// More results are in `waiting`, possibly followed by a failure.
    case buffered
    case done
  }

  init(_ prepared: PreparedText, _ session: PostgresSession) {
    self.prepared = prepared
    self.session = session
    loan = session.loan
    bound = PostgresParameters(count: prepared.parameterTypes.count)
    super.init()
  }

  deinit {
    for result in waiting { PQclear(result) }
    guard !loan.isOver else { return }
    if case .streaming = phase { session.abandonStream(of: self) }
    if isInUse { session.endUse() }
  }

  /// The number of columns of a row; it may differ from the prepared statement's after tables have
  /// changed.
  package var columnCount: Int { result == nil ? prepared.columnTypes.count : resultColumnCount }

  package func columnName(_ column: Int) -> String { name(column) }

  package func takeAgain() -> Bool {
    guard !isInUse, !isForOneUse else { return false }
    if loan.isOver {
      // The pool ensures that the connection works.
      guard let holder = loan.holder, holder.takeAgain() else { return false }
    } else if !session.link.isOpen {
      return false
    }
    guard prepared.isDescribed else { return false }
    begin()
    return true
  }

  /// Records that the statement is in use.
  func begin() {
    isInUse = true
    isForOneUse = false
    session.useCount += 1
  }

  package func step() throws(SQLError) -> Bool {
    if rowIndex + 1 < rowCount {
      rowIndex += 1
      rowsRead += 1
      if isPage { try nextRowOfPage() }
      return true
    }
    return try nextRow()
  }

  package func expectRows(atMost count: Int) { expectedRowCount = count }

  package func checkValues() throws(SQLError) { if let unreadable { throw unreadable.error(text) } }

  @inline(never)
  private func nextRowOfPage() throws(SQLError) {
    guard takeRowOfPage() else { throw pageFailure() }
  }

  private func pageFailure() -> SQLError {
    phase = .done
    dropResult()
    return PostgresFailure.misuse("The server sent rows that do not match their description", text)
  }

  package func nextKey() throws(SQLError) -> Int64? { try step() ? key : nil }

  /// The next row if the current result has no more: the first one of an execution, or one that
  /// arrives later.
  @inline(never)
  private func nextRow() throws(SQLError) -> Bool {
    if case .ready = phase {
      if refused != nil || loan.isOver { throw unready() }
      try run()
      if rowCount > 0, !isPage {
        (rowIndex, rowsRead) = (0, 1)
        return true
      }
    }
    return try laterRow()
  }

  /// The reason why the statement cannot run.
  @inline(never)
  private func unready() -> SQLError { refused != nil ? refusal() : PostgresLoan.misuse(text) }

  @inline(never)
  private func laterRow() throws(SQLError) -> Bool {
    try checkValues()
    while true {
      if rowIndex + 1 < rowCount {
        rowIndex += 1
        rowsRead += 1
        if isPage { try nextRowOfPage() }
        return true
      }
      switch phase {
      case .ready, .whole, .done:
        if isPage, rowIndex < rowCount, !isPageAtEnd() { throw pageFailure() }
        finish()
        return false
      case .streaming: try receive()
      case .buffered: try takeWaiting()
      }
    }
  }

  /// Continues with a result that was read ahead.
  @inline(never)
  private func takeWaiting() throws(SQLError) {
    if !waiting.isEmpty { return take(waiting.removeFirst(), hasSameColumns: true) }
    phase = .done
    guard let failure = failureBehind else { return }
    failureBehind = nil
    if isTimed { report(failure.error) }
    throw failure.error
  }

  // Kept out of line: using `ContinuousClock.Instant` makes the caller look up its size at run
  // time.
  @inline(never)
  private func beginTime() {
    // Borrowed values may no longer exist when the execution has ended.
    expanded = loan.wantsValues ? expandedText : nil
    start = .now
  }

  private func run() throws(SQLError) {
    isTimed = StatementObservers.areAnyActive && loan.isObserved
    if isTimed { beginTime() }
    rowsRead = 0
    changedRowCount = 0
    let result: OpaquePointer?
    do { result = try runHere() } catch { result = try runElsewhere(after: error) }
    guard let result else {
      phase = .whole
      return
    }
    take(result)
    if prepared.command != .reading { changedRowCount = Self.changes(result) }
    phase = session.isStreaming ? .streaming : .whole
  }

  /// Runs the statement on its current connection.
  ///
  /// - Returns: Its result; nil if it was read as a page.
  @inline(__always)
  private func runHere() throws(SQLError) -> OpaquePointer? {
    if let expectedRowCount, try session.runAsPage(self, atMost: expectedRowCount) { return nil }
    return try session.run(self)
  }

  /// Runs the statement on replacement connections after a failure, as long as `onFailure` provides
  /// one.
  @inline(never)
  private func runElsewhere(after failure: SQLError) throws(SQLError) -> OpaquePointer? {
    var failure = failure
    while true {
      guard let other = try onFailure?(failure) else {
        if isTimed { report(failure) }
        throw failure
      }
      move(to: other)
      do { return try runHere() } catch { failure = error }
    }
  }

  /// Takes over the connection of a statement that was prepared as a replacement.
  private func move(to other: PostgresStatement) {
    if isInUse, !loan.isOver { session.endUse() }
    (prepared, session, loan) = (other.prepared, other.session, other.loan)
    onFailure = other.onFailure
    // From now on, this statement uses the connection instead of the other one.
    isInUse = other.isInUse
    other.isInUse = false
  }

  private func receive() throws(SQLError) {
    guard !loan.isOver else {
      phase = .done
      throw PostgresLoan.misuse(text)
    }
    do {
      guard let next = try session.nextOfStream(self) else {
        phase = .done
        return
      }
      changedRowCount = Self.changes(next)
      take(next, hasSameColumns: true)
    } catch {
      phase = .done
      if isTimed { report(error) }
      throw error
    }
  }

  /// Reads all remaining rows into memory, because another statement is about to run.
  func bufferRest() {
    guard case .streaming = phase else { return }
    do throws(SQLError) {
      while let next = try session.nextOfStream(self) { waiting.append(next) }
    } catch { failureBehind = Failure(0, error) }
    phase = .buffered
  }

  package func reset() {
    if case .streaming = phase, !loan.isOver { session.abandonStream(of: self) }
    if isTimed { report() }
    dropResult()
    if !waiting.isEmpty { dropWaiting() }
    // Checking first is faster than clearing an empty value.
    if refused != nil { forgetRefusal() }
    if failureBehind != nil { failureBehind = nil }
    phase = .ready
    (rowsAtOnce, expectedRowCount) = (nil, nil)
    if onFailure != nil { onFailure = nil }
    guard isInUse else { return }
    isInUse = false
    // The connection may belong to another user by now.
    if !loan.isOver { session.endUse() }
  }

  @inline(never)
  private func dropWaiting() {
    for result in waiting { PQclear(result) }
    waiting.removeAll()
  }

  private func finish() {
    phase = .done
    rowIndex = rowCount
    if isTimed { report() }
  }

  /// Reports an execution that has ended to observers.
  @inline(never)
  private func report(_ failure: SQLError? = nil) {
    isTimed = false
    guard let start else { return }
    loan.report(
      text, since: start, rowCount: changedRowCount > 0 ? changedRowCount : rowsRead,
      expanded: expanded, failure: failure)
    expanded = nil
  }

  /// The number of rows that a statement has changed; 0 for one that reads.
  static func changes(_ result: OpaquePointer) -> Int {
    guard let tag = PQcmdStatus(result) else { return 0 }
    switch UInt8(bitPattern: tag[0]) {
    // INSERT, UPDATE, DELETE, MERGE; of the other commands with a row count, only MOVE shares a letter.
    case UInt8(ascii: "I"), UInt8(ascii: "U"), UInt8(ascii: "D"), UInt8(ascii: "M"):
      return PQcmdTuples(result).map { atol($0) } ?? 0
    default: return 0
    }
  }
}

extension PostgresStatement {
  package var refusedParameter: Int { refused?.parameter ?? 0 }

  package func refusal() -> SQLError {
    refused?.error ?? PostgresFailure.misuse("No value was rejected", text)
  }

  @inline(never)
  func refuse(_ parameter: Int, _ kind: SQLError.Kind, _ message: String) {
    guard refused == nil else { return }
    refused = Failure(
      max(1, parameter),
      SQLError(
        kind: kind, code: 0, message: "\(message) (parameter \(parameter))", statement: text,
        details: SQLErrorDetails(state: "")))
  }

  /// Forgets which value was rejected, after the statement was not run because of it.
  @inline(never)
  func forgetRefusal() { refused = nil }
}
