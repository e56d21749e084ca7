// A simulation of CloudKit's web services, based only on Apple's archived reference. It was never
// compared with Apple's server: requests that succeed here may fail there, and vice versa.

import CloudKitSync
import Foundation
import SyncHTTP
import SyncPort

/// CloudKit's web services in this process, which reject everything that the reference does not
/// allow.
package actor CloudKitFakeServer {
  package static let container = "iCloud.org.example.fake"
  package static let apiToken = "api/+token="
  package static let keyID = "key-1"
  /// The host for uploads and downloads of assets.
  static let assetHost = "assets.example.org"

  /// Databases by owner; `public` is the shared one.
  var databases: [String: CloudKitFakeDatabase] = [:]
  /// The signed-in users, by the tokens that are valid for another request.
  var users: [String: String] = [:]
  /// Fields and their types, by record type.
  var schema: [String: [String: String]] = [:]
  /// The permitted uploads, by address.
  var uploads: [String: CloudKitFakeUpload] = [:]
  /// Uploaded assets that do not belong to a record yet, by receipt.
  var receipts: [String: (upload: CloudKitFakeUpload, bytes: Data)] = [:]
  /// The available downloads, by address.
  var downloads: [String: Data] = [:]
  private var lastNumber = 0

  // Settings.

  /// Whether used tokens stay valid, as Apple's server reportedly does it.
  package var keepsUsedTokens = false
  /// Whether new fields and types are rejected, as in the production environment.
  package var hasFixedSchema = false
  /// The planned failures of requests and records.
  var plannedFailures: [CloudKitFakeFailure] = []
  /// The received requests.
  package private(set) var requests: [HTTPRequest] = []
  /// Verifies a signature of some bytes.
  let verify: @Sendable (Data, Data) -> Bool
  let sha256: @Sendable (Data) -> Data

  package init(
    verify: @escaping @Sendable (Data, Data) -> Bool = { _, _ in false },
    sha256: @escaping @Sendable (Data) -> Data = { _ in Data() }
  ) {
    (self.verify, self.sha256) = (verify, sha256)
    databases["public"] = CloudKitFakeDatabase(zones: ["_defaultZone": CloudKitFakeZone()])
  }

  /// The transport to the server.
  package nonisolated var transport: any HTTPTransport { CloudKitFakeTransport(server: self) }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Signs a user in.
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

  /// Signs all users out.
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

  /// The owner of the requested database.
  private func owner(_ call: CloudKitFakeCall, _ user: String) throws -> String {
    switch call.scope {
    case "public": return "public"
    case "private": return user
    default: throw CloudKitFakeRefusal("ACCESS_DENIED", "nobody shares anything")
    }
  }
}

/// The transport to a CloudKit simulation.
private struct CloudKitFakeTransport: HTTPTransport {
  let server: CloudKitFakeServer

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    // The request takes effect even if the caller no longer waits for the answer.
    let response = await server.send(request)
    if Task.isCancelled { throw SyncError(.cancelled, "The request was cancelled.") }
    return response
  }
}
