import CPostgres
import Foundation
import SQLCore

/// The connection of libpq: sends without blocking, waits in `poll`, and gives results one by one.
///
/// It is confined as the connection that owns it.
final class PostgresLink {
  /// Nil after the end, which all functions of libpq take for a connection that is lost.
  private(set) var handle: OpaquePointer?
  /// Who is told what the server says beside its answers.
  var onNotice: ((PostgresNotice) -> Void)?

  /// Whether the server has said that it ends the connection.
  private var wasEnded = false

  /// Takes over a connection of libpq that was begun, and closes it in the end.
  init(_ handle: OpaquePointer) {
    self.handle = handle
    // The link ends the connection before it goes itself, so that no notice comes later.
    PQsetNoticeReceiver(
      handle,
      { context, result in
        guard let context else { return }
        Unmanaged<PostgresLink>.fromOpaque(context).takeUnretainedValue().receive(result)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { end() }

  /// Closes the connection now, whoever still holds the link.
  func end() {
    guard let ended = handle else { return }
    handle = nil
    PQfinish(ended)
  }

  private func receive(_ result: OpaquePointer?) {
    let severity = PostgresFailure.field(result, OPENSWIFTDATA_SEVERITY) ?? ""
    // To a connection that does nothing, the server tells its end like anything else.
    if severity == "FATAL" || severity == "PANIC" { wasEnded = true }
    guard let onNotice else { return }
    let message =
      PostgresFailure.field(result, OPENSWIFTDATA_MESSAGE)
      ?? result.flatMap { PQresultErrorMessage($0) }.map { String(cString: $0) } ?? ""
    onNotice(
      PostgresNotice(
        severity: severity,
        state: PostgresFailure.field(result, OPENSWIFTDATA_SQLSTATE) ?? "", message: message,
        detail: PostgresFailure.field(result, OPENSWIFTDATA_DETAIL),
        hint: PostgresFailure.field(result, OPENSWIFTDATA_HINT)))
  }

  var isOpen: Bool { !wasEnded && PQstatus(handle) == CONNECTION_OK }
  var transactionStatus: PGTransactionStatusType { PQtransactionStatus(handle) }

  struct Events: OptionSet {
    let rawValue: Int16
    static let reading = Events(rawValue: Int16(POLLIN))
    static let writing = Events(rawValue: Int16(POLLOUT))
  }

  /// Waits until the socket is ready, or something is wrong with it, which reading then tells.
  ///
  /// - Parameters:
  ///   - events: What is waited for.
  ///   - milliseconds: How long at most; forever when negative.
  /// - Returns: What it is ready for; empty where the time is up.
  @discardableResult
  func wait(_ events: Events, milliseconds: Int32 = -1) -> Events {
    let socket = PQsocket(handle)
    guard socket >= 0 else { return events }
    var descriptor = pollfd(fd: socket, events: events.rawValue, revents: 0)
    while true {
      let count = poll(&descriptor, 1, milliseconds)
      if count > 0 {
        let isWrong = descriptor.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
        return isWrong ? events : Events(rawValue: descriptor.revents).intersection(events)
      }
      if count == 0 { return [] }
      // A signal may come at any time.
      if errno != EINTR { return events }
    }
  }

  /// Does nothing for a while.
  func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Sends all that waits, and takes in meanwhile what the server sends: a server whose answers
  /// nobody reads stops reading itself.
  ///
  /// - Returns: False where the connection is lost.
  func flush() -> Bool {
    while true {
      switch PQflush(handle) {
      case 0: return true
      case 1:
        if wait([.reading, .writing]).contains(.reading), PQconsumeInput(handle) == 0 {
          return false
        }
      default: return false
      }
    }
  }

  /// The next result, when it has arrived; nil after the last of a statement.
  func nextResult() -> OpaquePointer? {
    while PQisBusy(handle) != 0 {
      wait(.reading)
      // The result that follows tells of the failure.
      if PQconsumeInput(handle) == 0 { break }
    }
    return PQgetResult(handle)
  }

  /// Takes and drops all results of the statement that runs.
  @inline(__always)
  func drain() {
    if let result = nextResult() { drain(from: result) }
  }

  @inline(never)
  private func drain(from first: OpaquePointer) {
    var next: OpaquePointer? = first
    while let result = next {
      let status = PQresultStatus(result)
      PQclear(result)
      if status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH {
        endCopy(status)
      }
      if !isOpen { break }
      next = nextResult()
    }
  }

  /// Ends a copying that nobody here takes part in.
  func endCopy(_ status: ExecStatusType) {
    if status == PGRES_COPY_IN || status == PGRES_COPY_BOTH {
      PQputCopyEnd(handle, "Copying is not supported.")
      _ = flush()
    }
    guard status != PGRES_COPY_IN else { return }
    var buffer: UnsafeMutablePointer<CChar>?
    while true {
      let count = PQgetCopyData(handle, &buffer, 1)
      if count > 0 { PQfreemem(buffer) }
      if count < 0 { return }
      if count == 0 {
        wait(.reading)
        if PQconsumeInput(handle) == 0 { return }
      }
    }
  }
}
