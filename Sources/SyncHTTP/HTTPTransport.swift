import Foundation
import SyncPort

/// A request to a server.
public struct HTTPRequest: Hashable, Sendable {
  public var method: String
  public var url: URL
  /// The headers by their names in lower case.
  public var headers: [String: String]
  public var body: Data?

  public init(
    _ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}

/// What a server answered.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// The headers by their names in lower case.
  public var headers: [String: String]
  public var body: Data

  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// Carries requests to servers.
public protocol HTTPTransport: Sendable {
  /// Sends a request, and waits for the whole answer.
  ///
  /// - Returns: The answer, whatever its status.
  /// - Throws: `SyncError` of the kind `offline` where there was none, and `cancelled` where the task was.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
