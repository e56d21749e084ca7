import Foundation
import Synchronization

/// Events that a server sends to one client (Server-Sent Events, HTML standard, 9.2).
///
/// The stream ends when the client disconnects, when the server stops, or when `end` is called.
/// A client that does not read what is sent is disconnected; browsers connect again by themselves.
public final class EventStream: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var hasEnded = false
    /// Continues with the connection that waits for events; nil if it does not wait.
    var resume: (@Sendable () -> Void)?
    var onEnd: (@Sendable () -> Void)?
  }

  /// What a connection can do next.
  enum Next: Equatable {
    case bytes(Int)
    case wait
    case end
  }

  private let state: Mutex<State>
  /// The maximum size in bytes of events that the client has not read.
  private let limit: Int

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - limit: The maximum size in bytes of events that the client has not read.
  ///   - onEnd: Called once, when the stream has ended.
  public init(limit: Int = 1 << 16, onEnd: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    state = Mutex(State(onEnd: onEnd))
  }

  /// Whether the stream has ended.
  public var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Sends an event.
  ///
  /// - Parameters:
  ///   - name: The event's name, which may not contain a line break.
  ///   - text: Its data, in as many lines as it has.
  public func send(_ name: String, _ text: String = "") {
    var lines = "event: \(name)\n"
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      lines += "data: \(line)\n"
    }
    append(lines + "\n")
  }

  /// Sends a comment, which clients ignore: the server learns whether the client is still there.
  func sendSignOfLife() { append(":\n\n") }

  /// Ends the stream; the client may connect again.
  public func end() {
    let (resume, onEnd) = state.withLock { state in
      defer { (state.resume, state.onEnd, state.hasEnded) = (nil, nil, true) }
      return (state.resume, state.onEnd)
    }
    resume?()
    onEnd?()
  }

  private func append(_ text: String) {
    let (resume, isFull) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
      guard !state.hasEnded else { return (nil, false) }
      guard state.waiting.count + text.utf8.count <= limit else { return (nil, true) }
      state.waiting += text.utf8
      defer { state.resume = nil }
      return (state.resume, false)
    }
    resume?()
    if isFull { end() }
  }

  /// Moves the next bytes to a connection.
  ///
  /// - Parameters:
  ///   - buffer: The place for bytes.
  ///   - wait: Called if there is none, before anything else can be sent: makes the connection wait
  ///     and returns what resumes it.
  /// - Returns: What the connection can do.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, wait: () -> @Sendable () -> Void
  ) -> Next {
    state.withLock { state in
      let count = min(state.waiting.count, buffer.count)
      if count > 0 {
        buffer.copyBytes(from: state.waiting.prefix(count))
        state.waiting.removeFirst(count)
        return .bytes(count)
      }
      if state.hasEnded { return .end }
      state.resume = wait()
      return .wait
    }
  }
}
