import Foundation
import Locks
import SyncHTTP

/// A way to a server that counts what goes along it.
package final class CountingTransport: HTTPTransport {
  /// What went along.
  package struct Count: Hashable, Sendable {
    package var requests = 0
    /// The bytes of the bodies that were sent.
    package var sentBytes = 0
    /// The bytes of the bodies that came back.
    package var fetchedBytes = 0
    /// How many requests there were of each method.
    package var methods: [String: Int] = [:]
  }

  private let inner: any HTTPTransport
  private let state = Mutex(Count())

  package init(_ inner: any HTTPTransport = SystemTransport()) { self.inner = inner }

  /// What went along since this was last asked.
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
