import Foundation
import Locks
import SyncHTTP
import SyncPort

/// A transport on which one request fails.
package final class FaultTransport: HTTPTransport {
  package enum Fault: String, CaseIterable, Sendable {
    /// The request is lost.
    case lostRequest
    /// The answer is lost.
    case lostAnswer
    /// Half of the answer arrives.
    case truncated
    case status500, status503, status429
    /// The answer is delayed.
    case delay
  }

  private let inner: any HTTPTransport
  private let fault: Fault?
  private let number: Int
  private let count = Mutex(0)

  /// Creates a transport with a fault for one request, counted from 0; nil for no fault.
  package init(_ inner: any HTTPTransport, _ fault: Fault? = nil, at number: Int = 0) {
    (self.inner, self.fault, self.number) = (inner, fault, number)
  }

  /// The number of requests.
  package var requestCount: Int { count.withLock { $0 } }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let own = count.withLock { count in
      defer { count += 1 }
      return count
    }
    guard own == number, let fault else { return try await inner.send(request) }
    switch fault {
    case .lostRequest: throw SyncError(.offline, "The request was lost.")
    case .lostAnswer:
      _ = try await inner.send(request)
      throw SyncError(.offline, "The answer was lost.")
    case .truncated:
      var response = try await inner.send(request)
      response.body = response.body.prefix(response.body.count / 2)
      return response
    case .delay:
      try await Task.sleep(for: .milliseconds(30))
      let response = try await inner.send(request)
      try await Task.sleep(for: .milliseconds(30))
      return response
    case .status500: return HTTPResponse(status: 500)
    case .status503: return HTTPResponse(status: 503, headers: ["retry-after": "1"])
    case .status429: return HTTPResponse(status: 429, headers: ["retry-after": "2"])
    }
  }
}
