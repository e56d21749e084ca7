import Foundation

/// A request with all of its body.
package struct HTTPRequest: Sendable {
  package var method: String
  /// The path without what follows a `?`.
  package var path: String
  /// What follows it, by name.
  package var query: [String: String] = [:]
  package var body = Data()

  package init(_ method: String, _ path: String) { (self.method, self.path) = (method, path) }
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
