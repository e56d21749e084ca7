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
    _ method: String, _ path: String, _ body: JSONValue? = nil,
    _ headers: [String: String] = [:]
  ) async throws -> HTTPResponse {
    guard let url = URL(string: root.absoluteString + path) else {
      throw SyncError(
        .invalid, "\(root.absoluteString)\(path) is not a valid address.",
        advice: "Check the server's address and the names of the bucket and the collection.")
    }
    if !allowsCleartext { try HTTPAddress.check(url, allowedBy: "allowsCleartext") }
    var headers = headers
    headers["authorization"] = authorization.text
    headers["accept"] = "application/json"
    var data: Data?
    if let body {
      headers["content-type"] = "application/json"
      data = try body.data()
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
    _ method: String, _ path: String, _ body: JSONValue? = nil
  ) async throws -> JSONValue {
    let response = try await send(method, path, body)
    try check(response, "complete \(method) \(path)")
    return try json(response)
  }

  func json(_ response: HTTPResponse) throws -> JSONValue {
    guard let json = try response.json(from: root.absoluteString, limit: limits.records) else {
      throw badAnswer("the answer is not JSON or was truncated")
    }
    return json
  }

  func badAnswer(_ what: String) -> SyncError {
    SyncError(
      .badAnswer, "\(root.absoluteString) sent an invalid answer: \(what).",
      advice: "Check that this is the address of a Kinto server. The next sync tries again.")
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
      let response = try await send("PUT", path, ["data": [:]], ["if-none-match": "*"])
      if response.status != 412 { try check(response, "create a collection") }
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
        .notSignedIn, "Cannot \(what): the server refused the account.",
        advice: "Check the user name and the password, or the token.")
    case 403:
      SyncError(
        .notPermitted, "Cannot \(what): the account lacks the permission.",
        advice: "Give the account permission to write the collection, or use another bucket.")
    case 409:
      SyncError(
        .serverFailed, "Cannot \(what): other devices wrote at the same time.",
        advice: SyncError.nextSyncTriesAgain, retryAfter: retry)
    case 413:
      SyncError(
        .recordTooLarge, "Cannot \(what): the server does not accept so much data at once.",
        advice: "Mark large properties with @Attribute(.externalStorage): their values are sent in "
          + "pieces. Or raise the server's limit for the size of requests.")
    case 429: SyncError.throttled(by: "The server", retryAfter: retry)
    case 507:
      SyncError(
        .quotaExceeded, "Cannot \(what): the account's storage on the server is full.",
        advice: "Delete data, or ask the server's administrator for more storage.")
    case 500...:
      SyncError(
        .serverFailed, "Cannot \(what): the server failed with HTTP status \(status).",
        advice: SyncError.nextSyncTriesAgain, retryAfter: retry)
    default:
      SyncError(
        .badAnswer, "Cannot \(what): the server answered with HTTP status \(status).",
        advice: "Check that the address is that of a Kinto server.")
    }
  }
}
