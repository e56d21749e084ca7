import CPostgres
import Foundation
import SQLCore

/// A statement of PostgreSQL, which is also the reader of its row and the writer of its parameters, so
/// that no further object stands between model code and libpq.
package final class PostgresStatement: PostgresRow, PreparedStatement {
  package var text: String { prepared.text }
  @exclusivity(unchecked) private(set) var prepared: PreparedText
  @exclusivity(unchecked) private(set) var session: PostgresSession
  /// The loan of the connection for which the statement was made.
  @exclusivity(unchecked) private var loan: PostgresLoan
  package var row: any RowReader { self }
  package var parameters: any ParameterWriter { self }

  /// How many rows of a run arrive at once: all where nil; else the memory that a result takes is
  /// bounded by a row, or by so many where libpq can do that.
  ///
  /// While such a run is not at its end, another statement on the connection first takes all its rows
  /// into memory.
  @exclusivity(unchecked) package var rowsAtOnce: Int?

  /// How many rows the next run gives at most; nil where that is not known.
  @exclusivity(unchecked) private(set) var expectedRowCount: Int?

  /// Says where to run the statement instead after it has failed, with the values that it has: the same text,
  /// prepared on another connection to the same cluster of servers, and not yet run; nil for nowhere.
  ///
  /// Where to run it is worked out for each use anew.
  @exclusivity(unchecked)
  package var onFailure: ((SQLError) throws(SQLError) -> PostgresStatement?)? {
    didSet { if onFailure != nil { isForOneUse = true } }
  }
  @exclusivity(unchecked) private var isForOneUse = false

  let bound: PostgresParameters
  @exclusivity(unchecked) var isInUse = false
  @exclusivity(unchecked) private var phase = Phase.ready
  /// Results of a run that arrives in parts which were taken in early.
  @exclusivity(unchecked) private var waiting: [OpaquePointer] = []
  /// The first parameter that could not be bound, and why.
  @exclusivity(unchecked) private var refused: Failure?
  @exclusivity(unchecked) package private(set) var changedRowCount = 0
  @exclusivity(unchecked) private var rowsRead = 0
  /// Why what is in `waiting` is not all.
  @exclusivity(unchecked) private var failureBehind: Failure?
  /// Whether there is a `start`, which takes longer to find out by itself.
  @exclusivity(unchecked) private var isTimed = false
  /// The text of the run with its values, where somebody wants to see them.
  @exclusivity(unchecked) private var expanded: String?
  // The last, since its size is hidden, and with it the places of all that follow.
  /// When the run began, where somebody is told of it.
  @exclusivity(unchecked) private var start: ContinuousClock.Instant?

  /// An error by reference, of which one sees at once whether it is there.
  private final class Failure {
    let parameter: Int
    let error: SQLError

    init(_ parameter: Int, _ error: SQLError) { (self.parameter, self.error) = (parameter, error) }
  }

  private enum Phase {
    case ready
    /// The current result is the last.
    case whole
    /// More results arrive.
    case streaming
    /// More results are in `waiting`, and perhaps a failure behind them.
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

  /// How many columns a row has; the server may have others for it after the tables have changed.
  package var columnCount: Int { result == nil ? prepared.columnTypes.count : resultColumnCount }

  package func takeAgain() -> Bool {
    guard !isInUse, !isForOneUse else { return false }
    if loan.isOver {
      // The pool sees to it that the connection stands.
      guard let holder = loan.holder, holder.takeAgain() else { return false }
    } else if !session.link.isOpen {
      return false
    }
    guard prepared.isDescribed else { return false }
    begin()
    return true
  }

  /// Takes note that somebody uses the statement.
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
    return PostgresFailure.misuse("The server has given other rows than it says", text)
  }

  package func nextKey() throws(SQLError) -> Int64? { try step() ? key : nil }

  /// The next row where the result that is here has none: the first of a run, or what arrives later.
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

  /// Why the statement cannot run.
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

  /// Goes on with a result that was taken in early.
  @inline(never)
  private func takeWaiting() throws(SQLError) {
    if !waiting.isEmpty { return take(waiting.removeFirst(), hasSameColumns: true) }
    phase = .done
    guard let failure = failureBehind else { return }
    failureBehind = nil
    throw failure.error
  }

  // By itself, as all that has to do with instants: who has one looks up how large it is, whether or not it is used.
  @inline(never)
  private func beginTime() {
    // What values are borrowed from may be gone when the run is over.
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

  /// Runs the statement on the connection that it is on.
  ///
  /// - Returns: Its result; nil where that was taken over as a page.
  @inline(__always)
  private func runHere() throws(SQLError) -> OpaquePointer? {
    if let expectedRowCount, try session.runAsPage(self, atMost: expectedRowCount) { return nil }
    return try session.run(self)
  }

  /// Runs the statement where it is to be run after it has failed, as often as there is another place.
  @inline(never)
  private func runElsewhere(after failure: SQLError) throws(SQLError) -> OpaquePointer? {
    var failure = failure
    while true {
      guard let other = try onFailure?(failure) else { throw failure }
      move(to: other)
      do { return try runHere() } catch { failure = error }
    }
  }

  /// Takes the place of a statement that was prepared elsewhere.
  private func move(to other: PostgresStatement) {
    if isInUse, !loan.isOver { session.endUse() }
    (prepared, session, loan) = (other.prepared, other.session, other.loan)
    onFailure = other.onFailure
    // From now on this one uses the connection instead of the other.
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
      throw error
    }
  }

  /// Takes all rows that have not arrived yet into memory, since another statement is to run.
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
    // Letting go of what is not there takes longer than seeing that.
    if refused != nil { forgetRefusal() }
    if failureBehind != nil { failureBehind = nil }
    phase = .ready
    (rowsAtOnce, expectedRowCount) = (nil, nil)
    if onFailure != nil { onFailure = nil }
    guard isInUse else { return }
    isInUse = false
    // The connection may be somebody else's by now.
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

  /// Tells whoever wants to know of the run that is over.
  @inline(never)
  private func report() {
    isTimed = false
    guard let start else { return }
    loan.report(
      text, since: start, rowCount: changedRowCount > 0 ? changedRowCount : rowsRead,
      expanded: expanded)
    expanded = nil
  }

  /// How many rows a statement has changed; none for one that reads.
  static func changes(_ result: OpaquePointer) -> Int {
    guard let tag = PQcmdStatus(result) else { return 0 }
    switch UInt8(bitPattern: tag[0]) {
    // INSERT, UPDATE, DELETE, MERGE: no other command with a count begins like these.
    case UInt8(ascii: "I"), UInt8(ascii: "U"), UInt8(ascii: "D"), UInt8(ascii: "M"):
      return PQcmdTuples(result).map { atol($0) } ?? 0
    default: return 0
    }
  }
}

extension PostgresStatement {
  package var refusedParameter: Int { refused?.parameter ?? 0 }

  package func refusal() -> SQLError {
    refused?.error ?? PostgresFailure.misuse("No value was refused", text)
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

  /// Throws where a value was refused.
  func checkParameters() throws(SQLError) { if let refused { throw refused.error } }

  /// Forgets why values were refused, after the statement was not run for them.
  @inline(never)
  func forgetRefusal() { refused = nil }
}
