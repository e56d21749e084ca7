import Foundation
import SyncHTTP
import SyncPort

/// A client for Kinto's protocol.
struct KintoClient: Sendable {
  let root: URL
  /// The path of the records.
  let records: String
  /// The path of the pieces of large values.
  let pieces: String
  /// The paths of the collections: that of the records, and that of the pieces.
  let collections: [String]
  private let authorization: Secret
  private let allowsCleartext: Bool
  private let limits: AnswerLimits
  private let transport: any HTTPTransport

  init(
    _ server: URL, _ bucket: String, _ collection: String,
    _ credentials: KintoProvider.Credentials, allowsCleartext: Bool, _ limits: AnswerLimits,
    _ transport: any HTTPTransport
  ) {
    var text = HTTPAddress.withoutUser(server).absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    root = URL(string: text.hasSuffix("/v1") ? text : text + "/v1") ?? server
    let base = "/buckets/\(Self.escaped(bucket))/collections/\(Self.escaped(collection))"
    collections = [base, "\(base)-pieces"]
    (records, pieces) = ("\(base)/records", "\(base)-pieces/records")
    (self.allowsCleartext, self.limits, self.transport) = (allowsCleartext, limits, transport)
    authorization =
      switch credentials {
      case .basic(let user, let password):
        Secret("Basic " + Data("\(user):\(password)".utf8).base64EncodedString())
      case .bearer(let token): Secret("Bearer \(token)")
      }
  }

  private static func escaped(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_"])) ?? name
  }

  func send(
    _ method: String, _ path: String, _ body: [String: Any]? = nil,
    _ headers: [String: String] = [:]
  ) async throws -> HTTPResponse {
    guard let url = URL(string: root.absoluteString + path) else {
      throw SyncError(.invalid, "\(root.absoluteString)\(path) is no address.")
    }
    if !allowsCleartext { try HTTPAddress.check(url, allowedBy: "allowsCleartext") }
    var headers = headers
    headers["authorization"] = authorization.text
    headers["accept"] = "application/json"
    var data: Data?
    if let body {
      headers["content-type"] = "application/json"
      data = try JSONSerialization.data(withJSONObject: body)
    }
    // The server stores only pieces in addition to records.
    let isPiece = path.hasPrefix(pieces)
    let request = HTTPRequest(
      method, url, headers: headers, body: data,
      limits: isPiece ? limits.forOthers : limits.forRecords)
    var response = try await transport.send(request)
    // Kinto creates missing objects of an account on any request. If two requests do so at once,
    // one of them is rolled back as a whole and answered with 409: "please retry".
    for count in 1..<Self.tries where response.status == 409 {
      try await Task.sleep(for: .milliseconds(count * Int.random(in: 10...40)))
      response = try await transport.send(request)
    }
    return response
  }

  /// The maximum number of times that a request is sent if it conflicts with others.
  private static let tries = 5

  /// Sends a request whose answer is an object.
  func object(
    _ method: String, _ path: String, _ body: [String: Any]? = nil
  ) async throws -> [String: Any] {
    let response = try await send(method, path, body)
    try check(response, "\(method) \(path)")
    return try json(response)
  }

  func json(_ response: HTTPResponse) throws -> [String: Any] {
    try response.checkJSON(from: root.absoluteString, limit: limits.records)
    guard let object = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
    else { throw badAnswer("The answer is no JSON, or was cut off") }
    return object
  }

  func badAnswer(_ what: String) -> SyncError {
    SyncError(
      .badAnswer, "\(what), from \(root.absoluteString).",
      advice: "Look whether the address is that of a Kinto server; it is tried again.")
  }

  /// Returns the server's time in milliseconds; nil if the response does not contain it.
  func time(of response: HTTPResponse) -> Int64? {
    guard let text = response.headers["date"] else { return nil }
    return HTTPResponse.date(text).flatMap {
      Int64(exactly: ($0.timeIntervalSince1970 * 1_000).rounded())
    }
  }

  /// Creates missing collections.
  func makeCollections() async throws {
    for path in collections {
      let response = try await send("PUT", path, ["data": [String: Any]()], ["if-none-match": "*"])
      if response.status != 412 { try check(response, "making a collection") }
    }
  }

  /// Throws the error that a status means.
  func check(_ response: HTTPResponse, _ what: String) throws {
    let retry = response.retryAfter()
    if let error = Self.error(response.status, "\(what) at \(root.absoluteString)", retry) {
      throw error
    }
  }

  static func error(_ status: Int, _ what: String, _ retry: Double?) -> SyncError? {
    switch status {
    case 200..<300: nil
    case 401:
      SyncError(
        .notSignedIn, "The server refused the account in \(what).",
        advice: "Look at the user's name and password.")
    case 403:
      SyncError(
        .notPermitted, "The account may not do this: \(what).",
        advice: "Give it the right to write the collection, or use another bucket.")
    case 409:
      SyncError(.serverFailed, "Others wrote at the same time as \(what).", retryAfter: retry)
    case 413:
      SyncError(.recordTooLarge, "The server takes less at once than \(what) has.")
    case 429: SyncError(.throttled, "The server asks for fewer requests.", retryAfter: retry)
    case 507:
      SyncError(
        .quotaExceeded, "The room of the account is used up.",
        advice: "Delete something, or ask who runs the server for more.")
    case 500...:
      SyncError(.serverFailed, "The server failed (\(status)) in \(what).", retryAfter: retry)
    default:
      SyncError(
        .badAnswer, "The server answered \(status) to \(what).",
        advice: "Look whether the address is that of a Kinto server.")
    }
  }
}
