import Foundation

/// A request with all of its body.
package struct HTTPRequest: Sendable {
  package var method: String
  /// The path without what follows a `?`, decoded.
  package var path: String
  /// What stands between the slashes of the path, decoded; an escaped slash separates nothing.
  package var pathComponents: [String]
  /// The parameters behind the path, by name; the first of several that share a name.
  package var query: [String: String] = [:]
  package var body = Data()

  /// Makes a request whose path has no escapes.
  package init(_ method: String, _ path: String) {
    (self.method, self.path) = (method, path)
    pathComponents = path.split(separator: "/").map(String.init)
  }

  /// Why a target addresses nothing.
  package enum TargetError: Error, Equatable {
    /// An escape is incomplete, or the escaped bytes are not UTF-8.
    case invalidEscape(String)
    /// NUL ends texts in C, so that whoever reads the target may see another one.
    case containsNUL
  }

  /// Takes a target apart.
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path and the parameters, as they were sent.
  /// - Throws: `TargetError`.
  package init(_ method: String, target: String) throws(TargetError) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = try Self.decoded(parts.first ?? "")
    pathComponents = []
    for component in (parts.first ?? "").split(separator: "/") {
      pathComponents.append(try Self.decoded(component))
    }
    guard parts.count > 1 else { return }
    for parameter in parts[1].split(separator: "&") {
      let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      let name = try Self.decoded(sides[0], plusIsSpace: true)
      let value = try Self.decoded(sides[1], plusIsSpace: true)
      if query[name] == nil { query[name] = value }
    }
  }

  private static func decoded(
    _ text: Substring, plusIsSpace: Bool = false
  ) throws(TargetError) -> String {
    let text = plusIsSpace ? text.replacing("+", with: " ") : text
    guard let decoded = String(text).removingPercentEncoding else {
      throw .invalidEscape(String(text))
    }
    guard !decoded.utf8.contains(0) else { throw .containsNUL }
    return decoded
  }
}

extension HTTPRequest.TargetError {
  /// What the sender of the target is told.
  var response: HTTPResponse {
    switch self {
    case .invalidEscape(let text):
      .failure(
        400, "invalid-target",
        "“\(text)” has a “%” that does not begin an escaped character in UTF-8. Write “%25” for “%”."
      )
    case .containsNUL:
      .failure(400, "invalid-target", "The address contains NUL. Leave it out.")
    }
  }
}

/// What a request is answered with.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var contentType: String
  package var body: Data

  package init(_ status: Int, _ contentType: String, _ body: Data) {
    (self.status, self.contentType, self.body) = (status, contentType, body)
  }

  /// An answer in JSON.
  package static func json(_ status: Int, _ value: some Encodable) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    // What the service answers with can always be encoded.
    let body = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return HTTPResponse(status, "application/json", body)
  }

  /// An answer that says what is wrong.
  package static func failure(_ status: Int, _ reason: String, _ message: String) -> HTTPResponse {
    json(status, ["error": reason, "message": message])
  }
}

extension HTTPResponse {
  /// The answer as it is sent where the connection has no memory left to make one; it is the last one.
  var bytes: Data {
    Data(
      """
      HTTP/1.1 \(status) Refused\r
      Content-Type: \(contentType)\r
      Content-Length: \(body.count)\r
      Connection: close\r
      \r

      """.utf8) + body
  }
}
