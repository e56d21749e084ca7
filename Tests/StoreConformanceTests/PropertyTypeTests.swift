import Foundation
import OpenSwiftData
import Testing

@Suite("Property types")
struct PropertyTypeTests {
  @Test(arguments: TestedStore.all, [Int64.min, -1, 0, 1, Int64.max])
  func integersAreKept(_ kind: TestedStore, value: Int64) throws {
    let wide = Wide()
    wide.int = Int(value)
    wide.int64 = value
    wide.int32 = Int32(clamping: value)
    wide.int16 = Int16(clamping: value)
    wide.int8 = Int8(clamping: value)
    wide.optionalInt = Int(value)
    wide.optionalInt64 = value
    wide.optionalInt32 = Int32(clamping: value)
    wide.optionalInt16 = Int16(clamping: value)
    wide.optionalInt8 = Int8(clamping: value)
    try roundTrip(wide, kind) { read in
      #expect(read.int == wide.int)
      #expect(read.int64 == value)
      #expect(read.int32 == wide.int32)
      #expect(read.int16 == wide.int16)
      #expect(read.int8 == wide.int8)
      #expect(read.optionalInt == wide.int)
      #expect(read.optionalInt64 == value)
      #expect(read.optionalInt32 == wide.int32)
      #expect(read.optionalInt16 == wide.int16)
      #expect(read.optionalInt8 == wide.int8)
    }
  }

  @Test(arguments: TestedStore.all, [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max])
  func unsignedIntegersAreKept(_ kind: TestedStore, value: UInt64) throws {
    let wide = Wide()
    wide.uint = UInt(value)
    wide.uint64 = value
    wide.uint32 = UInt32(clamping: value)
    wide.uint16 = UInt16(clamping: value)
    wide.uint8 = UInt8(clamping: value)
    wide.optionalUInt = UInt(value)
    wide.optionalUInt64 = value
    wide.optionalUInt32 = UInt32(clamping: value)
    wide.optionalUInt16 = UInt16(clamping: value)
    wide.optionalUInt8 = UInt8(clamping: value)
    try roundTrip(wide, kind) { read in
      #expect(read.uint == wide.uint)
      #expect(read.uint64 == value)
      #expect(read.uint32 == wide.uint32)
      #expect(read.uint16 == wide.uint16)
      #expect(read.uint8 == wide.uint8)
      #expect(read.optionalUInt == wide.uint)
      #expect(read.optionalUInt64 == value)
      #expect(read.optionalUInt32 == wide.uint32)
      #expect(read.optionalUInt16 == wide.uint16)
      #expect(read.optionalUInt8 == wide.uint8)
    }
  }

  @Test(
    arguments: TestedStore.supporting(.nonFiniteNumbers),
    [
      0, 1.5, .pi, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude,
      .infinity, -.infinity, .nan, 0.1 + 0.2, 9_007_199_254_740_992,
    ])
  func floatingPointNumbersAreKept(_ kind: TestedStore, value: Double) throws {
    let wide = Wide()
    wide.double = value
    wide.optionalDouble = value
    wide.float = Float(value)
    wide.optionalFloat = Float(value)
    try roundTrip(wide, kind) { read in
      for double in [read.double, read.optionalDouble ?? -7] {
        #expect(double == value || double.isNaN && value.isNaN)
      }
      for float in [read.float, read.optionalFloat ?? -7] {
        #expect(float == Float(value) || float.isNaN && value.isNaN)
      }
    }
  }

  /// SQLite stores whole numbers as integers, so the sign of zero is lost; the value stays equal.
  @Test(arguments: TestedStore.all)
  func negativeZeroReadsAsZero(_ kind: TestedStore) throws {
    let wide = Wide()
    wide.double = -0.0
    try roundTrip(wide, kind) { #expect($0.double == 0) }
  }

  @Test(
    arguments: TestedStore.all,
    [
      "0", "-1", "0.1", "3.1415926535897932384626433832795028841",
      "99999999999999999999999999999999999999", "-0.00000000000000000000000000000000000001",
      "12345678901234567890.123456789",
    ])
  func decimalsAreKept(_ kind: TestedStore, text: String) throws {
    let wide = Wide()
    wide.decimal = try #require(Decimal(string: text))
    wide.optionalDecimal = wide.decimal
    try roundTrip(wide, kind) { read in
      #expect(read.decimal == wide.decimal)
      #expect(read.optionalDecimal == wide.decimal)
    }
  }

  @Test(
    arguments: TestedStore.all,
    [
      "", " ", "a\u{0}b", "\u{0}", "e\u{301} é", "العربية", "𐍈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿👨‍👩‍👧‍👦", "\u{FFFF}\u{10FFFF}",
      "line\r\nbreak", "'; DROP TABLE ZWIDE; --", "\u{FEFF}bom",
    ])
  func stringsAreKept(_ kind: TestedStore, value: String) throws {
    let wide = Wide()
    wide.string = value
    wide.optionalString = value
    if value.unicodeScalars.contains("\u{0}"), !kind.supports.contains(.everyText) {
      #expect(throws: SwiftDataError.valueCannotBeStored) { try roundTrip(wide, kind) { _ in } }
      return
    }
    try roundTrip(wide, kind) { read in
      #expect(Array(read.string.unicodeScalars) == Array(value.unicodeScalars))
      #expect(read.optionalString.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
    }
  }

  @Test(arguments: TestedStore.all)
  func stringsOfEveryPlaneAreKept(_ kind: TestedStore) throws {
    let wide = Wide()
    var scalars = String.UnicodeScalarView()
    let first: UInt32 = kind.supports.contains(.everyText) ? 0 : 1
    for code in first...0x10FFFF where code % 257 == 0 || code % 0x10000 >= 0xFFF0 {
      if let scalar = Unicode.Scalar(code) { scalars.append(scalar) }
    }
    wide.string = String(scalars)
    try roundTrip(wide, kind) { read in
      #expect(read.string.unicodeScalars.elementsEqual(wide.string.unicodeScalars))
    }
  }

  @Test(arguments: TestedStore.all)
  func tenMegabytesOfTextAndDataAreKept(_ kind: TestedStore) throws {
    let wide = Wide()
    wide.string = String(repeating: "0123456789", count: 1_000_000)
    wide.data = Data(repeating: 0xA5, count: 10_000_000)
    try roundTrip(wide, kind) { read in
      // Not inside the expectation, which would print ten megabytes on failure.
      let isEqual = read.string == wide.string
      #expect(isEqual)
      #expect(read.data == wide.data)
    }
  }

  @Test(
    arguments: TestedStore.all,
    [
      Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0),
      Date(timeIntervalSinceReferenceDate: 0.123_456_789),
      Date(timeIntervalSinceReferenceDate: -978_307_200.000_001), Date(timeIntervalSince1970: 1e15),
    ])
  func datesAreKept(_ kind: TestedStore, value: Date) throws {
    let wide = Wide()
    wide.date = value
    wide.optionalDate = value
    guard !kind.supports.contains(.everyDate) else {
      try roundTrip(wide, kind) { read in
        #expect(read.date == value)
        #expect(read.optionalDate == value)
      }
      return
    }
    if value > Date(timeIntervalSince1970: 9e12) {
      #expect(throws: SwiftDataError.valueCannotBeStored) { try roundTrip(wide, kind) { _ in } }
      return
    }
    // Stores keep whole microseconds.
    try roundTrip(wide, kind) { read in
      #expect(abs(read.date.timeIntervalSince(value)) <= 0.000_000_5)
      #expect(read.optionalDate == read.date)
    }
  }

