import Foundation
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Binary values", .needsPostgres)
struct BinaryValueTests {
  private let connection: PostgresConnection

  init() throws { connection = try TestConnection.open() }

  /// Sends a value; returns it as received in binary form and in text form, and the server's text.
  private func roundTrip(
    _ value: PostgresValue, _ name: String
  ) throws -> (binary: PostgresValue, text: PostgresValue, written: String) {
    let query = "SELECT $1::\(name)"
    let binary = try connection.statement(query)
    binary.bind(value, 1)
    #expect(try binary.step())
    #expect(binary.prepared.isBinary)
    let back = binary.postgresValue(0)
    binary.reset()
    let text = try connection.statement(query + " AS text_form")
    text.prepared.isBinary = false
    text.bind(value, 1)
    #expect(try text.step())
    let told = text.postgresValue(0)
    text.reset()
    let written = try connection.statement("SELECT ($1::\(name))::text")
    written.bind(value, 1)
    #expect(try written.step())
    defer { written.reset() }
    return (back, told, written.string(0))
  }

  @Test(arguments: RandomValue.scalars.map(\.name))
  func valuesRoundTrip(name: String) throws {
    let type = try #require(RandomValue.scalars.first { $0.name == name }).type
    var random = RandomValue(seed: TestRun.seed(UInt64(type.rawValue)))
    for _ in 0..<TestRun.count(2_000) {
      let value = random.value(type)
      let (binary, text, written) = try roundTrip(value, name)
      #expect(binary == value, "\(TestRun.comment)")
      #expect(text == value, "\(TestRun.comment)")
      #expect(PostgresValue(text: written, type: type) == value, "\(TestRun.comment)")
      // Numbers with exponents have several texts.
      if type != .float4, type != .float8, type != .jsonb {
        #expect(value.text == written, "\(TestRun.comment)")
      }
    }
  }

  @Test(arguments: RandomValue.scalars.map(\.name))
  func arraysRoundTrip(name: String) throws {
    let type = try #require(RandomValue.scalars.first { $0.name == name }).type
    var random = RandomValue(seed: TestRun.seed(UInt64(type.rawValue) + 1))
    for _ in 0..<TestRun.count(1_000) {
      let value = random.array(type)
      let (binary, text, written) = try roundTrip(value, name + "[]")
      #expect(binary == value, "\(TestRun.comment)")
      #expect(text == value, "\(TestRun.comment)")
      let arrayType = try #require(type.array)
      #expect(PostgresValue(text: written, type: arrayType) == value, "\(TestRun.comment)")
    }
  }

