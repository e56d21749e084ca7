import Foundation
import KintoSync
import RandomTesting
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// A killed process leaves requests that the server carries out after the next process has already
/// written.
@Suite("Requests that a Kinto carries out late")
struct KintoLateRequestTests {
  private let place: KintoPlace
  private let collection = KintoPlace.newCollection()
  private let transport = LateTransport(SystemTransport())
  private let killed: KintoProvider
  private let next: KintoProvider

  init() async throws {
    place = try await KintoPlace(.postgresql)
    killed = place.provider(collection, transport: transport)
    next = place.provider(collection)
    _ = try await next.changes(since: nil, limit: 1)
  }

  @Test func lateRequestsRestoreNoDeletedRecords() async throws {
    try await kill(during: .save(record("a", 1)))
    let tag = try await save(record("a", 1))
    #expect(try await next.write([.delete(name: "a", tag: tag)]) == [.deleted])
    try await transport.deliver()
    #expect(try await place.records(collection).isEmpty)
  }

  @Test func lateSavesReplaceNoNewerVersions() async throws {
    let first = try await save(record("a", 1))
    try await kill(during: .save(record("a", 2, tag: first)))
    let second = try await save(record("a", 3, tag: first))
    try await transport.deliver()
    #expect(try await place.records(collection) == ["a": record("a", 3, tag: second)])
    try await kill(during: .save(record("a", 4, tag: second)))
    #expect(try await next.write([.delete(name: "a", tag: second)]) == [.deleted])
    try await transport.deliver()
    #expect(try await place.records(collection).isEmpty)
  }

  @Test func lateDeletionsKeepRecreatedRecords() async throws {
    let first = try await save(record("a", 1))
    try await kill(during: .delete(name: "a", tag: first))
    #expect(try await next.write([.delete(name: "a", tag: first)]) == [.deleted])
    let second = try await save(record("a", 2))
    try await transport.deliver()
    #expect(try await place.records(collection) == ["a": record("a", 2, tag: second)])
  }

  /// Deleting a deleted record does nothing, and changing it is a conflict.
  @Test func savesOfDeletedRecordsConflict() async throws {
    let tag = try await save(record("a", 1))
    let cursor = try await next.changes(since: nil, limit: 10).cursor
    #expect(try await next.write([.delete(name: "a", tag: tag)]) == [.deleted])
    #expect(try await next.write([.delete(name: "a", tag: tag)]) == [.deleted])
    #expect(try await next.write([.delete(name: "b", tag: tag)]) == [.deleted])
    #expect(try await next.write([.save(record("a", 2, tag: tag))]) == [.conflict(nil)])
    let changes = try await next.changes(since: cursor, limit: 10).changes
    #expect(changes == [.deleted(name: "a")])
    // More than a batch, including a record that is created again.
    let writes = (0..<60).map { SyncWrite.save(record($0 == 30 ? "a" : "r\($0)", 3)) }
    let saved = try await next.write(writes).filter { if case .saved = $0 { true } else { false } }
    #expect(saved.count == 60)
    #expect(try await place.records(collection).count == 60)
  }

  /// The request in the article that purges tombstones.
  @Test func deletionsAreReportedAfterTombstonesArePurged() async throws {
    let tags = [try await save(record("a", 1)), try await save(record("b", 1))]
    let cursor = try await next.changes(since: nil, limit: 10).cursor
    #expect(try await next.write([.delete(name: "a", tag: tags[0])]) == [.deleted])
    let time = Int64(Date().timeIntervalSince1970 * 1_000) + 60_000
    let path = "v1/buckets/default/collections/\(collection)/records"
    var url = try #require(
      URLComponents(
        url: place.server.appendingPathComponent(path), resolvingAgainstBaseURL: false))
    url.queryItems = [
      URLQueryItem(name: "gone", value: "true"),
      URLQueryItem(name: "_before", value: "\"\(time)\""),
    ]
    let secret = Data("\(place.user):\(place.password)".utf8).base64EncodedString()
    let response = try await SystemTransport().send(
      HTTPRequest(
        "DELETE", try #require(url.url), headers: ["authorization": "Basic \(secret)"], body: nil))
    let answer = try JSONSerialization.jsonObject(with: response.body) as? [String: Any]
    let taken = (answer?["data"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
    #expect(response.status == 200)
    #expect(taken == ["a"])
    // A device that did not read the deletion still gets it, and the remaining records are
    // unchanged.
    #expect(
      try await next.changes(since: cursor, limit: 10).changes.contains(.deleted(name: "a")))
    #expect(try await place.records(collection) == ["b": record("b", 1, tag: tags[1])])
    _ = try await save(record("a", 2))
    #expect(try await place.records(collection).count == 2)
  }

  /// Kinto checks a version and then writes; of two writers that know the same version one is
  /// refused anyway.
  @Test func oneOfTwoWritersIsRefused() async throws {
    var tags: [String: String] = [:]
    let names = (0..<3).map { "r\($0)" }
    for name in names { tags[name] = try await save(record(name, 0)) }
    for round in 1...TestRun.count(100, atLeast: 3) {
      let known = tags
      let results = try await withThrowingTaskGroup(of: [SyncWriteResult].self) { group in
        for writer in 0..<3 {
          let writes = names.map { SyncWrite.save(record($0, round * 10 + writer, tag: known[$0])) }
          let provider = place.provider(collection)
          group.addTask { try await provider.write(writes) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for (index, name) in names.enumerated() {
        let saved = results.compactMap { if case .saved(let tag) = $0[index] { tag } else { nil } }
        #expect(saved.count <= 1, "\(saved.count) writers of \(name)")
      }
      tags = try await place.records(collection).mapValues { $0.tag ?? "" }
    }
  }

  private func record(_ name: String, _ number: Int, tag: String? = nil) -> SyncRecord {
    SyncRecord(name: name, kind: "K", fields: ["n": .integer(Int64(number))], tag: tag)
  }

  private func save(_ record: SyncRecord) async throws -> String {
    guard case .saved(let tag)? = try await next.write([.save(record)]).first else {
      throw SyncError(.badAnswer, "\(record.name) was not written")
    }
    return tag
  }

  /// Sends a write that arrives when the test lets the transport deliver it.
  private func kill(during write: SyncWrite) async throws {
    transport.hold()
    await #expect(throws: SyncError.self) { try await killed.write([write]) }
  }
}
