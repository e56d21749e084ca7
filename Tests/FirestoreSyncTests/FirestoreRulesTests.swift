import FirestoreSync
import Foundation
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// Requests that `firestore.rules` allows.
@Suite(
  "Rules of Firestore",
  .enabled(if: FirestoreEmulator.isInstalled, "Firestore's emulator is not installed"))
struct FirestoreRulesTests {
  /// The HTTP status of committing one document of a zone.
  private func write(
    _ path: String, _ fields: [String: [String: Any]], as user: String?, in zone: EmulatorPlace,
    transform: Bool = false, isDeletion: Bool = false
  ) async throws -> Int {
    let name = "\(root(zone))/users/\(zone.user)/zones/\(zone.place.zone)\(path)"
    var write: [String: Any] = ["update": ["name": name, "fields": fields]]
    if transform {
      write["updateTransforms"] = [["fieldPath": "deletedAt", "setToServerValue": "REQUEST_TIME"]]
    }
    return try await send(
      "commit", ["writes": [isDeletion ? ["delete": name] : write]], as: user, in: zone)
  }

  private func root(_ zone: EmulatorPlace) -> String {
    "projects/\(zone.place.project)/databases/(default)/documents"
  }

  /// Sends a request as the provider of the given user would.
  private func send(
    _ operation: String, _ body: [String: Any], as user: String?, in zone: EmulatorPlace
  ) async throws -> Int {
    let address = "\(zone.place.server.absoluteString)/v1/\(root(zone)):\(operation)"
    var headers = ["content-type": "application/json"]
    if let user {
      let claims = #"{"sub": "\#(user)", "user_id": "\#(user)"}"#
      let words = [#"{"alg": "none"}"#, claims].map {
        Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
      }
      headers["authorization"] = "Bearer \(words.joined(separator: "."))."
    }
    let url = try #require(URL(string: address))
    let data = try JSONSerialization.data(withJSONObject: body)
    return try await SystemTransport().send(
      HTTPRequest("POST", url, headers: headers, body: data)
    ).status
  }

  private static var record: [String: [String: Any]] {
    [
      "seq": ["integerValue": "50"], "kind": ["stringValue": "K"], "marks": ["stringValue": ""],
      "values": ["mapValue": [String: Any]()],
    ]
  }

  @Test func onlyTheOwnerHasAccess() async throws {
    let zone = try EmulatorPlace()
    _ = try await zone.provider().write(saves(["a"]))
    try await zone.provider().store(piece: Data([1]), named: "p")
    for (user, status) in [(zone.user, 200), ("somebody", 403), (nil, 403)] {
      for path in ["", "/records/a", "/pieces/p"] {
        let name = "\(root(zone))/users/\(zone.user)/zones/\(zone.place.zone)\(path)"
        #expect(
          try await send("batchGet", ["documents": [name]], as: user, in: zone) == status)
      }
      let name = "/records/n\(user ?? "")"
      #expect(try await write(name, Self.record, as: user, in: zone) == status)
    }
    // Other documents cannot be read, either.
    let other = ["documents": ["\(root(zone))/users/\(zone.user)", "\(root(zone))/other/a"]]
    #expect(try await send("batchGet", other, as: zone.user, in: zone) == 403)
  }

  @Test func foreignProvidersAreNotPermitted() async throws {
    let zone = try EmulatorPlace()
    _ = try await zone.provider().write(saves(["a"]))
    // Another user's provider, at the documents of the first user.
    let foreign = FirestoreProvider(
      zone.place, .emulator(user: "somebody"), transport: Redirection(to: zone.user))
    for call: () async throws -> Void in [
      { _ = try await foreign.changes(since: nil, limit: 1) },
      { _ = try await foreign.write(saves(["b"])) },
      { try await foreign.store(piece: Data(), named: "p") },
      { _ = try await foreign.piece(named: "p") },
    ] {
      #expect(await error(of: call)?.kind == .notPermitted)
    }
    #expect(try await read(zone.owner).changes.map(\.name) == ["a"])
  }

  @Test func sequenceNumbersOnlyIncrease() async throws {
    let zone = try EmulatorPlace()
    let user = zone.user
    func sequence(_ last: String, _ purged: String, _ generation: String = "g") async throws -> Int
    {
      try await write(
        "",
        [
          "generation": ["stringValue": generation], "seq": ["integerValue": last],
          "purged": ["integerValue": purged],
        ], as: user, in: zone)
    }
    #expect(try await sequence("5", "6") == 403)
    #expect(try await sequence("5", "2") == 200)
    #expect(try await sequence("4", "2") == 403)
    #expect(try await sequence("6", "1") == 403)
    #expect(try await sequence("6", "2", "other") == 403)
    #expect(try await sequence("6", "6") == 200)
    #expect(try await write("", [:], as: user, in: zone, isDeletion: true) == 403)
    #expect(try await write("/records/a", Self.record, as: user, in: zone) == 200)
    #expect(try await write("/records/a", Self.record, as: user, in: zone) == 403)
    var later = Self.record
    later["seq"] = ["integerValue": "51"]
    #expect(try await write("/records/a", later, as: user, in: zone) == 200)
    later["more"] = ["nullValue": NSNull()]
    later["seq"] = ["integerValue": "52"]
    #expect(try await write("/records/a", later, as: user, in: zone) == 403)
  }

  @Test func onlyTombstonesCanBeDeleted() async throws {
    let zone = try EmulatorPlace()
    let user = zone.user
    #expect(try await write("/records/a", Self.record, as: user, in: zone) == 200)
    #expect(try await write("/records/a", [:], as: user, in: zone, isDeletion: true) == 403)
    let number: [String: [String: Any]] = ["seq": ["integerValue": "60"]]
    var early = number
    early["deletedAt"] = ["timestampValue": "2020-01-01T00:00:00Z"]
    #expect(try await write("/records/a", early, as: user, in: zone) == 403)
    #expect(try await write("/records/a", number, as: user, in: zone, transform: true) == 200)
    #expect(try await write("/records/a", [:], as: user, in: zone, isDeletion: true) == 200)
  }
}

/// Redirects requests to the documents of another account.
private struct Redirection: HTTPTransport {
  let account: String

  init(to account: String) { self.account = account }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    let address = request.url.absoluteString.replacingOccurrences(
      of: "users/somebody/", with: "users/\(account)/")
    request.url = URL(string: address) ?? request.url
    request.body = request.body.map {
      Data(
        String(decoding: $0, as: UTF8.self).replacingOccurrences(
          of: "users/somebody/", with: "users/\(account)/"
        ).utf8)
    }
    return try await SystemTransport().send(request)
  }
}
