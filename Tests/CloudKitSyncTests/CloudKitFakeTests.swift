import Foundation
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// The fake server rejects requests outside CloudKit's reference; otherwise tests against it would
/// prove nothing.
@Suite("An imitation of CloudKit")
struct CloudKitFakeTests {
  private let zone = #""zoneID": {"zoneName": "z"}"#

  /// The error code that a signed-in user receives.
  private func code(
    _ operation: String, _ body: String, database: String = "private", method: String = "POST",
    server: CloudKitFakeServer = CloudKitFakeServer()
  ) async throws -> String? {
    let token = await server.signIn("_u")
    let escaped = [CloudKitFakeServer.apiToken, token].map {
      $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    return try await code(
      "\(database)/\(operation)?ckAPIToken=\(escaped[0])&ckWebAuthToken=\(escaped[1])", body,
      method, server)
  }

  private func code(
    _ path: String, _ body: String, _ method: String, _ server: CloudKitFakeServer
  ) async throws -> String? {
    let root =
      "https://api.apple-cloudkit.com/database/1/\(CloudKitFakeServer.container)/development/"
    let response = try await server.transport.send(
      HTTPRequest(
        method, try #require(URL(string: root + path)),
        headers: ["content-type": "application/json"],
        body: method == "GET" ? nil : Data(body.utf8)))
    let json = try JSONSerialization.jsonObject(with: response.body) as? [String: Any] ?? [:]
    #expect((response.status == 200) == (json["serverErrorCode"] == nil))
    return json["serverErrorCode"] as? String
  }

  private func modify(_ operations: String) -> String {
    #"{"operations": [\#(operations)], \#(zone), "atomic": false}"#
  }

  private func create(_ name: String, _ fields: String, type: String = "T") -> String {
    #"{"operationType": "create", "record": {"recordName": "\#(name)", "recordType": "\#(type)","#
      + #" "fields": {\#(fields)}}}"#
  }

  private func serverWithZone() async throws -> CloudKitFakeServer {
    let server = CloudKitFakeServer()
    let body = #"{"operations": [{"operationType": "create", "zone": {\#(zone)}}]}"#
    #expect(try await code("zones/modify", body, server: server) == nil)
    return server
  }

  @Test func strangersAreRefused() async throws {
    let server = CloudKitFakeServer()
    #expect(try await code("private/users/caller", "", "GET", server) == "AUTHENTICATION_FAILED")
    let api = "ckAPIToken=api%2F%2Btoken%3D"
    let path = "public/users/caller?\(api)"
    #expect(try await code(path, "", "GET", server) == "AUTHENTICATION_REQUIRED")
    let token = "ckWebAuthToken=" + (await server.signIn("_u"))
    let escaped = token.replacingOccurrences(of: "/", with: "%2F")
      .replacingOccurrences(of: "+", with: "%2B")
    #expect(try await code("\(path)&\(escaped)", "", "GET", server) == nil)
    // The token is valid for one request.
    #expect(try await code("\(path)&\(escaped)", "", "GET", server) == "AUTHENTICATION_FAILED")
  }

  @Test func unknownOperationsAreRefused() async throws {
    #expect(try await code("records/frobnicate", "{}") == "NOT_FOUND")
    #expect(try await code("records/modify", "[]") == "BAD_REQUEST")
    #expect(try await code("records/modify", "{", database: "nobodys") == "BAD_REQUEST")
    #expect(try await code("records/modify", "{}", method: "PUT") == "BAD_REQUEST")
    #expect(try await code("records/modify", #"{"whatever": 1}"#) == "BAD_REQUEST")
    #expect(try await code("users/caller", "{}") == "BAD_REQUEST")
  }

  @Test(arguments: [
    #""f": {"value": "x"}"#, #""f": {"type": "INT64", "value": "1"}"#,
    #""f": {"type": "INT64", "value": 1.5}"#, #""f": {"type": "STRING", "value": 1}"#,
    #""f": {"type": "BYTES", "value": "*"}"#, #""f": {"type": "STRING_LIST", "value": []}"#,
    #""f": {"type": "STRING_LIST", "value": ["a", 1]}"#, #""_f": {"type": "INT64", "value": 1}"#,
    #""ö": {"type": "INT64", "value": 1}"#, #""f": {"type": "INT64", "value": 1, "more": 1}"#,
    #""f": {"type": "ASSETID", "value": {"size": 1}}"#, #""f": {"type": "NUMBER", "value": 1}"#,
  ])
  func invalidFieldsAreRefused(_ fields: String) async throws {
    let server = try await serverWithZone()
    let body = modify(create("a", fields))
    #expect(try await code("records/modify", body, server: server) == "BAD_REQUEST")
  }

  @Test func invalidRecordsAreRefused() async throws {
    let server = try await serverWithZone()
    let bad = [
      create("_a", ""), create("", ""), create("a", "", type: "1"), create("ä", ""),
      create("a", "") + "," + create("a", ""),
      (0...200).map { create("r\($0)", "") }.joined(separator: ","), "",
      #"{"operationType": "update", "record": {"recordName": "a", "recordType": "T"}}"#,
      #"{"operationType": "forget", "record": {"recordName": "a", "recordType": "T"}}"#,
    ]
    for operations in bad {
      let body = modify(operations)
      #expect(try await code("records/modify", body, server: server) == "BAD_REQUEST")
    }
    #expect(try await code("records/modify", modify(create("a", "")), server: server) == nil)
    let missing = #"{"operations": [\#(create("a", ""))], "zoneID": {"zoneName": "other"}}"#
    #expect(try await code("records/modify", missing, server: server) == "ZONE_NOT_FOUND")
  }
}
