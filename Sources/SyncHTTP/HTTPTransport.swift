import Foundation
import SyncPort

/// A request to a server.
public struct HTTPRequest: Hashable, Sendable {
  /// Such as `GET`.
  public var method: String
  /// The address.
  public var url: URL
  /// The headers by their names in lower case.
  public var headers: [String: String]
  /// What is sent; nil for nothing.
  public var body: Data?

  /// Makes a request.
  public init(
    _ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}

/// What a server answered.
public struct HTTPResponse: Hashable, Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers by their names in lower case.
  public var headers: [String: String]
  /// What was answered.
  public var body: Data

  /// Makes an answer.
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
