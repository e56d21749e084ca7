import Foundation
import RandomTesting
import SyncHTTP
import SyncPort
import Testing

@testable import FirestoreSync

@Suite("Values in documents")
struct FirestoreValueTests {
  /// The fields after encoding to JSON and decoding.
  private func sent(_ fields: [String: FirestoreField]) throws -> [String: FirestoreField] {
    let bytes = try JSONValue.object(fields.mapValues(\.json)).data()
    return try FirestoreField.fields(JSONValue(bytes))
  }

  private func expectKept(_ values: [String: SyncValue]) throws {
    let back = FirestoreValue.values(try sent(FirestoreValue.fields(values)))
    // The encoded bytes distinguish bit patterns that compare equal as values.
    #expect(SyncCoding.encode(back ?? [:]) == SyncCoding.encode(values), "\(values)")
  }

  @Test func valuesAreReadBackExactly() throws {
    let url = try #require(URL(string: "https://a.b/c?d=%20#e"))
    let values: [SyncValue] = [
      .null, .bool(true), .bool(false), .integer(.min), .integer(.max), .real(0), .real(-0.0),
      .real(.nan), .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude),
      .real(.greatestFiniteMagnitude), .real(1e22), .real(1), .real(-1e15), .real(123_456_789e10),
      .real(Double(bitPattern: 0x7FF8_0000_0000_0001)),
      .date(Date(timeIntervalSinceReferenceDate: .nan)),
      .date(Date(timeIntervalSinceReferenceDate: 0.1)), .date(.distantPast),
      .decimal(Decimal(string: "-12345678901234567890.123456789") ?? 0), .decimal(0),
      .decimal(Decimal.greatestFiniteMagnitude), .decimal(.nan), .text(""), .text("a\u{0}b"),
      .text("e\u{301}🦅\n"),
      .data(Data()), .data(Data(0...255)), .uuid(UUID()), .url(url), .reference("r"),
      .file(SyncFile(digest: "ab", size: .max)), .list([]),
      .list([.list([.list([])]), .list([.null]), .real(-0.0)]), .composite([:]),
      .composite(["": .null, "__a__": .bool(true), "~": .text("x"), "a.b`c/d": .list([])]),
    ]
    for value in values { try expectKept(["v": value]) }
  }

  @Test func randomNumbersAreKept() throws {
    var generator = SeededGenerator(seed: TestRun.seed(1))
    for _ in 0..<TestRun.count(20_000) {
      let number = Double(bitPattern: generator.next())
      // A signalling NaN becomes quiet whenever it is copied.
      if number.isSignalingNaN { continue }
      try expectKept([
        "r": .real(number), "d": .date(Date(timeIntervalSinceReferenceDate: number)),
        "i": .integer(Int64(bitPattern: generator.next())),
      ])
    }
  }

  @Test func namesOfAllKindsAreKept() throws {
    let names = ["", "__name__", "__", "~", "~YQ", "größe", "a\u{0}", "a.b", "`", "\\", " "]
    var values: [String: SyncValue] = [:]
    for name in names { values[name] = .text(name) }
    try expectKept(values)
    for name in FirestoreValue.fields(values).keys {
      #expect(!name.isEmpty)
      #expect(!name.hasPrefix("__"))
      #expect(!name.utf8.contains(0))
    }
  }

  /// Firestore allows 20 levels.
  @Test(arguments: [1, 8, 16, 25]) func deepValuesAreKept(_ depth: Int) throws {
    var (list, parts) = (SyncValue.list([.integer(1)]), SyncValue.composite(["a": .integer(1)]))
    for _ in 1..<depth { (list, parts) = (.list([list, .null]), .composite(["a": parts])) }
    let values = ["list": list, "parts": parts]
    try expectKept(values)
    for field in FirestoreValue.fields(values).values { #expect(field.levels <= 17) }
  }

  @Test func simpleValuesUseFirestoresTypes() {
    #expect(FirestoreValue.field(.integer(3)) == .integer(3))
    #expect(FirestoreValue.field(.real(0.5)) == .double(0.5))
    #expect(FirestoreValue.field(.text("a")) == .text("a"))
    #expect(FirestoreValue.field(.data(Data([1]))) == .bytes(Data([1])))
    #expect(FirestoreValue.field(.list([.null, .bool(true)])) == .list([.null, .bool(true)]))
    let date = SyncValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
    #expect(FirestoreValue.field(date) == .map(["date": .double(0.5)]))
  }

  @Test(arguments: [
    #"{"v": {"timestampValue": "2026-01-01T00:00:00Z"}}"#, #"{"v": {"geoPointValue": {}}}"#,
    #"{"v": {"mapValue": {}}}"#,
    #"{"v": {"mapValue": {"fields": {"uuid": {"stringValue": "x"}}}}}"#,
    #"{"v": {"mapValue": {"fields": {"coded": {"bytesValue": "AAEC"}}}}}"#,
    #"{"~!": {"nullValue": null}}"#, #"{"v": {}}"#,
  ])
  func foreignFieldsAreNotValues(_ text: String) throws {
    let fields = try FirestoreField.fields(JSONValue(Data(text.utf8)))
    #expect(FirestoreValue.values(fields) == nil)
  }

  @Test(arguments: [
    #"{"v": {"integerValue": "1e3"}}"#, #"{"v": {"doubleValue": "many"}}"#,
    #"{"v": {"bytesValue": "?"}}"#, #"{"v": 1}"#,
  ])
  func invalidFieldsAreRefused(_ text: String) {
    #expect(throws: JSONError.self) {
      try FirestoreField.fields(JSONValue(Data(text.utf8)))
    }
  }
}
