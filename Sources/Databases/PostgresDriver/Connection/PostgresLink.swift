import CPostgres
import Foundation
import SQLCore

/// A libpq connection: sends without blocking, waits with `poll`, and returns results one by one.
///
/// It is confined in the same way as the connection that owns it.
final class PostgresLink {
  /// Nil after the end; all functions of libpq treat nil as a lost connection.
  private(set) var handle: OpaquePointer?
  /// Whether the server has announced that it closes the connection.
  private var wasEnded = false

  /// Takes ownership of a libpq connection that is being opened, and closes it in `deinit`.
  init(_ handle: OpaquePointer) {
    self.handle = handle
    // The link closes the connection before it is deallocated, so that no notice arrives later.
    PQsetNoticeReceiver(
      handle,
      { context, result in
        guard let context else { return }
        Unmanaged<PostgresLink>.fromOpaque(context).takeUnretainedValue().receive(result)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { end() }

  /// Closes the connection now, even if the link is still referenced.
  func end() {
    guard let ended = handle else { return }
    handle = nil
    PQfinish(ended)
  }

  /// Receives the server's notices, such as warnings.
  private func receive(_ result: OpaquePointer?) {
    let severity = PostgresFailure.field(result, OPENSWIFTDATA_SEVERITY)
    // An idle connection receives the server's announcement that it closes as a notice.
    if severity == "FATAL" || severity == "PANIC" { wasEnded = true }
  }

  var isOpen: Bool { !wasEnded && PQstatus(handle) == CONNECTION_OK }
  var transactionStatus: PGTransactionStatusType { PQtransactionStatus(handle) }

  struct Events: OptionSet {
    let rawValue: Int16
    static let reading = Events(rawValue: Int16(POLLIN))
    static let writing = Events(rawValue: Int16(POLLOUT))
  }

  /// Waits until the socket is ready, or has an error, which the next read reports.
  ///
  /// - Parameters:
  ///   - events: The events to wait for.
  ///   - milliseconds: The time limit; forever if negative.
  /// - Returns: The events that occurred; empty if the time limit was reached.
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
      // A signal can interrupt the wait at any time.
      if errno != EINTR { return events }
    }
  }

  /// Sleeps for a while.
  func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Sends all buffered data, and reads incoming data meanwhile: a server whose answers are not
  /// read stops reading too.
  ///
  /// - Returns: False if the connection is lost.
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

  /// Waits for the next result; nil after the last one of a statement.
  func nextResult() -> OpaquePointer? {
    while PQisBusy(handle) != 0 {
      wait(.reading)
      // The next result reports the failure.
      if PQconsumeInput(handle) == 0 { break }
    }
    return PQgetResult(handle)
  }

  /// Reads and discards all remaining results of the running statement.
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

  /// Cancels the running statement: the request reaches the server on a separate connection, and
  /// ends whatever statement is running when it arrives.
  func cancel() {
    let request = PQgetCancel(handle)
    defer { PQfreeCancel(request) }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      _ = PQcancel(request, message.baseAddress, Int32(message.count))
    }
  }

  /// Ends a `COPY` operation, which this driver does not support.
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
