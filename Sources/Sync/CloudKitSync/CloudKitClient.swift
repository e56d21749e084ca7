import Foundation
import SyncHTTP
import SyncPort

/// A client for CloudKit's web services.
struct CloudKitClient: Sendable {
  let database: CloudKitDatabase
  let credentials: CloudKitCredentials?
  private let apiToken: Secret
  let transport: any HTTPTransport
  let limits: AnswerLimits
  let now: @Sendable () -> Date

  init(
    _ database: CloudKitDatabase, _ credentials: CloudKitCredentials,
    _ limits: AnswerLimits, _ transport: any HTTPTransport,
    now: @escaping @Sendable () -> Date
  ) {
    (self.database, self.credentials, self.transport) = (database, credentials, transport)
    self.limits = limits
    self.now = now
    if case .user(let token, _) = credentials {
      apiToken = Secret(token)
    } else {
      apiToken = Secret("")
    }
  }

  /// Creates a client without a signed-in account.
  init(_ database: CloudKitDatabase, apiToken: String, _ transport: any HTTPTransport) {
    (self.database, self.apiToken, self.transport) = (database, Secret(apiToken), transport)
    (credentials, limits, now) = (nil, AnswerLimits(), { Date() })
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - operation: The operation, such as `records/modify`.
  ///   - body: The content to send; nil for a request that reads.
  /// - Returns: The answer.
  /// - Throws: `CloudKitFailure` if the service specifies what it refuses, otherwise `SyncError`.
  func send(_ operation: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let data = try body?.data()
    let response: HTTPResponse
    switch credentials {
    case .user(_, let webToken):
      await webToken.enter()
      defer { webToken.leave() }
      response = try await transport.send(
        try request(operation, data, ["ckWebAuthToken": webToken.current]))
      if let token = response.headers["x-apple-cloudkit-web-auth-token"] {
        try await webToken.renew(token)
      }
    case .server(let keyID, let signer):
      var request = try request(operation, data, nil)
      try sign(&request, operation, keyID, signer)
      response = try await transport.send(request)
    case nil:
      response = try await transport.send(try request(operation, data, [:]))
    }
    return try json(response, operation)
  }

  /// Returns a request with the given credentials in its address; for nil, without an API token.
  private func request(
    _ operation: String, _ body: Data?, _ credentials: [String: String]?
  ) throws -> HTTPRequest {
    try HTTPAddress.check(database.server)
    var address = HTTPAddress.withoutUser(database.server).absoluteString
    while address.hasSuffix("/") { address.removeLast() }
    address += database.path(operation)
    if var credentials {
      credentials["ckAPIToken"] = apiToken.text
      // Tokens contain `+` and `/`, which have another meaning in an address.
      let query = credentials.sorted { $0.key < $1.key }.map {
        "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      }
      address += "?" + query.joined(separator: "&")
    }
    guard let url = URL(string: address) else {
      throw SyncError(
        .invalid, "The container “\(database.container)” does not form a valid address.",
        advice: "Use the container's identifier, such as iCloud.org.example.spots.")
    }
    var headers = ["accept": "application/json"]
    if body != nil { headers["content-type"] = "application/json; charset=utf-8" }
    let hasRecords = operation.hasPrefix("records/") || operation.hasPrefix("changes/")
    return HTTPRequest(
      body == nil ? "GET" : "POST", url, headers: headers, body: body,
      limits: hasRecords ? limits.forRecords : limits.forOthers)
  }

  /// Signs the date, the digest of the body and the path, as CloudKit's reference specifies.
  private func sign(
    _ request: inout HTTPRequest, _ operation: String, _ keyID: String, _ signer: any CloudKitSigner
  ) throws {
    guard database.scope == .public else {
      throw SyncError(
        .invalid,
        "Cannot access the \(database.scope.rawValue) database with a server-to-server key: it is valid only for the public one.",
        advice: "Ask the user to sign in, and use the web auth token.")
    }
    let date = now().formatted(.iso8601)
    do {
      let digest = try signer.sha256(request.body ?? Data()).base64EncodedString()
      let message = "\(date):\(digest):\(database.path(operation))"
      let signature = try signer.sign(Data(message.utf8)).base64EncodedString()
      request.headers["x-apple-cloudkit-request-keyid"] = keyID
      request.headers["x-apple-cloudkit-request-iso8601date"] = date
      request.headers["x-apple-cloudkit-request-signaturev1"] = signature
    } catch {
      throw SyncError(
        .keyMismatch, "Cannot sign the request to CloudKit: \(error)",
        advice: "Check that the key is a P-256 key.")
    }
  }

  private func json(_ response: HTTPResponse, _ what: String) throws -> JSONValue {
    let retryAfter = response.retryAfter()
    let json = try response.json(
      from: HTTPAddress.withoutUser(database.server).absoluteString, limit: limits.records)
    if let failure = json.flatMap({ CloudKitFailure($0, retryAfter: retryAfter) }) {
      throw failure
    }
    switch response.status {
    case 200..<300:
      guard let json else {
        throw badAnswer("the answer to \(what) is not JSON or was truncated")
      }
      return json
    case 401, 421:
      throw SyncError(
        .notSignedIn, "Cannot complete \(what): CloudKit refused the account.",
        advice: "Ask the user to sign in again.")
    case 429:
      throw SyncError.throttled(by: "CloudKit", retryAfter: retryAfter)
    case 500...:
      throw SyncError(
        .serverFailed,
        "Cannot complete \(what): CloudKit failed with HTTP status \(response.status).",
        advice: SyncError.nextSyncTriesAgain, retryAfter: retryAfter)
    default: throw badAnswer("HTTP status \(response.status) for \(what)")
    }
  }

  func badAnswer(_ what: String) -> SyncError {
    SyncError(
      .badAnswer,
      "\(HTTPAddress.withoutUser(database.server).absoluteString) sent an invalid answer: \(what).",
      advice: "Check that this is the address of CloudKit. The next sync tries again.")
  }

  /// Creates a zone.
  func makeZone(_ zone: JSONValue) async throws {
    guard database.scope == .private else {
      throw SyncError(
        .invalid, "There is no zone \(database.zone) in the \(database.scope.rawValue) database.",
        advice: "Ask its owner to share it, or specify an existing zone.")
    }
    let operation: JSONValue = ["operationType": "create", "zone": ["zoneID": zone]]
    let answer = try await send("zones/modify", ["operations": [operation]])
    guard let made = try? answer["zones"]?.array.first else {
      throw badAnswer("the answer to creating a zone is empty")
    }
    // Another device may have created it meanwhile.
    if let failure = CloudKitFailure(made), failure.code != "EXISTS" { throw failure }
  }
}
