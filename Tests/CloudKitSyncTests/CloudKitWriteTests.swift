import CloudKitSync
import Foundation
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@Suite("Writing to CloudKit")
struct CloudKitWriteTests {
  private func records(_ count: Int, _ text: String = "") -> [SyncWrite] {
    (0..<count).map {
      .save(SyncRecord(name: "r\($0)", kind: "K", fields: ["v": .text(text)]))
    }
  }

  private func savedCount(_ results: [SyncWriteResult]) -> Int {
    results.count { if case .saved = $0 { true } else { false } }
  }

  @Test func writesCreateTheZone() async throws {
    let place = try await CloudKitTestPlace()
    #expect(savedCount(try await place.provider.write(records(3))) == 3)
    #expect(await place.count("zones/modify") == 1)
    #expect(try await place.records().count == 3)
  }

  @Test func batchesStayWithinCloudKitsLimits() async throws {
    let place = try await CloudKitTestPlace.withZone()
    #expect(savedCount(try await place.provider.write(records(450))) == 450)
    #expect(await place.count("records/modify") == 3)
    // A request carries at most one megabyte of values.
    let large = try await place.provider.write(
      (0..<5).map {
        .save(
          SyncRecord(
            name: "l\($0)", kind: "K",
            fields: ["v": .text(String(repeating: "x", count: 400_000))]))
      })
    #expect(savedCount(large) == 5)
    #expect(await place.count("records/modify") == 6)
  }

  @Test func recordsThatAreTooLargeAreRefused() async throws {
    let place = try await CloudKitTestPlace.withZone()
    // Large texts are stored in an asset.
    let bytes = Data(repeating: 1, count: 1_000_000)
    let writes =
      [SyncWrite.save(SyncRecord(name: "big", kind: "K", fields: ["v": .data(bytes)]))] + records(1)
    let results = try await place.provider.write(writes)
    guard case .refused(let error) = results[0] else { throw SyncError(.badAnswer, "written") }
    #expect(error.kind == .recordTooLarge)
    #expect(error.record == "big")
    #expect(savedCount(results) == 1)
    #expect(try await place.provider.write([writes[0]]) == [results[0]])
    // The oversized record was not sent.
    #expect(await place.count("records/modify") == 1)
    #expect(await place.server.requests.allSatisfy { ($0.body?.count ?? 0) < 1_000_000 })
    let largest = place.provider.capabilities.maximumRecordSize ?? 0
    let fitting = SyncRecord(
      name: "fit", kind: "K", fields: ["v": .text(String(repeating: "x", count: largest))],
      marks: String(repeating: "m", count: 5_000))
    _ = try await place.save(fitting)
  }

  /// A request of which something is refused says nothing of the others in it.
  @Test func aRefusedBatchIsSentInParts() async throws {
    let place = try await CloudKitTestPlace.withZone()
    _ = try await place.save(SyncRecord(name: "first", kind: "K", fields: ["v": .text("")]))
    await place.server.failRequests("BAD_REQUEST", of: "records/modify")
    #expect(savedCount(try await place.provider.write(records(9))) == 9)
    #expect(await place.count("records/modify") == 1 + 3)
    // The first of nine is refused with the nine, with four, with two, and alone.
    await place.server.failRequests("BAD_REQUEST", of: "records/modify", times: 4)
    let others = (0..<9).map { SyncWrite.save(SyncRecord(name: "s\($0)", kind: "K")) }
    let results = try await place.provider.write(others)
    guard case .refused(let error) = results[0] else {
      throw SyncError(.badAnswer, "\(results)")
    }
    #expect(error.kind == .invalid)
    #expect(error.record == "s0")
    #expect(savedCount(Array(results.dropFirst())) == 8)
    #expect(await place.count("records/modify") == 4 + 7)
  }

  /// If the server refuses everything, no single record is blamed.
  @Test func refusalsOfEverythingBlameNoRecord() async throws {
    let place = try await CloudKitTestPlace.withZone()
    await place.server.failRequests("BAD_REQUEST", of: "records/modify", times: 100)
    let thrown = await error(of: { _ = try await place.provider.write(records(4)) })
    #expect(thrown?.kind == .invalid)
  }

  @Test func recordsOutsideAProductionSchemaAreRefused() async throws {
    let place = try await CloudKitTestPlace.withZone()
    let record = SyncRecord(name: "a", kind: "K", fields: ["v": .text(""), "l": .list([])])
    _ = try await place.save(record)
    await place.server.setHasFixedSchema(true)
    _ = try await place.save(SyncRecord(name: "b", kind: "K", fields: ["v": .text("x")]))
    let results = try await place.provider.write([
      .save(SyncRecord(name: "c", kind: "K", fields: ["unknown": .text("x")])),
      .save(SyncRecord(name: "d", kind: "K", fields: ["v": .integer(1)])),
    ])
    for result in results {
      guard case .refused(let error) = result else { throw SyncError(.badAnswer, "\(result)") }
      #expect(error.kind == .invalid)
      #expect(error.advice?.contains("schema") ?? false)
    }
  }

  @Test func earlierResultsSurviveAFailedRequest() async throws {
    let place = try await CloudKitTestPlace.withZone()
    await place.server.failRequests("INTERNAL_ERROR", of: "records/modify", after: 1)
    let results = try await place.provider.write(records(250))
    #expect(savedCount(results) == 200)
    #expect(results.suffix(50).allSatisfy { $0 == .postponed })
  }

  @Test func recordsThatCannotBeLookedUpArePostponed() async throws {
    let place = try await CloudKitTestPlace.withZone()
    _ = try await place.provider.write(records(1))
    await place.server.failRequests("INTERNAL_ERROR", of: "records/lookup")
    let results = try await place.provider.write(records(2))
    #expect(results.first == .postponed)
    #expect(savedCount(results) == 1)
  }

  @Test func reservedNamesCanBeWritten() async throws {
    let place = try await CloudKitTestPlace.withZone()
    var record = SyncRecord(name: "_a", kind: "Ort-é", fields: ["v": .integer(1)])
    record.tag = try await place.save(record)
    #expect(try await place.records() == ["_a": record])
    let deletion = SyncWrite.delete(name: "_a", tag: record.tag ?? "")
    #expect(try await place.provider.write([deletion]) == [.deleted])
    let page = try await place.provider.changes(since: nil, limit: 10)
    #expect(page.changes == [.deleted(name: "_a")])
  }
}
