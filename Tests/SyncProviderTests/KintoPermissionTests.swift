import Foundation
import KintoSync
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// A bucket that several accounts may write; some may write only records.
@Suite("Accounts that may not do everything at a Kinto")
struct KintoPermissionTests {
  private let ada: KintoPlace
  private let bob: KintoPlace
  private let bucket = "b" + UUID().uuidString.lowercased()
  private let collection = KintoPlace.newCollection()

  /// Ada owns the bucket; Bob may read it and create records.
  init() async throws {
    (ada, bob) = (try await KintoPlace(.postgresql), try await KintoPlace(.postgresql))
    try await put("/buckets/\(bucket)", ["read": [principal(bob)]])
    for name in [collection, collection + "-pieces"] {
      try await put(
        "/buckets/\(bucket)/collections/\(name)", ["record:create": [principal(bob)]])
    }
  }

  private func principal(_ place: KintoPlace) -> String { "account:\(place.user)" }

  private func put(_ path: String, _ permissions: [String: [String]]) async throws {
    let secret = Data("\(ada.user):\(ada.password)".utf8).base64EncodedString()
    let response = try await SystemTransport().send(
      HTTPRequest(
        "PUT", ada.server.appendingPathComponent("v1" + path),
        headers: ["authorization": "Basic \(secret)", "content-type": "application/json"],
        body: JSONEncoder().encode(["permissions": permissions])))
    #expect(response.status == 201, "\(String(decoding: response.body, as: UTF8.self))")
  }

  private func provider(_ place: KintoPlace) -> KintoProvider {
    KintoProvider(
      place.server, bucket: bucket, collection: collection,
      credentials: .basic(user: place.user, password: place.password))
  }

  private func record(_ name: String, _ number: Int64, _ tag: String? = nil) -> SyncRecord {
    SyncRecord(name: name, kind: "K", fields: ["n": .integer(number)], tag: tag)
  }

  /// An account that may not change the collection cannot lock out other writers, but writes
  /// anyway.
  @Test func accountsWriteTheRecordsThatTheyMay() async throws {
    let (owner, other) = (provider(ada), provider(bob))
    let saved = try await other.write([.save(record("a", 1)), .save(record("b", 1))])
    let tags = saved.compactMap { if case .saved(let tag) = $0 { tag } else { nil } }
    try #require(tags.count == 2, "\(saved)")
    let changed = try await other.write([
      .save(record("a", 2, tags[0])), .delete(name: "b", tag: tags[1]),
    ])
    guard case .saved = changed[0], changed[1] == .deleted else {
      Issue.record("\(changed)")
      return
    }
    for provider in [owner, other] {
      let changes = try await provider.changes(since: nil, limit: 10).changes
      #expect(Set(changes.map(\.name)) == ["a", "b"])
    }
    try await other.store(piece: Data([1, 2]), named: "p1-0")
    #expect(try await owner.piece(named: "p1-0") == Data([1, 2]))
  }

  /// A write without permission is refused separately; the rest of the batch is carried out.
  @Test func recordsWithoutPermissionAreRefusedAlone() async throws {
    let (owner, other) = (provider(ada), provider(bob))
    guard case .saved(let tag)? = try await owner.write([.save(record("own", 1))]).first else {
      Issue.record("The owner may not write.")
      return
    }
    let results = try await other.write([.save(record("own", 2, tag)), .save(record("c", 1))])
    guard case .refused(let error) = results[0], case .saved = results[1] else {
      Issue.record("\(results)")
      return
    }
    #expect(error.record == "own", "\(error)")
    #expect(!error.isTransient, "\(error)")
    let changes = try await owner.changes(since: nil, limit: 10).changes
    #expect(changes.contains(.saved(record("own", 1, tag))))
  }
}
