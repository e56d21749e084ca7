import CPostgres
import CRowCells
import Foundation
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

/// Values from a broken or hostile server: each is read or rejected, with memory in proportion to
/// its bytes.
@Suite("Hostile values")
struct HostileValueTests {
  private static let types =
    RandomValue.scalars.map(\.type)
    + [.oid, .xid8, .name, .char, .void, .unspecified, PostgresType(rawValue: 3904)]
    + RandomValue.scalars.compactMap(\.type.array)

  private static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  private static func decoded(_ bytes: [UInt8], _ type: PostgresType) -> PostgresValue? {
    bytes.withUnsafeBytes { PostgresValue(binary: $0, type: type) }
  }

  /// The number of elements in a value.
  private static func count(_ value: PostgresValue) -> Int {
    if case .array(let array) = value { array.elements.count } else { 1 }
  }

  /// The maximum number of characters in a numeric's text: 131,072 digits before the point and
  /// 16,383 after it.
  private static let longestNumeric = 131_072 + 16_383 + 10

  /// Reads every property of a value.
  private static func use(_ value: PostgresValue, of byteCount: Int, _ comment: Comment) {
    let text = value.text ?? ""
    let limit = 8 * byteCount + 64 + (text.contains("0000") ? longestNumeric * count(value) : 0)
    #expect(text.utf8.count <= limit, comment)
    #expect(count(value) <= max(1, byteCount), comment)
    _ = value.hashValue
    var bytes = PostgresBytes()
    value.write(to: &bytes)
    #expect(bytes.bytes.count <= 4 * byteCount + 64, comment)
  }

  /// Bytes of valid values, or random bytes.
  private static func bytes(
    _ type: PostgresType, _ random: inout RandomValue
  ) -> [UInt8] {
    let choice = Int.random(in: 0..<4, using: &random.random)
    if choice == 0 {
      let count = Int.random(in: 0...64, using: &random.random)
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random.random) }
    }
    let value = type.element.map { random.array($0) } ?? random.value(type)
    var whole = PostgresBytes()
    value.write(to: &whole)
    return [UInt8](DamagedBytes.of(Data(whole.bytes), using: &random.random))
  }

  @Test(arguments: types) func damagedBinaryValuesAreReadOrRefused(_ type: PostgresType) {
    var random = RandomValue(seed: TestRun.seed(UInt64(type.rawValue) + 11))
    for _ in 0..<1_000 {
      let bytes = Self.bytes(type, &random)
      guard let value = Self.decoded(bytes, type) else { continue }
      Self.use(value, of: bytes.count, "\(type) \(bytes) \(TestRun.comment)")
    }
  }

  @Test(arguments: types) func damagedTextValuesAreReadOrRefused(_ type: PostgresType) {
    var random = RandomValue(seed: TestRun.seed(UInt64(type.rawValue) + 12))
    for _ in 0..<500 {
      let value = type.element.map { random.array($0) } ?? random.value(type)
      let damaged = DamagedBytes.of(Data((value.text ?? "").utf8), using: &random.random)
      let text = String(decoding: damaged, as: UTF8.self)
      guard let read = PostgresValue(text: text, type: type) else { continue }
      // An invalid byte is replaced by three bytes.
      Self.use(read, of: 3 * text.utf8.count, "\(type) \(text) \(TestRun.comment)")
    }
  }

  /// A libpq result with one row and the given values.
  private static func result(
    _ values: [(type: PostgresType, bytes: [UInt8])]
  ) throws -> OpaquePointer {
    let result = try #require(PQmakeEmptyPGresult(nil, PGRES_TUPLES_OK))
    let name = try #require(strdup("column"))
    defer { free(name) }
    var columns = values.map {
      PGresAttDesc(
        name: name, tableid: 0, columnid: 0, format: 1, typid: $0.type.rawValue, typlen: -1,
        atttypmod: -1)
    }
    #expect(PQsetResultAttrs(result, Int32(columns.count), &columns) == 1)
    for (column, value) in values.enumerated() {
      var bytes = value.bytes.map { CChar(bitPattern: $0) }
      #expect(PQsetvalue(result, 0, Int32(column), &bytes, Int32(bytes.count)) == 1)
    }
    return result
  }

  private static func row(_ values: [(type: PostgresType, bytes: [UInt8])]) throws -> PostgresRow {
    let row = PostgresRow()
    row.take(try result(values))
    row.rowIndex = 0
    return row
  }

  /// Reading a single row does not continue to the next one.
  @Test(.needsPostgres) func unreadableValuesAreReported() throws {
    let connection = try TestConnection.open()
    let statement = try #require(try connection.prepare("SELECT 5::int8") as? PostgresStatement)
    #expect(try statement.step())
    #expect(statement.row.int64(0) == 5)
    try statement.checkValues()
    statement.take(try Self.result([(.int8, [1, 2, 3])]))
    statement.rowIndex = 0
    #expect(statement.row.int64(0) == 0)
    #expect(throws: SQLError.self) { try statement.checkValues() }
    #expect(throws: SQLError.self) { try statement.step() }
    statement.reset()
    #expect(try connection.rows("SELECT 5::int8") == [[.integer(5)]])
  }

  @Test func damagedRowsAreReadOrRefused() throws {
    var random = RandomValue(seed: TestRun.seed(13))
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...6, using: &random.random)
      let values = try (0..<count).map { _ in
        let type = try #require(Self.types.randomElement(using: &random.random))
        return (type: type, bytes: Self.bytes(type, &random))
      }
      let row = try Self.row(values)
      _ = row.key
      _ = row.cells()
      for column in 0..<count {
        _ = (row.int64(column), row.double(column), row.dateIfPresent(column), row.uuid(column))
        _ = (row.stringIfPresent(column), row.dataIfPresent(column), row.value(column))
      }
      let isDamaged = values.contains { Self.decoded($0.bytes, $0.type) == nil }
      #expect((row.unreadable != nil) == isDamaged, "\(values) \(TestRun.comment)")
    }
  }
}

