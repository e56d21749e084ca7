import CodableStorage
import DataSchema
import Foundation
import SQLCore
import Testing

private enum Suit: String, Codable { case hearts, spades }
private struct Point: Codable, Hashable {
  var x = 0.0
  var y: Double?
}

@Suite("Collections")
struct CollectionTests {
  /// The `tags` column of a store that an app on iOS 26 wrote.
  private static let appleArchive: [UInt8] =
    Array("bplist00".utf8) + [0xD4, 1, 2, 3, 4, 5, 6, 7, 10]
    + Array("X$versionY$archiverT$topX$objects".utf8) + [0x12, 0, 1, 0x86, 0xA0, 0x5F, 0x10, 15]
    + Array("NSKeyedArchiver".utf8) + [0xD1, 8, 9] + Array("Troot".utf8)
    + [0x80, 1, 0xA2, 11, 12] + Array("U$nullB[]".utf8)
    + [8, 0x11, 0x1A, 0x24, 0x29, 0x32, 0x37, 0x49, 0x4C, 0x51, 0x53, 0x56, 0x5C]
    + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 13] + Array(repeating: 0, count: 15) + [0x5F]

  @Test func arraysAreStoredAsAppleArchivesThem() throws {
    let apple = SQLValue.blob(Data(Self.appleArchive))
    #expect(try columns(of: [String]()) == [apple])
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    #expect(codec.columns == [.transformable])
    #expect(try codec.decode([apple]) == [])
  }

  @Test(arguments: [0, 1, 10, 11, 12, 70, 200, 240, 250, 300, 65_000, 65_430, 70_000])
  func propertyListsOfAnyLengthAreWritten(_ length: Int) throws {
    let value = [String(repeating: "x", count: length)]
    guard case .blob(let archive) = try columns(of: value)[0] else {
      Issue.record("no blob")
      return
    }
    let list = try PropertyListSerialization.propertyList(from: archive, format: nil)
    let objects = (list as? [String: Any])?["$objects"] as? [Any]
    #expect(objects?.last as? Data == Data(#"["\#(value[0])"]"#.utf8))
    try expectRoundTrip(value)
  }

  @Test func collectionsRoundTrip() throws {
    try expectRoundTrip(["a", "", "\0", "\"\\/", "🇺🇳"], [])
    try expectRoundTrip([1.5, -0.0, .infinity, -.infinity, 1e300], [])
    try expectRoundTrip([UInt8.min, .max])
    try expectRoundTrip([nil, 1, nil] as [Int?])
    try expectRoundTrip([[1], [], [2, 3]])
    try expectRoundTrip(Set([1, 2, 3]), [])
    try expectRoundTrip(["a": 1, "": 2], [:])
    try expectRoundTrip([1: "a", .max: "b"])
    try expectRoundTrip([Suit.hearts: [1], .spades: []])
    try expectRoundTrip([Suit.hearts, .spades])
    try expectRoundTrip([Point(x: 1, y: nil), Point(x: 2, y: 3)])
    try expectRoundTrip(Set([Point(x: 1, y: 2)]))
    try expectRoundTrip([Date(timeIntervalSinceReferenceDate: 0.1)])
    try expectRoundTrip([UUID(), UUID()])
    try expectRoundTrip([Data([1, 2, 3])])
    try expectRoundTrip([Decimal(string: "0.1"), nil])
    try expectRoundTrip(ContiguousArray([1, 2]))
    #expect(try roundTrip([Double.nan])[0].isNaN)
  }

  @Test func nilIsStoredAsNull() throws {
    try expectRoundTrip(nil, [] as [String]?, ["a"])
    #expect(try columns(of: nil as Set<Int>?) == [.null])
  }

  @Test func plainTextIsRead() throws {
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    #expect(try codec.decode([.blob(Data(#"["a"]"#.utf8))]) == ["a"])
    #expect(try codec.decode([.text(#"["a"]"#)]) == ["a"])
  }

  @Test func archivedArraysAreRead() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: ["a", "b"] as NSArray, requiringSecureCoding: true)
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    #expect(try codec.decode([.blob(archive)]) == ["a", "b"])
  }

  @Test func nullIsReadAsEmpty() throws {
    let codec = try ValueCodec.make(for: [String: Int].self, propertyName: "counts")
    #expect(try codec.decode([.null]) == [:])
  }

  @Test func invalidTextIsRefused() throws {
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    for bad in ["", "{}", "bplist00", "bplist00\u{0}\u{1}", "[1]", "[\"a\""] {
      #expect(throws: (any Error).self) { try codec.decode([.blob(Data(bad.utf8))]) }
    }
  }

  /// A cut behind the text itself leaves all that is needed.
  @Test(arguments: [[], ["a", "b"], [String](repeating: "text", count: 100)])
  func truncatedArchivesGiveNoWrongValues(_ tags: [String]) throws {
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    let archive = try #require(try codec.encode(tags).first?.blob)
    let encoded = try JSONEncoder().encode(tags)
    let text = try #require(archive.range(of: encoded))
    for length in 0..<archive.count {
      let read = try? codec.decode([.blob(Data(archive.prefix(length)))])
      let expected: [String]? = length < text.upperBound ? nil : tags
      #expect(read == expected, "\(length)")
    }
  }
}
