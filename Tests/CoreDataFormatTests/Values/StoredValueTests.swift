import CSQLite
import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SampleStores
import Testing

@Suite("Stored values")
struct StoredValueTests {
  private func trip(_ value: SQLValue, _ type: AttributeType) throws -> SQLValue {
    try #require(
      TestDatabase().roundTrip([value], through: type.columnType.rawValue).first)
  }

  @Test(arguments: [true, false]) func booleansRoundTrip(value: Bool) throws {
    #expect(StoredValue.decodeBool(try trip(StoredValue.encode(value), .boolean)) == value)
  }

  @Test func integersOfEveryWidthRoundTrip() throws {
    func check<Integer: FixedWidthInteger & SQLScalar>(_ type: Integer.Type) throws {
      for value in [Integer.min, .max, 0, 1, .max / 2 + 1] {
        let back = try trip(StoredValue.encode(value), .integer64)
        #expect(StoredValue.decodeInteger(back) == value)
      }
    }
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt.self)
  }

  @Test func integersThatDoNotFitAreRejected() {
    #expect(StoredValue.decodeInteger(.integer(300), as: UInt8.self) == nil)
    #expect(StoredValue.decodeInteger(.integer(-1), as: UInt32.self) == nil)
    #expect(StoredValue.decodeInteger(.null, as: Int.self) == nil)
  }

  @Test func unsignedIntegersSortByValue() throws {
    let values: [UInt64] = [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max - 1, .max]
    let database = try TestDatabase()
    _ = try database.roundTrip(values.shuffled().map { StoredValue.encode($0) }, through: "INTEGER")
    let order = SQLDialect.sqlite.render(StoredValue.unsignedOrder(of: .raw("V"))).text
    let sorted: [UInt64?] = try database.rows("SELECT V FROM Trip ORDER BY \(order)") {
      StoredValue.decodeInteger(SQLValue(column: 0, of: $0))
    }
    #expect(sorted == values)
  }

  @Test(arguments: [AttributeType.double, .date])
  func realNumbersRoundTrip(type: AttributeType) throws {
    let values: [Double] = [
      0, 1, -1, 0.1, .pi, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
      -.infinity, 1e18, 9.3e18, 9_007_199_254_740_992, 717_171_717.123_456_7,
    ]
    for value in values + values.map(-) {
      #expect(StoredValue.decodeDouble(try trip(StoredValue.encode(value), type)) == value)
    }
    for value in [Double.nan, .signalingNaN, -.nan] {
      let back = try #require(StoredValue.decodeDouble(try trip(StoredValue.encode(value), type)))
      #expect(back.bitPattern == value.bitPattern)
    }
  }

  @Test func floatsRoundTrip() throws {
    for value in [Float.pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -.infinity, 0.1] {
      let back = StoredValue.decodeDouble(try trip(StoredValue.encode(value), .float))
      #expect(back.map(Float.init) == value)
    }
    let back = StoredValue.decodeDouble(try trip(StoredValue.encode(Float.nan), .float))
    #expect(back?.isNaN == true)
  }

  @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.25)])
  func datesRoundTrip(date: Date) throws {
    #expect(StoredValue.decodeDate(try trip(StoredValue.encode(date), .date)) == date)
  }

  @Test(arguments: ["", "a\0b", "\0", "e\u{301}", "é", "👩‍👩‍👧", "123", "1e5", "null"])
  func scalarsOfTextRoundTrip(text: String) throws {
    let back = StoredValue.decodeString(try trip(StoredValue.encode(text), .string))
    #expect(back.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }

  @Test(arguments: [Data(), Data([0]), Data(0...255), Data("text".utf8)])
  func bytesRoundTrip(data: Data) throws {
    #expect(StoredValue.decodeData(try trip(StoredValue.encode(data), .binaryData)) == data)
  }

  @Test func uuidsRoundTrip() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let encoded = StoredValue.encode(uuid)
    let expected = Data((0..<16).map { UInt8($0 * 0x11) })
    #expect(encoded == .blob(expected))
    #expect(StoredValue.decodeUUID(try trip(encoded, .uuid)) == uuid)
    #expect(StoredValue.decodeUUID(.blob(Data([1]))) == nil)
  }

  static let urls: [URL] = {
    let base = URL(string: "https://example.com/a/b?q#f")
    let texts = [
      "https://example.com/", "https://user:word@example.com:80/p%20q?x=%26#frag", "mailto:a@b.c",
      "file:///tmp/x%20y", "x-coredata://store/Item/p1", "../up", "relative/path", "?q=1", "#f",
      "https://müller.example/ü", "data:text/plain,hello",
    ]
    let nested = URL(string: "inner", relativeTo: URL(string: "middle/", relativeTo: base))
    return texts.compactMap { URL(string: $0) }
      + texts.compactMap { URL(string: $0, relativeTo: base) }
      + [
        nested, URL(fileURLWithPath: "relative.txt"),
        URL(fileURLWithPath: "/tmp/a b", isDirectory: true),
        URL(dataRepresentation: Data("http://a.b/c\nd".utf8), relativeTo: nil),
      ].compactMap(\.self)
  }()

  @Test(arguments: urls) func urlsRoundTrip(url: URL) throws {
    let back = try #require(StoredValue.decodeURL(try trip(StoredValue.encode(url), .uri)))
    #expect(back == url)
    #expect(back.absoluteString == url.absoluteString)
    #expect(back.baseURL == url.baseURL)
    #expect(StoredValue.encode(back) == StoredValue.encode(url))
  }

  @Test func plainURLsAreStoredAsText() throws {
    let url = try #require(URL(string: "https://example.com/x"))
    #expect(StoredValue.encode(url) == .text("https://example.com/x"))
  }

  @Test func externalDataIsMarked() {
    let uuid = UUID()
    #expect(ExternalData.inline(Data([7])).storedValue == .blob(Data([1, 7])))
    for value in [ExternalData.inline(Data()), .inline(Data([2, 0])), .file(uuid)] {
      #expect(ExternalData(value.storedValue) == value)
    }
    #expect(
      ExternalData.file(uuid).storedValue
        == .blob(Data([2]) + Data(uuid.uuidString.utf8) + Data([0])))
    #expect(ExternalData(.blob(Data([9]))) == nil)
    #expect(
      ExternalData.folder(forStoreNamed: "default.store") == ".default_SUPPORT/_EXTERNAL_DATA")
  }
}
