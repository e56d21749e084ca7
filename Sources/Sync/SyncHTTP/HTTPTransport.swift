import Foundation

/// A request to a server.
public struct HTTPRequest: Hashable, Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The address.
  public var url: URL
  /// The headers, by lowercase name.
  public var headers: [String: String]
  /// The content to send; nil for none.
  public var body: Data?
  /// The maximum sizes of the answer's headers and decompressed content.
  public var limits: AnswerLimits.Request

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`.
  ///   - url: The address.
  ///   - headers: The headers, by lowercase name.
  ///   - body: The content to send; nil for none.
  ///   - limits: The maximum sizes of the answer.
  public init(
    _ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil,
    limits: AnswerLimits.Request = AnswerLimits().forRecords
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    self.limits = limits
  }
}

/// The answer of a server.
public struct HTTPResponse: Hashable, Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers, by lowercase name.
  public var headers: [String: String]
  /// The content.
  public var body: Data

  /// Creates an answer.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// Sends requests to servers.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// A transport stops reading an answer as soon as it exceeds the request's limits, and follows no
  /// redirects.
  ///
  /// - Returns: The answer, whatever its status.
  /// - Throws: `SyncError` of the kind `offline` if there was no answer, `answerTooLarge` if it
  ///   exceeded a limit, and `cancelled` if the task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