  @Test func binaryValuesMatchTheServersTexts() throws {
    // Hand-written literals, which the server converts to binary form.
    let texts: [(String, PostgresValue)] = [
      ("'NaN'::numeric", .numeric(.nan)),
      ("'Infinity'::numeric", .numeric(try #require(PostgresNumeric(text: "Infinity")))),
      ("'1e-20'::numeric", .numeric(try #require(PostgresNumeric(text: "0.00000000000000000001")))),
      ("'NaN'::float8 IS NOT NULL", .bool(true)), ("'-0'::float8", .float8(-0.0)),
      ("1::int2", .int2(1)), ("'x'::varchar(3)", .text("x")), ("'x'::char(3)", .text("x  ")),
      ("'infinity'::date", .date(.infinity)), ("'2000-01-02'::date", .date(PostgresDay(days: 1))),
      ("'{}'::int4[]", .array(PostgresArray([], of: .int4))), ("NULL::int4", .null),
      ("4294967295::oid", .int8(4_294_967_295)), ("'a'::name", .text("a")),
    ]
    for (text, value) in texts {
      let statement = try connection.statement("SELECT \(text)")
      #expect(try statement.step())
      #expect(statement.postgresValue(0) == value, "\(text)")
      statement.reset()
    }
  }

  @Test func valuesOfUnknownTypesAreTexts() throws {
    try connection.execute(
      "CREATE TYPE pg_temp.mood AS ENUM ('glad', 'sad'); CREATE DOMAIN pg_temp.size AS int4")
    let rows = try connection.rows(
      "SELECT '10.0.0.1'::inet, '1 day'::interval, 'glad'::pg_temp.mood, 5::pg_temp.size, 7, "
        + "'(1,2)'::point, ARRAY['10.0.0.1'::inet]")
    #expect(
      rows == [
        [
          .text("10.0.0.1"), .text("1 day"), .text("glad"), .integer(5), .integer(7),
          .text("(1,2)"), .text("{10.0.0.1}"),
        ]
      ])
    #expect(
      try connection.rows("SELECT $1::inet::text, $2::pg_temp.mood", [.text("::1"), .text("sad")])
        == [[.text("::1/128"), .text("sad")]])
  }

  @Test func valuesOfWrongLengthAreRefused() {
    let sizes: [(type: PostgresType, size: Int)] = [
      (.bool, 1), (.int2, 2), (.int4, 4), (.int8, 8), (.float4, 4), (.float8, 8), (.uuid, 16),
      (.timestamptz, 8), (.date, 4),
    ]
    var random = SeededGenerator(seed: TestRun.seed(5))
    /// Whether random bytes of a length are a value.
    func isValue(_ count: Int, _ type: PostgresType) -> Bool {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      return bytes.withUnsafeBytes { PostgresValue(binary: $0, type: type) } != nil
    }
    for count in 0..<40 {
      for (type, size) in sizes {
        let isRead = isValue(count, type)
        #expect(isRead == (count == size), "\(count) bytes of the type \(type.rawValue)")
      }
      let (isDocument, isNumber) = (isValue(count, .jsonb), isValue(count, .numeric))
      #expect(isDocument == (count > 0))
      // Others than these may be valid by chance.
      if count < 8 || count % 2 == 1 { #expect(!isNumber, "\(TestRun.comment)") }
      let isArray = isValue(count, PostgresType(rawValue: 1007))
      if count < 12 { #expect(!isArray, "\(TestRun.comment)") }
    }
    // An array whose stated count exceeds its bytes.
    let lie: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 127, 255, 255, 255, 0, 0, 0, 1]
    #expect(
      lie.withUnsafeBytes { PostgresValue(binary: $0, type: PostgresType(rawValue: 1007)) } == nil)
  }

  /// Counts and bounds that exceed an integer's range are rejected.
  @Test func tooLargeBoundsAreRefused() throws {
    func bytes(_ words: [UInt32]) -> [UInt8] {
      words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }
    let largest = UInt32(Int32.max)
    let arrays: [[UInt32]] = [
      [3, 0, 20, largest, 1, largest, 1, largest, 1], [2, 0, 20, UInt32.max, 1, 1, 1],
      [1, 0, 20, 1, largest, 0xFFFF_FFFF],
    ]
    for array in arrays {
      #expect(bytes(array).withUnsafeBytes { PostgresArray(binary: $0) } == nil, "\(array)")
    }
    let texts = [
      "[2147483647:2147483647]={1}", "[1:99999999999]={1}", String(repeating: "{", count: 100_000),
    ]
    for text in texts {
      #expect(PostgresArray(text: text, of: .int8) == nil, "\(text.prefix(40))")
    }
    let empty = PostgresArray(
      text: "[1:2147483647][1:2147483647][1:2147483647]={}", of: .int8)
    #expect(empty?.elements.isEmpty == true)
    for text in ["1e-9223372036854775808", "1e-9223372036854775807", "1e9223372036854775807"] {
      #expect(PostgresNumeric(text: text) == nil)
    }
    #expect(PostgresTime(microseconds: .min + 1).text.hasSuffix("BC"))
    #expect(PostgresTime(microseconds: .max - 1).text.hasPrefix("294277-"))
  }
}
