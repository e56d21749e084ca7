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
  /// How many bytes of headers, and of unpacked content, the answer may have.
  public var limits: AnswerLimits.Request

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: Such as `GET`.
  ///   - url: The address.
  ///   - headers: The headers by their names in lower case.
  ///   - body: What is sent; nil for nothing.
  ///   - limits: How large the answer may be.
  public init(
    _ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil,
    limits: AnswerLimits.Request = AnswerLimits().forRecords
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    self.limits = limits
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
  /// A transport stops reading an answer as soon as it passes the request's limits, and follows no redirection.
  ///
  /// - Returns: The answer, whatever its status.
  /// - Throws: `SyncError` of the kind `offline` where there was none, `answerTooLarge` where it passed a limit, and
  ///   `cancelled` where the task was.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
