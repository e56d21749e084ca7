import CPostgres
import SQLCore

/// A batch of statement executions that are sent without waiting for each result.
///
/// The server answers while further executions are sent. The client reads answers in between, so
/// that neither side blocks on full buffers. After the first failure, the server skips all further
/// executions. See [pipeline
/// mode](https://www.postgresql.org/docs/current/libpq-pipeline-mode.html).
package final class PostgresBatch {
  private let session: PostgresSession
  private let onResult: ((Int, PostgresRows) throws -> Void)?
  private let rows = PostgresRows()
  private var pending = PendingAnswers()
  private var hasAnswer = false
  private var isSynchronized = false
  private var unsentBytes = 0
  /// The statement that is prepared without a name on the server now.
  private var unnamed: PreparedText?
  /// The error that `onResult` threw.
  private var refusal: (any Error)?
  private(set) var failure: PostgresBatchFailure?

  /// The number of executions that were added.
  package private(set) var count = 0
  /// The number of rows that they have changed, according to the answers so far.
  package private(set) var changedRowCount = 0

  /// The number of unsent bytes in libpq's buffer after which it is flushed.
  private static let sendSize = 16_384
  /// The number of unread answers after which answers are read.
  private static let answerCount = 256

  init(_ session: PostgresSession, _ onResult: ((Int, PostgresRows) throws -> Void)?) {
    self.session = session
    self.onResult = onResult
  }

  /// Sends an execution of a statement with its current parameters.
  ///
  /// - Throws: `PostgresBatchFailure` if an execution has failed already, or a parameter is
  ///   invalid.
  package func add(_ statement: PostgresStatement) throws {
    if let refusal { throw refusal }
    if let failure { throw failure }
    do throws(SQLError) {
      try statement.checkParameters()
      guard statement.prepared.command.isPreparable else {
        throw PostgresFailure.misuse("Only queries can be run in a batch", statement.text)
      }
    } catch {
      statement.forgetRefusal()
      let failure = PostgresBatchFailure(index: count, error: error)
      self.failure = failure
      throw failure
    }
    guard send(statement) else { throw lose(statement.text) }
    count += 1
    unsentBytes += statement.bound.size
    if unsentBytes >= Self.sendSize || pending.count >= Self.answerCount {
      guard exchange() else { throw lose(statement.text) }
    }
    if let refusal { throw refusal }
    if let failure { throw failure }
  }

  private func lose(_ text: String?) -> PostgresBatchFailure {
    // The server's last message may still be unread.
    takeAnswers()
    if let failure { return failure }
    let message = PostgresFailure.message(of: session.link.handle)
    let made = PostgresBatchFailure(
      index: pending.firstRun ?? count, error: PostgresFailure.lost(message, text))
    failure = made
    return made
  }

  private func send(_ statement: PostgresStatement) -> Bool {
    let prepared = statement.prepared
    let isBinary = prepared.isBinary && prepared.isDescribed
    let format: Int32 = onResult != nil && isBinary ? 1 : 0
    var name: [CChar] = [0]
    if session.isNamed, !prepared.isStale {
      name = prepared.nameBytes
      if prepared.generation != session.generation {
        guard parse(prepared, name) else { return false }
        prepared.generation = session.generation
      }
    } else if unnamed !== prepared {
      guard parse(prepared, name) else { return false }
      unnamed = prepared
    }
    guard statement.bound.send(on: session.link, prepared: name, format: format) else {
      return false
    }
    pending.append(.run(count))
    return true
  }

  private func parse(_ prepared: PreparedText, _ name: [CChar]) -> Bool {
    let types = prepared.parameterTypes
    guard
      PQsendPrepare(
        session.link.handle, name, prepared.serverText, Int32(clamping: types.count), types)
        == 1
    else { return false }
    pending.append(.parsing(prepared))
    return true
  }

  /// Sends a statement that is not one of the batch's executions, such as `BEGIN`.
  func frame(_ text: String) -> Bool {
    guard
      PQsendQueryParams(session.link.handle, text, 0, nil, nil, nil, nil, 0) == 1
    else { return false }
    pending.append(.other)
    return true
  }

  /// Sends buffered data until it is written, and reads the answers that have arrived.
  private func exchange() -> Bool {
    let link = session.link
    while true {
      switch PQflush(link.handle) {
      case 0:
        unsentBytes = 0
        guard PQconsumeInput(link.handle) == 1 else { return false }
        takeAnswers()
        return true
      case 1:
        if link.wait([.reading, .writing]).contains(.reading) {
          guard PQconsumeInput(link.handle) == 1 else { return false }
          takeAnswers()
        }
      default: return false
      }
    }
  }

  /// Processes the answers that have arrived.
  private func takeAnswers() {
    while !pending.isEmpty, PQisBusy(session.link.handle) == 0 {
      guard takeAnswer(PQgetResult(session.link.handle)) else { return }
    }
  }

  /// Processes one answer; nil marks the end of the answers to one execution.
  ///
  /// - Returns: False if there are no more answers.
  private func takeAnswer(_ result: OpaquePointer?) -> Bool {
    guard let result else {
      guard hasAnswer else { return false }
      hasAnswer = false
      pending.removeFirst()
      return true
    }
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC:
      isSynchronized = true
      PQclear(result)
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
      hasAnswer = true
      give(result)
    case PGRES_PIPELINE_ABORTED:
      hasAnswer = true
      notParsed()
      PQclear(result)
    default:
      hasAnswer = true
      notParsed()
      fail(result)
      PQclear(result)
    }
    return true
  }

  private func give(_ result: OpaquePointer) {
    guard case .run(let index) = pending.first else { return PQclear(result) }
    changedRowCount += PostgresStatement.changes(result)
    guard let onResult, refusal == nil else { return PQclear(result) }
    rows.take(result)
    do {
      try onResult(index, rows)
      if let unreadable = rows.unreadable { refusal = unreadable.error(nil) }
    } catch { refusal = error }
    rows.dropResult()
  }

  private func fail(_ result: OpaquePointer) {
    guard failure == nil else { return }
    let error = PostgresFailure.error(result, on: session.link.handle, statement: nil)
    failure = PostgresBatchFailure(index: pending.firstRun, error: error)
    switch error.details?.state {
    case "26000": session.generation += 1
    case "42P05":
      if case .parsing(let prepared)? = pending.first { prepared.generation = session.generation }
    default: break
    }
  }

  /// Records that a statement was not prepared.
  private func notParsed() {
    if case .parsing(let prepared)? = pending.first { prepared.generation = nil }
  }

  /// Ends the batch and reads all remaining answers.
  func finish() throws {
    let link = session.link
    var isSent = PQpipelineSync(link.handle) == 1
    while isSent, PQflush(link.handle) == 1 {
      if link.wait([.reading, .writing]).contains(.reading) {
        isSent = PQconsumeInput(link.handle) == 1
        takeAnswers()
      }
    }
    while !isSynchronized {
      let result = link.nextResult()
      guard takeAnswer(result) || link.isOpen else { break }
    }
    if !isSynchronized, failure == nil { _ = lose(nil) }
    if let failure { throw failure }
    if let refusal { throw refusal }
  }
}

/// The requests that are not answered yet, in the order in which they were sent.
private struct PendingAnswers {
  enum Entry { case run(Int), parsing(PreparedText), other }

  private var entries: [Entry] = []
  private var start = 0

  var isEmpty: Bool { start == entries.count }
  var count: Int { entries.count - start }
  var first: Entry? { isEmpty ? nil : entries[start] }

  /// The index of the execution that is answered next; nil if the next answer belongs to something
  /// else, or none is pending.
  var firstRun: Int? { if case .run(let index)? = first { index } else { nil } }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  mutating func removeFirst() {
    guard !isEmpty else { return }
    start += 1
    guard start > 4096 || isEmpty else { return }
    entries.removeFirst(start)
    start = 0
  }
}