extension HostileValueTests {
  private static let integers = PostgresType(rawValue: 1016)

  @Test func arraysWithoutElementsHaveNoDimensions() throws {
    let largest = UInt32(Int32.max)
    for dimensions in [[0, 1 << 31], [largest, 0, largest, 0, 0, 0], [0, largest]] as [[UInt32]] {
      let bytes = Self.words([UInt32(dimensions.count / 2), 0, 20] + dimensions)
      let value = try #require(Self.decoded(bytes, Self.integers))
      #expect(value == .array(PostgresArray([], of: .int8)))
      #expect(value.text == "{}")
    }
  }

  @Test func arraysThatPromiseMoreThanTheyHaveAreRefused() {
    let bytes = Self.words([1, 0, 20, 1 << 30, 1]) + [UInt8](repeating: 255, count: 400)
    #expect(Self.decoded(bytes, Self.integers) == nil)
    for count in [-1, 7, .min, .max] as [Int32] {
      let bytes = Self.words([UInt32(bitPattern: count), 0, 20, 0, 1])
      #expect(Self.decoded(bytes, Self.integers) == nil)
    }
  }

  /// Each level would be another recursive call.
  @Test func arraysWithinArraysAreRefused() {
    var bytes: [UInt8] = []
    for depth in 0..<100_000 as Range<UInt32> {
      bytes += Self.words([1, 0, 1016, 1, 1, 12 + 24 * (99_999 - depth)])
    }
    #expect(Self.decoded(bytes + Self.words([0, 0, 20]), Self.integers) == nil)
    let inner = Self.words([0, 0, 20])
    let outer = Self.words([1, 0, 1016, 1, 1, UInt32(inner.count)]) + inner
    #expect(Self.decoded(outer, Self.integers) == nil)
  }

  private static func numeric(
    _ digits: [UInt16], weight: Int16, sign: UInt16 = 0, scale: UInt16
  ) -> PostgresNumeric? {
    var bytes = PostgresBytes()
    bytes.append(UInt16(digits.count))
    bytes.append(weight)
    bytes.append(sign)
    bytes.append(scale)
    for digit in digits { bytes.append(digit) }
    return bytes.bytes.withUnsafeBytes { PostgresNumeric(binary: $0) }
  }

