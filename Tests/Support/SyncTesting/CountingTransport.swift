import Foundation
import Locks
import SyncHTTP

/// A transport that counts requests and bytes.
package final class CountingTransport: HTTPTransport {
  /// The counts.
  package struct Count: Hashable, Sendable {
    package var requests = 0
    /// The number of bytes in request bodies.
    package var sentBytes = 0
    /// The number of bytes in response bodies.
    package var fetchedBytes = 0
    /// The number of requests by method.
    package var methods: [String: Int] = [:]
  }

  private let inner: any HTTPTransport
  private let state = Mutex(Count())

  package init(_ inner: any HTTPTransport = SystemTransport()) { self.inner = inner }

  /// The counts since the last call.
  package func take() -> Count {
    state.withLock { state in
      defer { state = Count() }
      return state
    }
  }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await inner.send(request)
    state.withLock { state in
      state.requests += 1
      state.methods[request.method, default: 0] += 1
      state.sentBytes += request.body?.count ?? 0
      state.fetchedBytes += response.body.count
    }
    return response
  }
}
