import Foundation
import Locks
import SyncHTTP
import SyncPort

/// A way to a server on which requests that write arrive late, after those who sent them are gone.
package final class LateTransport: HTTPTransport {
  private struct State {
    var isHolding = false
    var held: [HTTPRequest] = []
  }

  private let inner: any HTTPTransport
  private let state = Mutex(State())

  package init(_ inner: any HTTPTransport) { self.inner = inner }

  /// Holds requests that write, from now on.
  package func hold() { state.withLock { $0.isHolding = true } }

  /// How many requests are held.
  package var heldCount: Int { state.withLock { $0.held.count } }

  /// Lets those arrive that were held, in their order.
  ///
  /// - Throws: What the way throws.
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