  @Test(
    arguments: TestedStore.all,
    [
      "https://example.org/a?b=c#d", "file:///tmp/a%20b", "relative/path", "mailto:a@b.c",
      "https://xn--bcher-kva.example/%C3%A4", "urn:isbn:0451450523",
    ])
  func urlsAreKept(_ kind: TestedStore, text: String) throws {
    let wide = Wide()
    wide.url = try #require(URL(string: text))
    wide.optionalURL = wide.url
    try roundTrip(wide, kind) { read in
      #expect(read.url == wide.url)
      #expect(read.optionalURL == wide.url)
    }
  }

  /// A column cannot store a base URL, so the URL is stored resolved.
  @Test(arguments: TestedStore.all)
  func urlsWithABaseAreStoredResolved(_ kind: TestedStore) throws {
    let wide = Wide()
    wide.url = try #require(
      URL(string: "page?q=ä", relativeTo: URL(string: "https://example.org/dir/")))
    try roundTrip(wide, kind) { #expect($0.url.absoluteURL == wide.url.absoluteURL) }
  }

  @Test(arguments: TestedStore.all, [Data(), Data([0]), Data((0...255).map(UInt8.init))])
  func dataValuesAreKept(_ kind: TestedStore, value: Data) throws {
    let wide = Wide()
    wide.data = value
    wide.optionalData = value
    try roundTrip(wide, kind) { read in
      #expect(read.data == value)
      #expect(read.optionalData == value)
    }
  }

  @Test(arguments: TestedStore.all)
  func uuidsAndBooleansAreKept(_ kind: TestedStore) throws {
    let wide = Wide()
    wide.uuid = UUID()
    wide.optionalUUID = UUID()
    wide.bool = true
    wide.optionalBool = true
    try roundTrip(wide, kind) { read in
      #expect(read.uuid == wide.uuid)
      #expect(read.optionalUUID == wide.optionalUUID)
      #expect(read.bool)
      #expect(read.optionalBool == true)
    }
  }

  @Test(arguments: TestedStore.all)
  func nilValuesAreKept(_ kind: TestedStore) throws {
    try roundTrip(Wide(), kind) { read in
      #expect(read.optionalBool == nil)
      #expect(read.optionalInt == nil)
      #expect(read.optionalInt8 == nil)
      #expect(read.optionalInt16 == nil)
      #expect(read.optionalInt32 == nil)
      #expect(read.optionalInt64 == nil)
      #expect(read.optionalUInt == nil)
      #expect(read.optionalUInt8 == nil)
      #expect(read.optionalUInt16 == nil)
      #expect(read.optionalUInt32 == nil)
      #expect(read.optionalUInt64 == nil)
      #expect(read.optionalFloat == nil)
      #expect(read.optionalDouble == nil)
      #expect(read.optionalDecimal == nil)
      #expect(read.optionalString == nil)
      #expect(read.optionalDate == nil)
      #expect(read.optionalUUID == nil)
      #expect(read.optionalURL == nil)
      #expect(read.optionalData == nil)
    }
  }

  @Test(arguments: TestedStore.all)
  func optionalsCanBeResetToNil(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Wide.self)
    let context = store.makeContext()
    let wide = Wide()
    wide.optionalString = "there"
    wide.optionalInt = 1
    context.insert(wide)
    try context.save()
    wide.optionalString = nil
    wide.optionalInt = nil
    try context.save()
    let read = try #require(try store.makeContext().fetch(FetchDescriptor<Wide>()).first)
    #expect(read.optionalString == nil)
    #expect(read.optionalInt == nil)
  }
}
