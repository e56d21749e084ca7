import CPostgres
import SQLCore

extension PostgresSession {
  /// Ensures that a statement can be run.
  ///
  /// - Parameters:
  ///   - prepared: The statement.
  ///   - byName: Whether to run it by its name, if it can have one.
  /// - Returns: Whether to run it by its name.
  /// - Throws: `SQLError` if the server rejects it.
  @inline(__always)
  func makeReady(_ prepared: PreparedText, byName: Bool) throws(SQLError) -> Bool {
    guard prepared.command.isPreparable else { return false }
    if byName, !prepared.isStale, prepared.generation == generation { return true }
    return try prepareAnew(prepared, byName: byName)
  }

  @inline(never)
  private func prepareAnew(_ prepared: PreparedText, byName: Bool) throws(SQLError) -> Bool {
    var byName = byName
    if prepared.isStale {
      deallocate(prepared)
      byName = false
    }
    if byName {
      if prepared.generation != generation { try prepare(prepared) }
    } else if !prepared.isDescribed {
      try claim(prepared.text)
      try exchange(prepared, name: "")
      prepared.isDescribed = true
    }
    return byName
  }

  /// Has the server parse a text, and describe it unless that was done before.
  ///
  /// - Throws: `SQLError` if the server rejects it.
  func prepare(_ prepared: PreparedText) throws(SQLError) {
    try claim(prepared.text)
    let wasIdle = isIdle
    var name = isNamed ? prepared.name : ""
    if foreignNames.contains(name) { name = "" }
    do {
      try exchange(prepared, name: name)
    } catch {
      // Behind a pooler, another client may have prepared the same text on this server.
      guard isNamed, error.details?.state == "42P05" else { throw error }
      foreignNames.insert(name)
      // The error aborts the transaction; the next transaction finds the recorded name.
      guard wasIdle else { throw error }
      // The next transaction may run on another server, which does not have the statement.
      if !prepared.isDescribed { try exchange(prepared, name: "") }
    }
    if isNamed { prepared.generation = generation }
    prepared.isDescribed = true
  }

  /// Parses and describes in one message sequence, which a pooler sends to a single server.
  private func exchange(_ prepared: PreparedText, name: String) throws(SQLError) {
    let handle = link.handle
    let types = prepared.parameterTypes
    var isSent = PQenterPipelineMode(handle) == 1
    isSent =
      isSent
      && PQsendPrepare(handle, name, prepared.serverText, Int32(clamping: types.count), types) == 1
    if !prepared.isDescribed { isSent = isSent && PQsendDescribePrepared(handle, name) == 1 }
    isSent = isSent && PQpipelineSync(handle) == 1 && link.flush()
    var failure: SQLError?
    if isSent {
      failure = readDescription(prepared)
    } else {
      failure = PostgresFailure.lost(PostgresFailure.message(of: handle), prepared.text)
    }
    PQexitPipelineMode(handle)
    if var failure {
      if failure.kind == .interrupted, settings.statementTimeout != nil {
        failure.kind = .statementTimeout
      }
      throw failure
    }
  }

  /// Reads the answers up to the end of the sequence.
  private func readDescription(_ prepared: PreparedText) -> SQLError? {
    var failure: SQLError?
    while true {
      guard let result = link.nextResult() else {
        guard link.isOpen else {
          return failure
            ?? PostgresFailure.lost(PostgresFailure.message(of: link.handle), prepared.text)
        }
        continue
      }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_PIPELINE_SYNC: return failure
      case PGRES_COMMAND_OK:
        // The answer to the parse message has neither parameters nor columns.
        if PQnparams(result) > 0 || PQnfields(result) > 0 { describe(prepared, result) }
      case PGRES_PIPELINE_ABORTED: break
      default:
        failure =
          failure ?? PostgresFailure.error(result, on: link.handle, statement: prepared.text)
      }
    }
  }

  private func describe(_ prepared: PreparedText, _ result: OpaquePointer) {
    prepared.parameterTypes = (0..<PQnparams(result)).map { PQparamtype(result, $0) }
    prepared.columnTypes = (0..<PQnfields(result)).map {
      PostgresType(rawValue: PQftype(result, $0))
    }
    prepared.isBinary = prepared.columnTypes.allSatisfy(\.hasKnownBinaryForm)
  }

  /// Deallocates a statement on the server; not within a transaction, which would fail if the
  /// server does not know the statement.
  func deallocate(_ prepared: PreparedText) {
    if let page = prepared.page.text { deallocate(page) }
    guard isNamed, prepared.generation == generation, isIdle, link.isOpen, !isStreaming else {
      return
    }
    prepared.generation = nil
    prepared.isStale = false
    foreignNames.remove(prepared.name)
    if PQsendQuery(link.handle, "DEALLOCATE \"\(prepared.name)\"") == 1 { _ = link.flush() }
    link.drain()
  }
}

extension PostgresType {
  /// Whether the binary form of the type's values can be decoded.
  var hasKnownBinaryForm: Bool { form != .other }
}
