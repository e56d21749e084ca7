// An imitation of CloudKit's web services, written from Apple's archived reference alone. It was never compared
// with Apple's server: what passes here may fail there, and the other way round.

import CloudKitSync
import Foundation
import SyncHTTP
import SyncPort

/// CloudKit's web services in this process, which refuse whatever the reference does not allow.
package actor CloudKitFakeServer {
  package static let container = "iCloud.org.example.fake"
  package static let apiToken = "api/+token="
  package static let keyID = "key-1"
  /// Where assets are sent to and read from.
  static let assetHost = "assets.example.org"

  /// Databases by whose they are; `public` is everybody's.
  var databases: [String: CloudKitFakeDatabase] = [:]
  /// Who signed in, by the tokens that are good for another request.
  var users: [String: String] = [:]
  /// Fields and their types by the types of records.
  var schema: [String: [String: String]] = [:]
  /// Where assets may be sent to, by address.
  var uploads: [String: CloudKitFakeUpload] = [:]
  /// Assets that were sent and are in no record yet, by their receipts.
  var receipts: [String: (upload: CloudKitFakeUpload, bytes: Data)] = [:]
  /// What can be read, by address.
  var downloads: [String: Data] = [:]
  private var lastNumber = 0

  // Switches.

  /// Whether a token that was used goes on being good, as some say that Apple's server has it.
  package var keepsUsedTokens = false
  /// Whether new fields and types are refused, as in production.
  package var hasFixedSchema = false
  /// What requests and records are refused with.
  var plannedFailures: [CloudKitFakeFailure] = []
  /// What was sent.
  package private(set) var requests: [HTTPRequest] = []
  /// Looks at signatures: bytes and signature.
  let verify: @Sendable (Data, Data) -> Bool
  let sha256: @Sendable (Data) -> Data

  package init(
    verify: @escaping @Sendable (Data, Data) -> Bool = { _, _ in false },
    sha256: @escaping @Sendable (Data) -> Data = { _ in Data() }
  ) {
    (self.verify, self.sha256) = (verify, sha256)
    databases["public"] = CloudKitFakeDatabase(zones: ["_defaultZone": CloudKitFakeZone()])
  }

  /// The way to the server.
  package nonisolated var transport: any HTTPTransport { CloudKitFakeTransport(server: self) }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Signs somebody in.
  ///
  /// - Returns: The `ckWebAuthToken`.
  package func signIn(_ user: String) -> String {
    let token = "web/+\(nextNumber())="
    users[token] = user
    if databases[user] == nil {
      databases[user] = CloudKitFakeDatabase(zones: ["_defaultZone": CloudKitFakeZone()])
    }
    return token
  }

  /// Signs everybody out.
  package func signOutAll() { users = [:] }

  package func setKeepsUsedTokens(_ keeps: Bool) { keepsUsedTokens = keeps }
  package func setHasFixedSchema(_ isFixed: Bool) { hasFixedSchema = isFixed }

  func send(_ request: HTTPRequest) -> HTTPResponse {
    requests.append(request)
    if request.url.host == Self.assetHost { return asset(request) }
    var token: String?
    do {
      let call = try CloudKitFakeCall(request)
      let user = try authenticate(call, request, &token)
      try failIfPlanned(call.operation)
      return answer(200, try perform(call, user), token)
    } catch let refusal as CloudKitFakeRefusal {
      var body = refusal.json
      body["uuid"] = "00000000-0000-0000-0000-00000000000\(requests.count % 10)"
      return answer(refusal.status, body, token)
    } catch {
      return HTTPResponse(status: 500)
    }
  }

  private func answer(_ status: Int, _ json: [String: Any], _ token: String?) -> HTTPResponse {
    var headers = ["content-type": "application/json; charset=UTF-8"]
    headers["x-apple-cloudkit-web-auth-token"] = token
    let body = try? JSONSerialization.data(withJSONObject: json)
    return HTTPResponse(status: status, headers: headers, body: body ?? Data())
  }

  private func perform(_ call: CloudKitFakeCall, _ user: String) throws -> [String: Any] {
    switch call.operation {
    case "users/caller", "users/current":
      guard call.body == nil else { throw CloudKitFakeRefusal.badRequest("users are read") }
      return ["userRecordName": user]
    case "records/modify": return try modify(call, owner(call, user))
    case "records/lookup": return try lookUp(call, owner(call, user))
    case "changes/zone": return try changes(call, owner(call, user))
    case "zones/modify": return try modifyZones(call, owner(call, user))
    case "assets/upload": return try grantUploads(call, owner(call, user))
    default: throw CloudKitFakeRefusal("NOT_FOUND", "no operation \(call.operation)")
    }
  }

  /// Whose database is asked.
  private func owner(_ call: CloudKitFakeCall, _ user: String) throws -> String {
    switch call.scope {
    case "public": return "public"
    case "private": return user
    default: throw CloudKitFakeRefusal("ACCESS_DENIED", "nobody shares anything")
    }
  }
}

/// The way to an imitation of CloudKit.
private struct CloudKitFakeTransport: HTTPTransport {
  let server: CloudKitFakeServer

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    // What is sent counts, whether or not somebody waits for the answer.
    let response = await server.send(request)
    if Task.isCancelled { throw SyncError(.cancelled, "The request was cancelled.") }
    return response
  }
}
