import CodableStorage
import DataSchema
import Foundation
import SQLCore
import Testing

@Suite("Scalars")
struct ScalarTests {
  @Test func eachTypeHasItsColumnType() throws {
    let expected: [(any Any.Type, AttributeType)] = [
      (Bool.self, .boolean), (Int.self, .integer64), (Int64.self, .integer64),
      (Int32.self, .integer32), (Int16.self, .integer16), (Int8.self, .integer16),
      (UInt8.self, .integer16), (UInt16.self, .integer32), (UInt32.self, .integer64),
      (UInt.self, .integer64), (UInt64.self, .integer64), (Float.self, .float),
      (Double.self, .double), (CGFloat.self, .double), (Decimal.self, .decimal),
      (Date.self, .date), (String.self, .string), (Character.self, .string),
      (UUID.self, .uuid), (Data.self, .binaryData), (URL.self, .uri),
    ]
    for (type, column) in expected {
      let storage = try PropertyStorage(of: type, named: "p")
      guard case .attribute(let attribute) = storage.property else {
        Issue.record("\(type) is no attribute")
        continue
      }
      #expect(attribute.type == column)
      #expect(attribute.name == "p")
      #expect(!attribute.isOptional)
      #expect(storage.columns == [column])
    }
  }

  @Test func optionalTypesHaveOptionalLeaves() throws {
    let storage = try PropertyStorage(of: Int?.self, named: "p")
    #expect(storage.leaves.map(\.isOptional) == [true])
    #expect(storage.columns == [.integer64])
  }

  @Test func extremeIntegersRoundTrip() throws {
    try expectRoundTrip(Int64.min, Int64.max, 0, -1)
    try expectRoundTrip(Int.min, Int.max)
    try expectRoundTrip(Int32.min, Int32.max)
    try expectRoundTrip(Int16.min, Int16.max)
    try expectRoundTrip(Int8.min, Int8.max)
    try expectRoundTrip(UInt64.min, UInt64.max, 1 << 63)
    try expectRoundTrip(UInt.min, UInt.max)
    try expectRoundTrip(UInt32.min, UInt32.max)
    try expectRoundTrip(UInt16.min, UInt16.max)
    try expectRoundTrip(UInt8.min, UInt8.max)
    try expectRoundTrip(true, false)
    #expect(try columns(of: UInt64.max) == [.integer(-1)])
  }

  @Test(arguments: [
    0.0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, .nan,
    .signalingNaN,
  ])
  func everyBitOfDoublesRoundTrips(_ value: Double) throws {
    #expect(try roundTrip(value).bitPattern == value.bitPattern)
    #expect(try roundTrip(Optional(value))?.bitPattern == value.bitPattern)
  }

  @Test func floatsRoundTrip() throws {
    try expectRoundTrip(
      Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, .infinity, -.infinity)
    #expect(try roundTrip(Float.nan).isNaN)
    #expect(try roundTrip(-0.0 as Float).sign == .minus)
    try expectRoundTrip(CGFloat(0.1), .infinity)
  }

  @Test func nanIsStoredAsItsBytes() throws {
    let stored = try columns(of: Double.nan)
    #expect(stored == [.blob(Data([0x7F, 0xF8, 0, 0, 0, 0, 0, 0]))])
  }

  @Test func datesRoundTrip() throws {
    try expectRoundTrip(
      Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0),
      Date(timeIntervalSinceReferenceDate: 777_036_120.925_461))
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    #expect(try columns(of: date) == [.date(date)])
    #expect(try columns(of: date).map(\.stored) == [.real(1.5)])
  }

  @Test func datesStoredAsIntegersAreRead() throws {
    let codec = try ValueCodec.make(for: Date.self, propertyName: "date")
    #expect(try codec.decode([.integer(60)]) == Date(timeIntervalSinceReferenceDate: 60))
  }

  @Test func decimalsRoundTrip() throws {
    let digits = try #require(Decimal(string: "12345678901234567890.123456789012345678"))
    let small = Decimal(sign: .minus, exponent: -2, significand: 1)
    try expectRoundTrip(
      digits, -digits, 0, 1, Decimal(Int64.max), Decimal(Int64.min), .greatestFiniteMagnitude,
      .leastFiniteMagnitude, .leastNonzeroMagnitude, small)
    #expect(try roundTrip(Decimal.nan).isNaN)
  }

  @Test func textRoundTrips() throws {
    let planes = String(
      String.UnicodeScalarView((0...16).compactMap { Unicode.Scalar($0 << 16 | 0x41) }))
    try expectRoundTrip(
      "", planes, "\0", "a\0b", "e\u{301}", "🇺🇳👩‍👩‍👧‍👧", "\u{FEFF}x", "\u{10FFFF}",
      "'; DROP TABLE ZITEM")
    try expectRoundTrip(String(repeating: "0123456789", count: 1 << 20))
    #expect(Array(try roundTrip("e\u{301}").utf8) == Array("e\u{301}".utf8))
    try expectRoundTrip("a" as Character, "👩‍👩‍👧‍👧", "\0")
  }

  @Test func uuidsDataAndURLsRoundTrip() throws {
    let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    try expectRoundTrip(UUID(), uuid)
    #expect(try columns(of: uuid) == [.uuid(uuid)])
    #expect(try columns(of: uuid).map(\.stored) == [.blob(Data(0..<16))])
    try expectRoundTrip(Data(), Data([0]), Data(repeating: 7, count: 1_000_000))
    let texts = [
      "https://example.org/a%20b?c=d#e", "foo/bar", "file:///tmp/a%20b", "mailto:a@example.org",
      "about:blank", "//host/x",
    ]
    for text in texts { try expectRoundTrip(try #require(URL(string: text))) }
    try expectRoundTrip(URL(fileURLWithPath: "/tmp/a b"))
  }

  @Test func basesOfURLsAreKept() throws {
    let base = try #require(URL(string: "https://example.org/a/"))
    try expectRoundTrip(try #require(URL(string: "b/c", relativeTo: base)))
  }

  @Test func nilDiffersFromZeroAndEmptyValues() throws {
    try expectRoundTrip(nil, 0 as Int?, Int.min)
    try expectRoundTrip(nil, "" as String?, "a")
    try expectRoundTrip(nil, Data() as Data?)
    #expect(try columns(of: nil as UUID?) == [.null])
  }

  @Test func nullOfRequiredValuesIsReadAsZero() throws {
    let codec = try ValueCodec.make(for: Int.self, propertyName: "count")
    #expect(try codec.decode([.null]) == 0)
    let text = try ValueCodec.make(for: String.self, propertyName: "text")
    #expect(try text.decode([.null]) == "")
  }

  @Test func invalidValuesOfATypeAreRefused() throws {
    #expect(throws: CodableStorageError.self) {
      try ValueCodec.make(for: Int8.self, propertyName: "small").decode([.integer(300)])
    }
    #expect(throws: CodableStorageError.self) {
      try ValueCodec.make(for: UUID.self, propertyName: "id").decode([.text("x")])
    }
    #expect(throws: CodableStorageError.self) {
      try ValueCodec.make(for: Character.self, propertyName: "c").decode([.text("ab")])
    }
    #expect(throws: CodableStorageError.self) {
      try ValueCodec.make(for: Int.self, propertyName: "count").decode([])
    }
  }

  @Test func errorNamesTypesWithoutCoding() {
    struct Opaque {}
    #expect {
      try ValueCodec.make(for: Opaque.self, propertyName: "thing")
    } throws: { error in
      let text = String(describing: error)
      return text.contains("'thing'") && text.contains("Opaque")
    }
  }
}
