import Foundation

/// The response to a request.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var contentType: String
  package var body: Data
  /// Header fields in addition to those of every response.
  package var headers: [(name: String, value: String)] = []

  package init(_ status: Int, _ contentType: String, _ body: Data) {
    (self.status, self.contentType, self.body) = (status, contentType, body)
  }

  /// Creates a response in JSON.
  package static func json(_ status: Int, _ value: some Encodable) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    // Every value that the service returns can be encoded.
    let body = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return HTTPResponse(status, "application/json; charset=utf-8", body)
  }

  /// All header fields.
  ///
  /// They tell browsers not to guess another content type (`nosniff`), and not to cache the content
  /// (`no-store`).
  var allHeaders: [(name: String, value: String)] {
    [
      ("Content-Type", contentType), ("X-Content-Type-Options", "nosniff"),
      ("Cache-Control", "no-store"),
    ] + headers
  }
}

/// The reason that a request was rejected, and the part to correct.
package struct HTTPRefusal: Error, Sendable {
  package var status: Int
  /// A constant for programs, such as `wrong-host`.
  package var reason: String
  /// The incorrect part of the request, such as `header Host` or `query limit`; nil if there is no
  /// such part.
  package var place: String?
  /// A message for people: the error and how to fix it.
  package var message: String
  /// The methods that the path supports, if the request's method is not one of them.
  package var allowedMethods: [String] = []

  package init(
    _ status: Int, _ reason: String, at place: String? = nil, _ message: String
  ) {
    (self.status, self.reason, self.place, self.message) = (status, reason, place, message)
  }

  /// The response that reports this refusal.
  package var response: HTTPResponse {
    var document = ["error": reason, "message": message]
    document["where"] = place
    var response = HTTPResponse.json(status, document)
    if !allowedMethods.isEmpty {
      response.headers.append(("Allow", allowedMethods.joined(separator: ", ")))
    }
    return response
  }
}

extension HTTPResponse {
  /// The complete message, for a connection that has no memory left to create one; the connection
  /// is closed after it.
  var bytes: Data {
    let head = allHeaders + [("Content-Length", "\(body.count)"), ("Connection", "close")]
    let lines = ["HTTP/1.1 \(status) Refused"] + head.map { "\($0.name): \($0.value)" }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
