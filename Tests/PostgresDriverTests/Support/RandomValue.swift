import Foundation
import RandomTesting
import SQLCore

@testable import PostgresDriver

/// Random values of PostgreSQL's types, with a preference for extreme ones.
struct RandomValue {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static let scalars: [(type: PostgresType, name: String)] = [
    (.bool, "bool"), (.int2, "int2"), (.int4, "int4"), (.int8, "int8"), (.float4, "float4"),
    (.float8, "float8"), (.numeric, "numeric"), (.text, "text"), (.bytea, "bytea"),
    (.uuid, "uuid"), (.timestamptz, "timestamptz"), (.timestamp, "timestamp"), (.date, "date"),
    (.json, "json"), (.jsonb, "jsonb"),
  ]

  mutating func value(_ type: PostgresType) -> PostgresValue {
    switch type {
    case .bool: .bool(.random(using: &random))
    case .int2: .int2(edge([.min, .max, 0, -1]) ?? .random(in: .min ... .max, using: &random))
    case .int4: .int4(edge([.min, .max, 0, -1]) ?? .random(in: .min ... .max, using: &random))
    case .int8: .int8(edge([.min, .max, 0, -1]) ?? .random(in: .min ... .max, using: &random))
    case .float4:
      .float4(
        edge([.infinity, -.infinity, 0, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
          ?? finite(Float(bitPattern: random.next(upperBound: UInt32.max))))
    case .float8:
      .float8(
        edge([.infinity, -.infinity, 0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1])
          ?? finite(Double(bitPattern: random.next())))
    case .numeric: .numeric(numeric())
    case .text: .text(text())
    case .bytea: .bytes(bytes())
    case .uuid: .uuid(uuid())
    case .timestamptz: .timestamptz(time())
    case .timestamp: .timestamp(time())
    case .date: .date(day())
    case .json: .json(json())
    case .jsonb: .jsonb(json())
    default: .null
    }
  }

  mutating func array(_ element: PostgresType) -> PostgresValue {
    let count = Int.random(in: 0...6, using: &random)
    if count == 6, Bool.random(using: &random) {
      let elements = (0..<6).map { _ in value(element) }
      return .array(
        PostgresArray(
          elements, of: element,
          dimensions: [.init(count: 2, lowerBound: -1), .init(count: 3)]))
    }
    let elements = (0..<count).map { _ in
      Int.random(in: 0..<5, using: &random) == 0 ? .null : value(element)
    }
    return .array(PostgresArray(elements, of: element))
  }

  private mutating func edge<Value>(_ values: [Value]) -> Value? {
    Int.random(in: 0..<5, using: &random) == 0 ? values.randomElement(using: &random) : nil
  }

  private func finite<Number: BinaryFloatingPoint>(_ number: Number) -> Number {
    number.isFinite ? number : 1.5
  }

  private mutating func numeric() -> PostgresNumeric {
    if let special = edge([PostgresNumeric.nan]) { return special }
    return PostgresNumeric(text: numericText()) ?? .nan
  }

  /// Up to a hundred digits before and after the point.
  mutating func numericText() -> String {
    let before = edge([0, 100]) ?? Int.random(in: 0...24, using: &random)
    let after = edge([0, 100]) ?? Int.random(in: 0...24, using: &random)
    var text = Bool.random(using: &random) ? "-" : ""
    let zeros = edge([before + after]) ?? 0
    var digits = (0..<before + after).map { _ in Int.random(in: 0...9, using: &random) }
    for index in 0..<min(zeros, max(0, digits.count - 1)) { digits[index] = 0 }
    text += digits.prefix(before).map(String.init).joined()
    if before == 0 { text += "0" }
    if after > 0 { text += "." + digits.dropFirst(before).map(String.init).joined() }
    return text
  }

  mutating func text() -> String {
    let pieces = [
      "a", "é", "日本", "👩‍👩‍👧", "\"", "\\", "'", "{", "}", ",", " ", "\n", "\u{1}", "NULL",
      "e\u{301}", "\u{10FFFF}",
    ]
    let count = edge([0, 300]) ?? Int.random(in: 0...8, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private mutating func bytes() -> Data {
    let count = edge([0, 5000]) ?? Int.random(in: 0...40, using: &random)
    return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  private mutating func uuid() -> UUID {
    let words = (random.next(), random.next())
    return UUID(uuid: withUnsafeBytes(of: words) { $0.loadUnaligned(as: uuid_t.self) })
  }

  private mutating func time() -> PostgresTime {
    if let edge = edge([
      .infinity, .minusInfinity, PostgresTime(microseconds: 0), PostgresTime(microseconds: -1),
      PostgresTime(microseconds: -211_813_488_000_000_000),
      PostgresTime(microseconds: 9_223_371_331_199_999_999),
    ]) {
      return edge
    }
    let range: Range<Int64> =
      Bool.random(using: &random)
      ? -3_000_000_000_000_000..<3_000_000_000_000_000
      : -211_813_488_000_000_000..<9_223_371_331_200_000_000
    return PostgresTime(microseconds: .random(in: range, using: &random))
  }

  private mutating func day() -> PostgresDay {
    if let edge = edge([.infinity, .minusInfinity, PostgresDay(days: -2_451_545)]) { return edge }
    return PostgresDay(days: .random(in: -2_451_545...2_145_031_948, using: &random))
  }

  private mutating func json() -> String {
    let number = Int.random(in: -5...5, using: &random)
    return edge(["null", "[]", "\"é\""]) ?? "{\"a\": [\(number), true], \"b\": \"x\"}"
  }
}