  @Test func numericsAreWhatTheServerCouldSend() throws {
    #expect(Self.numeric([10_000], weight: 0, scale: 0) == nil)
    #expect(Self.numeric([1], weight: 0, scale: 16_384) == nil)
    #expect(Self.numeric([1], weight: 0, sign: 1, scale: 0) == nil)
    #expect(Self.numeric([1], weight: 0, sign: 0xC000, scale: 0) == nil)
    #expect(Self.numeric([0, 1], weight: .min, scale: 0) == nil)
    for weight in [.min, -1, 0, 1, .max] as [Int16] {
      #expect(Self.numeric([], weight: weight, scale: 2)?.text == "0.00")
      #expect(Self.numeric([0, 0], weight: weight, sign: 0x4000, scale: 2)?.text == "0.00")
    }
    let padded = try #require(Self.numeric([0, 12, 0], weight: 1, scale: 1))
    #expect(padded == PostgresNumeric(text: "12.0"))
    #expect(padded.decimal == 12)
    let largest = try #require(Self.numeric([9_999], weight: .max, scale: 16_383))
    #expect(largest.text.utf8.count == 131_072 + 1 + 16_383)
    #expect(largest.decimal == nil)
    #expect(largest.int64 == nil)
    #expect(largest.double == .infinity)
    let smallest = try #require(Self.numeric([1], weight: .min, scale: 16_383))
    #expect(smallest.decimal == nil)
    #expect(smallest.int64 == 0)
    #expect(smallest.double == 0)
    #expect(Self.numeric([], weight: 7, sign: 0xD000, scale: 32)?.text == "Infinity")
  }

  @Test func daysBeyondTheCalendarAreRefused() {
    #expect(PostgresDay(text: "5999999-01-01") == nil)
    #expect(PostgresTime(text: "5999999-01-01") == nil)
    #expect(PostgresDay(text: "5874897-12-31")?.text == "5874897-12-31")
  }

  /// A quote or backslash that is followed by a combining accent belongs to a single element.
  @Test func elementsOfArraysAreQuotedByTheirBytes() {
    let texts = ["a\"\u{301},b", "\\\u{301}", "}\u{301}", ",\u{301}", " \u{301}", "\"\u{301}"]
    let array = PostgresArray(texts.map { .text($0) }, of: .text)
    #expect(PostgresArray(text: array.text, of: .text) == array)
    for text in texts {
      let one = PostgresArray([.text(text)], of: .text)
      #expect(PostgresArray(text: one.text, of: .text) == one, "\(one.text)")
    }
  }
}

/// Values that cannot be read end the fetch with an error, and are never treated as NULL.
@Suite("Unreadable values", .needsPostgres)
struct UnreadableValueTests {
  private let connection: PostgresConnection
  /// A time in a format that the driver does not read, next to a value that makes all columns
  /// arrive as texts.
  private static let query =
    "SELECT timestamp '2024-02-01' AS moment, interval '1 day' FROM generate_series(1, 3)"

  init() throws {
    connection = try TestConnection.open()
    try connection.execute("SET DateStyle TO German")
  }

  private func expectFailure(_ body: () throws -> Void) {
    let error = TestConnection.error(#_sourceLocation, body)
    let text = "\(error, default: "")"
    #expect(error?.kind == .corrupt, "\(text)")
    #expect(error?.message.contains("(moment)") == true, "\(text)")
  }

  @Test func rowsWithUnreadableValuesFail() {
    expectFailure { _ = try connection.rows(Self.query) }
  }

  @Test func streamedRowsWithUnreadableValuesFail() throws {
    let statement = try connection.statement(Self.query)
    statement.rowsAtOnce = 1
    defer { statement.reset() }
    expectFailure { while try statement.step() { _ = statement.value(0) } }
    expectFailure { _ = try statement.step() }
  }

  /// Columns that are not requested need not be readable, and the statement stays usable.
  @Test func otherColumnsAreRead() throws {
    let statement = try connection.statement(Self.query)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.string(1)) }
    #expect(texts == ["1 day", "1 day", "1 day"])
    statement.reset()
    #expect(try statement.step())
    _ = statement.value(0)
    statement.reset()
    try connection.execute("SET DateStyle TO ISO")
    #expect(try connection.rows(Self.query).count == 3)
  }
}
