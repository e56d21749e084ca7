import CPostgres
import SQLCore

/// Runs of statements that are sent one after the other without waiting for what comes of each.
///
/// The server answers while further ones are sent; what has arrived is taken between them, so that
/// neither side waits for the other with its buffers full. After the first that fails, the server
/// passes over all others.
package final class PostgresBatch {
  private let session: PostgresSession
  private let onResult: ((Int, PostgresRows) throws -> Void)?
  private let rows = PostgresRows()
  private var pending = PendingAnswers()
  private var hasAnswer = false
  private var isSynchronized = false
  private var unsentBytes = 0
  /// The statement that is prepared without a name.
  private var unnamed: PreparedText?
  /// What `onResult` threw.
  private var refusal: (any Error)?
  private(set) var failure: PostgresBatchFailure?

  /// How many runs were added.
  package private(set) var count = 0
  /// How many rows they have changed, as far as it is known.
  package private(set) var changedRowCount = 0

  /// How much may wait in libpq's memory to be sent before it is seen to.
  private static let sendSize = 16_384
  /// How many answers may be missing before it is looked for them.
  private static let answerCount = 256

  init(_ session: PostgresSession, _ onResult: ((Int, PostgresRows) throws -> Void)?) {
    self.session = session
    self.onResult = onResult
  }

  /// Sends a run of a statement with the parameters that it has now.
  ///
  /// - Throws: `PostgresBatchFailure` where a run has failed already, or a parameter was refused.
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
    // What the server said last may still be there to be read.
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

  /// Sends a statement that is none of the batch's own.
  func frame(_ text: String) -> Bool {
    guard
      PQsendQueryParams(session.link.handle, text, 0, nil, nil, nil, nil, 0) == 1
    else { return false }
    pending.append(.other)
    return true
  }

  /// Sends what waits, as far as it takes, and takes what has arrived.
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

  /// Takes the answers that are there.
  private func takeAnswers() {
    while !pending.isEmpty, PQisBusy(session.link.handle) == 0 {
      guard takeAnswer(PQgetResult(session.link.handle)) else { return }
    }
  }

  /// Takes one answer; nil is the end of those to one run.
  ///
  /// - Returns: False where there is nothing more to be had.
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

  /// Takes note that a statement was not prepared after all.
  private func notParsed() {
    if case .parsing(let prepared)? = pending.first { prepared.generation = nil }
  }

  /// Ends the batch and takes all answers that are missing.
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

/// What is still to be answered, in the order in which it was sent.
private struct PendingAnswers {
  enum Entry { case run(Int), parsing(PreparedText), other }

  private var entries: [Entry] = []
  private var start = 0

  var isEmpty: Bool { start == entries.count }
  var count: Int { entries.count - start }
  var first: Entry? { isEmpty ? nil : entries[start] }

  /// The run that is to be answered next; nil for none, and where something else is.
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
