// Part of a simulation of CloudKit that was never compared with Apple's server.

import Foundation
import SyncHTTP

extension CloudKitFakeServer {
  /// Authenticates a request.
  ///
  /// - Parameters:
  ///   - call: The parsed request.
  ///   - request: The request.
  ///   - token: Receives the token for the next request.
  /// - Returns: The record name of the user.
  /// - Throws: `CloudKitFakeRefusal` if the credentials are invalid.
  func authenticate(
    _ call: CloudKitFakeCall, _ request: HTTPRequest, _ token: inout String?
  ) throws -> String {
    if let keyID = request.headers["x-apple-cloudkit-request-keyid"] {
      try checkSignature(call, request, keyID)
      return "_server"
    }
    guard call.query["ckAPIToken"] == Self.apiToken else {
      throw CloudKitFakeRefusal("AUTHENTICATION_FAILED", "no such API token")
    }
    guard let given = call.query["ckWebAuthToken"] else {
      throw CloudKitFakeRefusal("AUTHENTICATION_REQUIRED", "request needs authorization")
    }
    guard let user = users[given] else {
      throw CloudKitFakeRefusal("AUTHENTICATION_FAILED", "the web token is unknown, or was used")
    }
    if !keepsUsedTokens { users[given] = nil }
    let next = "web/+\(nextNumber())="
    users[next] = user
    token = next
    return user
  }

  private func checkSignature(
    _ call: CloudKitFakeCall, _ request: HTTPRequest, _ keyID: String
  ) throws {
    guard keyID == Self.keyID, call.query.isEmpty else {
      throw CloudKitFakeRefusal("AUTHENTICATION_FAILED", "no such key")
    }
    guard call.scope == "public" else {
      throw CloudKitFakeRefusal("ACCESS_DENIED", "keys reach the public database alone")
    }
    let date = request.headers["x-apple-cloudkit-request-iso8601date"] ?? ""
    let isDate =
      date.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil
    let digest = sha256(request.body ?? Data()).base64EncodedString()
    let message = Data("\(date):\(digest):\(call.path)".utf8)
    let text = request.headers["x-apple-cloudkit-request-signaturev1"] ?? ""
    guard isDate, let signature = Data(base64Encoded: text), verify(message, signature) else {
      throw CloudKitFakeRefusal("AUTHENTICATION_FAILED", "the signature is wrong")
    }
  }
}
