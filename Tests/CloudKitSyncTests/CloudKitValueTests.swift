import CloudKitSync
import Foundation
import SyncPort
import SyncTesting
import Testing

@Suite("Values in CloudKit's fields")
struct CloudKitValueTests {
  /// Values that CloudKit's field types cannot represent exactly.
  private static let hard: [SyncValue] = [
    .null, .bool(false), .bool(true), .integer(.max), .integer(.min), .integer(1 << 53 + 1),
    .real(0), .real(-0.0), .real(.nan), .real(.signalingNaN), .real(-.nan), .real(.infinity),
    .real(-.infinity), .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), .real(0.1),
    .real(1e22), .decimal(.zero), .decimal(.nan), .decimal(.greatestFiniteMagnitude),
    .decimal(Decimal(string: "0.1") ?? 0), .decimal(Decimal(string: "1234567890.0987654321") ?? 0),
    .text(""), .text(" "), .text("e\u{301}"), .text("\u{e9}"), .text("a\u{0}b"), .text("null"),
    .date(.distantPast), .date(.distantFuture), .date(Date(timeIntervalSinceReferenceDate: .nan)),
    .date(Date(timeIntervalSinceReferenceDate: 1e300)), .date(Date(timeIntervalSince1970: 0)),
    .date(Date(timeIntervalSinceReferenceDate: 0.1)),
    .date(Date(timeIntervalSinceReferenceDate: -0.0)),
    .date(Date(timeIntervalSince1970: 1_700_000_000.123)), .data(Data()), .data(Data([0, 255])),
    .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
    .url(URL(fileURLWithPath: "/a b")), .reference("r-1"), .reference("_x"), .list([]),
    .list([.text("")]), .list([.reference("a"), .reference("b")]), .list([.null]),
    .list([.integer(1), .text("1")]), .list([.list([.integer(1)])]),
    .list([.real(-0.0), .real(1)]),
    .list([.bool(true), .bool(false)]), .composite([:]), .composite(["x": .null]),
    .list([.composite(["a": .integer(1)])]), .file(SyncFile(digest: "00ff", size: .max)),
  ]

  private static func bytes(_ record: SyncRecord) -> Data { SyncCoding.encode(record) }

  @Test func valuesAreReadBackExactly() async throws {
    let place = try await CloudKitTestPlace()
    var fields: [String: SyncValue] = [:]
    for (number, value) in Self.hard.enumerated() { fields["f\(number)"] = value }
    fields["größe"] = .date(Date(timeIntervalSinceReferenceDate: 0.1))
    for name in ["entityName", "moveReceipt", "x_ckAsset", "", "a b", "OSD_types", "_"] {
      fields[name] = .text(name)
    }
    let record = SyncRecord(name: "r", kind: "Spot", fields: fields, marks: "m|n")
    _ = try await place.save(record)
    let read = try #require(try await place.records()["r"])
    for (name, value) in fields {
      let (one, other) = (read.fields[name] ?? .text("missing"), value)
      #expect(SyncCoding.encode(["": one]) == SyncCoding.encode(["": other]), "\(name): \(other)")
    }
    #expect(Self.bytes(read) == Self.bytes(record))
  }

  /// Each value replaces the previous one completely.
  @Test func valuesReplaceEachOther() async throws {
    let place = try await CloudKitTestPlace()
    // A field's type cannot change; values that need no field may follow any value.
    let changes: [[SyncValue]] = [
      [
        .text("a"), .null, .text("b"), .text("a\u{0}"), .text("c"),
        .file(SyncFile(digest: "a", size: 1)),
      ],
      [.real(1), .real(.nan), .real(2), .real(-0.0), .null, .real(0)],
      [.date(.distantPast), .date(Date(timeIntervalSinceReferenceDate: 0.1)), .null],
      [.data(Data([1])), .file(SyncFile(digest: "b", size: 2)), .data(Data()), .null],
      [.list([.text("a")]), .list([]), .list([.text("b"), .text("c")]), .null, .list([.null])],
      [.composite(["a": .integer(1)]), .null, .composite([:])],
    ]
    for (number, values) in changes.enumerated() {
      var record = SyncRecord(name: "r\(number)", kind: "Spot")
      for value in values {
        record.fields["v"] = nil
        record.fields["v\(number)"] = value
        record.tag = try await place.save(record)
        let read = try await place.records()[record.name]
        #expect(read.map(Self.bytes) == Self.bytes(record), "\(value)")
        #expect(read?.tag == record.tag)
      }
    }
  }

  @Test func fieldsHaveTheTypesOfCoreData() async throws {
    let place = try await CloudKitTestPlace()
    let uuid = UUID()
    let date = Date(timeIntervalSince1970: 1_700_000_000.123)
    let values: [String: SyncValue] = [
      "b": .bool(true), "i": .integer(7), "r": .real(0.5), "d": .decimal(2.25), "t": .text("x"),
      "w": .date(date), "n": .data(Data([1, 2])), "u": .uuid(uuid), "o": .reference("other"),
      "l": .list([.text("a"), .text("b")]), "z": .null,
    ]
    _ = try await place.save(SyncRecord(name: "r", kind: "Spot", fields: values, marks: "m"))
    let fields = try await place.fields("r")
    let expected = [
      "CD_entityName": "STRING Spot", "CD_b": "INT64 1", "CD_i": "INT64 7", "CD_r": "DOUBLE 0.5",
      "CD_d": "DOUBLE 2.25", "CD_t": "STRING x", "CD_w": "TIMESTAMP 1700000000123",
      "CD_n": "BYTES AQI=", "CD_u": "STRING \(uuid.uuidString)", "CD_o": "STRING other",
      "OSD_list_l": "STRING_LIST a,b", "OSD_marks": "STRING m",
    ]
    for (name, field) in expected { #expect(fields[name] == field, "\(name)") }
    #expect(
      Set(fields.keys).subtracting(expected.keys) == ["OSD_types", "OSD_values"])
    #expect(await place.server.type("r", user: place.user, zone: place.zone) == "CD_Spot")
  }

  @Test func deeplyNestedValuesAreRefused() async throws {
    let place = try await CloudKitTestPlace()
    let deep = (0..<40).reduce(SyncValue.null) { value, _ in .list([value]) }
    let record = SyncRecord(name: "r", kind: "Spot", fields: ["v": deep])
    guard case .refused(let error)? = try await place.provider.write([.save(record)]).first else {
      throw SyncError(.badAnswer, "written")
    }
    #expect(error.kind == .invalid)
  }

  @Test func recordsHaveTheTypeOfTheRootEntity() async throws {
    let accounts = try await CloudKitTestPlace()
    let token = CloudKitWebToken(await accounts.server.signIn("_x"))
    let provider = CloudKitProvider(
      .init(container: "iCloud.org.example.fake", environment: .production),
      credentials: .user(apiToken: "api/+token=", webToken: token), roots: ["Cave": "Spot"],
      transport: accounts.server.transport)
    _ = try await provider.write([.save(SyncRecord(name: "c", kind: "Cave"))])
    #expect(await accounts.server.type("c", user: "_x", zone: accounts.zone) == "CD_Spot")
    let page = try await provider.changes(since: nil, limit: 10)
    guard case .saved(let record)? = page.changes.first else { throw SyncError(.badAnswer, "none") }
    #expect(record.kind == "Cave")
  }
}
