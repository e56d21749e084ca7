import CoreDataFormat
import Foundation
import SQLCore
import SampleStores
import Testing

@Suite("Decimal numbers")
struct DecimalTests {
  static let seed: UInt64 = 20_240_611

  /// Numbers of every magnitude, precision and sign, and the limits of every representation.
  static let numbers: [Decimal] = {
    var generator = SeededGenerator(seed: seed)
    return edges + (0..<10_000).map { _ in random(using: &generator) }
  }()

  static let edges: [Decimal] = {
    var texts = ["0", "1", "0.1", "0.5", "123.456", "1e15", "1e16", "1e17", "1e18", "1e19", "1e20"]
    texts += ["9223372036854775807", "9223372036854775808", "9223372036854775809"]
    texts += [
      "9007199254740993", "9007199254740993.5", "0.30000000000000004", "4503599627370497.5",
    ]
    texts += ["1e127", "1e-127", "12345678901234567890123456789012345678", "1e-38", "5e130"]
    texts += ["340282366920938463463374607431768211455", "0.1234567890123456789012345678901234567"]
    let positive = texts.compactMap { Decimal(string: $0) }
    return positive + positive.map { -$0 } + [
      .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude,
    ]
  }()

  static func random(using generator: inout SeededGenerator) -> Decimal {
    let digits = (0..<Int.random(in: 1...38, using: &generator))
      .map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    // Half of them have small exponents, like the numbers of real applications.
    let exponent =
      Bool.random(using: &generator)
      ? Int.random(in: -20...5, using: &generator) : Int.random(in: -127...127, using: &generator)
    let sign = Bool.random(using: &generator) ? "-" : ""
    return Decimal(string: "\(sign)\(digits)e\(exponent)") ?? 0
  }

  @Test func decimalsRoundTripThroughAColumn() throws {
    let encoded = Self.numbers.map { StoredValue.encode($0) }
    let stored = try TestDatabase().roundTrip(encoded, through: "DECIMAL")
    for (number, (value, back)) in zip(Self.numbers, zip(encoded, stored)) {
      #expect(back == value, "\(number), seed \(Self.seed)")
      let decoded = back.decimal
      #expect(decoded == number, "\(number), seed \(Self.seed)")
    }
  }

  @Test func numbersAreFoundByTheirEncoding() throws {
    let database = try TestDatabase()
    _ = try database.roundTrip(Self.numbers.map { StoredValue.encode($0) }, through: "DECIMAL")
    for number in Self.edges {
      let found = try database.rows(
        "SELECT V FROM Trip WHERE V = ?",
        binding: { StoredValue.encode(number).bind(to: $0, at: 1) },
        { SQLValue(column: 0, of: $0).decimal })
      let expected = Self.numbers.count { $0 == number }
      #expect(found.count == expected, "\(number)")
      #expect(found.allSatisfy { $0 == number })
    }
  }

  @Test func keysSortLikeDecimals() throws {
    var generator = SeededGenerator(seed: Self.seed)
    let keys = Self.numbers.map { number in
      StoredValue.encode(number).decimalKey
    }
    for _ in 0..<100_000 {
      let (first, second) = (
        Int.random(in: keys.indices, using: &generator),
        Int.random(in: keys.indices, using: &generator)
      )
      guard case .blob(let left) = keys[first], case .blob(let right) = keys[second] else {
        Issue.record("no key for \(Self.numbers[first]) or \(Self.numbers[second])")
        continue
      }
      let isLess = left.lexicographicallyPrecedes(right)
      #expect(
        isLess == (Self.numbers[first] < Self.numbers[second]),
        "\(Self.numbers[first]) < \(Self.numbers[second]), seed \(Self.seed)")
      #expect((left == right) == (Self.numbers[first] == Self.numbers[second]))
    }
  }

  @Test func ordinaryNumbersAreStoredAsNumbers() {
    #expect(StoredValue.encode(Decimal(42)) == .integer(42))
    #expect(StoredValue.encode(Decimal(string: "19.99") ?? 0) == .real(19.99))
    #expect(StoredValue.encode(Decimal(string: "1e30") ?? 0) == .real(1e30))
    #expect(StoredValue.encode(Decimal(string: "1.00") ?? 0) == .integer(1))
  }

  @Test func anyRealIsWrittenAsItWasRead() throws {
    var generator = SeededGenerator(seed: Self.seed)
    let reals = (0..<5_000).flatMap { _ in
      let magnitude = Double.random(in: -110...127, using: &generator)
      let sign = Bool.random(using: &generator) ? -1.0 : 1
      return [
        Double.random(in: -1e12...1e12, using: &generator),
        sign * pow(10, magnitude) * Double.random(in: 1..<10, using: &generator),
      ]
    }
    let stored = try TestDatabase().roundTrip(reals.map { .real($0) }, through: "DECIMAL")
    for value in stored {
      let decimal = try #require(
        value.decimal, "\(value), seed \(Self.seed)")
      #expect(StoredValue.encode(decimal) == value, "seed \(Self.seed)")
    }
  }

  @Test func invalidDecimalsAreRejected() {
    #expect(SQLValue.null.decimal == nil)
    #expect(SQLValue.blob(Data()).decimal == nil)
    #expect(SQLValue.blob(Data([0x30, 0x80])).decimal == nil)
    #expect(SQLValue.blob(Data([0x30, 0x80, 0, 200, 0])).decimal == nil)
    #expect(SQLValue.real(.infinity).decimal == nil)
    #expect(SQLValue.text("twelve").decimal == nil)
    #expect(SQLValue.text("1").decimalKey == .null)
  }
}
