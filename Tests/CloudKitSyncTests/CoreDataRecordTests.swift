import CloudKitSync
import Foundation
import SyncPort
import SyncTesting
import Testing

@Suite("Records that Core Data wrote")
struct CoreDataRecordTests {
  private let name = "6C1A3F4E-0000-4000-8000-000000000001"

  @Test func coreDataRecordsAreReadByTheirTypes() async throws {
    let place = try await CloudKitTestPlace.withZone()
    try await place.put(
      name,
      """
      {"CD_entityName": {"type": "STRING", "value": "Spot"},
       "CD_name": {"type": "STRING", "value": "Village"},
       "CD_visits": {"type": "INT64", "value": 9223372036854775807},
       "CD_height": {"type": "DOUBLE", "value": 0.1},
       "CD_seen": {"type": "TIMESTAMP", "value": 1700000000123},
       "CD_icon": {"type": "BYTES", "value": "AAE="},
       "CD_world": {"type": "STRING", "value": "ABC"},
       "CD_moveReceipt": {"type": "BYTES", "value": "AAE="},
       "CD_empty": {"type": "STRING", "value": ""},
       "other": {"type": "STRING", "value": "not Core Data's"}}
      """)
    let record = try #require(try await place.records()[name])
    #expect(record.kind == "Spot")
    #expect(record.marks.isEmpty)
    #expect(
      record.fields == [
        "name": .text("Village"), "visits": .integer(.max), "height": .real(0.1),
        "seen": .date(Date(timeIntervalSince1970: 1_700_000_000.123)),
        "icon": .data(Data([0, 1])), "world": .text("ABC"), "empty": .text(""),
      ])
  }

  /// Core Data's changes are applied, and unchanged fields stay exact.
  @Test func changesOfCoreDataAreApplied() async throws {
    let place = try await CloudKitTestPlace()
    let exact = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
    let values: [String: SyncValue] = [
      "kept": .date(exact), "moved": .date(exact), "nothing": .null, "gone": .text("x"),
      "number": .real(.nan), "id": .uuid(UUID()), "flag": .bool(true), "price": .decimal(0.1),
      "list": .list([]), "far": .reference("a"), "large": .file(SyncFile(digest: "a", size: 9)),
    ]
    _ = try await place.save(SyncRecord(name: "r", kind: "Spot", fields: values, marks: "m"))
    let id = UUID()
    try await place.put(
      "r",
      """
      {"CD_moved": {"type": "TIMESTAMP", "value": 5000},
       "CD_nothing": {"type": "STRING", "value": "now something"},
       "CD_gone": {"value": null},
       "CD_number": {"type": "DOUBLE", "value": 2.5},
       "CD_id": {"type": "STRING", "value": "\(id.uuidString)"},
       "CD_flag": {"type": "INT64", "value": 0},
       "CD_price": {"type": "DOUBLE", "value": 0.2},
       "CD_far": {"type": "STRING", "value": "b"},
       "CD_large": {"type": "BYTES", "value": "AA=="}}
      """)
    let record = try #require(try await place.records()["r"])
    #expect(
      record.fields == [
        "kept": .date(exact), "moved": .date(Date(timeIntervalSince1970: 5)),
        "nothing": .text("now something"), "gone": .null, "number": .real(2.5), "id": .uuid(id),
        "flag": .bool(false), "price": .decimal(Decimal(string: "0.2") ?? 0), "list": .list([]),
        "far": .reference("b"), "large": .data(Data([0])),
      ])
    #expect(record.marks == "m")
  }

  /// Writing keeps fields of other programs in the record.
  @Test func foreignFieldsAreKept() async throws {
    let place = try await CloudKitTestPlace.withZone()
    try await place.put(
      name,
      """
      {"CD_entityName": {"type": "STRING", "value": "Spot"},
       "CD_name": {"type": "STRING", "value": "a"},
       "CD_moveReceipt": {"type": "BYTES", "value": "AAE="}}
      """)
    var record = try #require(try await place.records()[name])
    record.fields["name"] = .text("b")
    _ = try await place.save(record)
    let fields = try await place.fields(name)
    #expect(fields["CD_moveReceipt"] == "BYTES AAE=")
    #expect(fields["CD_name"] == "STRING b")
  }

  @Test func recordsThatAreNotRowsAreIgnored() async throws {
    let place = try await CloudKitTestPlace.withZone()
    try await place.put(
      "m", #"{"CD_recordNames": {"type": "STRING", "value": "a:b"}}"#, type: "CDMR")
    try await place.put("cloudkit.zoneshare", "{}", type: "cloudkit.share")
    try await place.put("a.b", "{}")
    #expect(try await place.records().isEmpty)
    // A record of another type under the same name is not a version of this record.
    let result = try await place.provider.write([.save(SyncRecord(name: "m", kind: "Spot"))])
    guard case .refused(let error)? = result.first else { throw SyncError(.badAnswer, "written") }
    #expect(error.kind == .invalid)
    #expect(error.record == "m")
  }

  @Test func damagedRecordsAreReported() async throws {
    let place = try await CloudKitTestPlace.withZone()
    try await place.put("d", #"{"OSD_values": {"type": "BYTES", "value": "/////w=="}}"#)
    let changes = try await place.provider.changes(since: nil, limit: 10).changes
    guard case .unreadable(let record)? = changes.first, changes.count == 1 else {
      throw SyncError(.badAnswer, "\(changes)")
    }
    #expect(record.name == "d")
    #expect(record.reason.kind == .badAnswer)
    #expect(record.reason.record == "d")
  }
}
