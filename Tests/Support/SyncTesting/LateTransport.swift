import Foundation
import Locks
import SyncHTTP
import SyncPort

/// A transport on which writes arrive late, after their senders have ended.
package final class LateTransport: HTTPTransport {
  private struct State {
    var isHolding = false
    var held: [HTTPRequest] = []
  }

  private let inner: any HTTPTransport
  private let state = Mutex(State())

  package init(_ inner: any HTTPTransport) { self.inner = inner }

  /// Holds all writes from now on.
  package func hold() { state.withLock { $0.isHolding = true } }

  /// The number of held requests.
  package var heldCount: Int { state.withLock { $0.held.count } }

  /// Sends the held requests, in order.
  ///
  /// - Throws: Errors of the transport.
  package func deliver() async throws {
    let held = state.withLock { state in
      defer { state = State() }
      return state.held
    }
    for request in held { _ = try await inner.send(request) }
  }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isHeld = state.withLock { state in
      guard state.isHolding, request.method != "GET" else { return false }
      state.held.append(request)
      return true
    }
    if isHeld { throw SyncError(.offline, "The process is gone.") }
    return try await inner.send(request)
  }
}
