import CPostgres
import Foundation
import Locks
import SQLCore

/// Listens to channels of a database, with its own connection and thread.
///
/// Notifications do not pass through a pooler that shares connections, so the address must be the
/// server's.
package final class PostgresListener: Sendable {
  package enum Event: Hashable, Sendable {
    /// From now on, all notifications are received.
    case listening
    case notification(PostgresNotification)
  }

  /// The received events; ends with an `SQLError` when the connection is lost, because
  /// notifications are missed until a new listener is created.
  package let events: AsyncThrowingStream<Event, any Error>
  private let ending: Ending

  /// Begins to listen; returns immediately.
  ///
  /// - Parameters:
  ///   - settings: The database to connect to.
  ///   - channels: The channels to listen to.
  ///   - limit: How many events are kept for a slow reader; the newest are kept.
  /// - Throws: `SQLError` if the system has no free file descriptors.
  package init(
    _ settings: PostgresSettings, channels: [String], keepingNewest limit: Int = 1024
  ) throws(SQLError) {
    let (events, continuation) = AsyncThrowingStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(limit))
    self.events = events
    let ending = try Ending()
    self.ending = ending
    continuation.onTermination = { _ in ending.end() }
    let thread = Thread {
      do throws(SQLError) {
        try Self.listen(settings, channels, ending, continuation)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    thread.name = "PostgresListener"
    thread.start()
  }

  deinit { ending.end() }

  /// Stops listening.
  package func end() { ending.end() }

  private static func listen(
    _ settings: PostgresSettings, _ channels: [String], _ ending: Ending,
    _ continuation: AsyncThrowingStream<Event, any Error>.Continuation
  ) throws(SQLError) {
    let connection = try PostgresConnection(settings)
    connection.onNotification = { continuation.yield(.notification($0)) }
    for channel in channels {
      try connection.execute("LISTEN \(connection.dialect.quoted(channel))")
    }
    continuation.yield(.listening)
    let link = connection.session.link
    while !ending.wait(beside: link) {
      guard PQconsumeInput(link.handle) == 1, link.isOpen else {
        throw PostgresFailure.lost(PostgresFailure.message(of: link.handle), nil)
      }
      connection.session.takeNotifications()
    }
  }
}

/// Wakes a thread that is waiting for the server, through a pipe that it polls too.
private final class Ending: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() throws(SQLError) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else {
      throw SQLError(
        kind: .other, code: errno, message: "A pipe for a listener could not be created",
        details: SQLErrorDetails(state: ""))
    }
    reading = descriptors[0]
    writing = descriptors[1]
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(reading)
    close(writing)
  }

  func end() {
    var byte: UInt8 = 0
    write(writing, &byte, 1)
  }

  /// Waits until the server has sent something (false) or the listener must end (true).
  func wait(beside link: PostgresLink) -> Bool {
    var descriptors = [
      pollfd(fd: PQsocket(link.handle), events: Int16(POLLIN), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&descriptors, 2, -1)
      if count > 0 { return descriptors[1].revents != 0 }
      guard errno == EINTR else { return true }
    }
  }
}
