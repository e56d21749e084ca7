import Foundation
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Numerics")
struct PostgresNumericTests {
  @Test(arguments: [
    "0", "0.00", "1", "-1", "10", "10000", "9999", "100000000", "0.1", "0.0001", "0.00001",
    "123456789012345678901234567890123456789012345678901234567890.5", "-0.000000000000000000001",
    "NaN", "Infinity", "-Infinity",
  ])
  func numericsKeepTheirText(text: String) throws {
    #expect(try #require(PostgresNumeric(text: text)).text == text)
  }

  @Test(arguments: ["", "-", ".", "1e", "1.2.3", "abc", "1 ", "1e999999999", "--1"])
  func textsThatAreNotNumbersAreRefused(text: String) {
    #expect(PostgresNumeric(text: text) == nil)
  }

  @Test func exponentsAreRead() {
    #expect(PostgresNumeric(text: "1.5e3")?.text == "1500")
    #expect(PostgresNumeric(text: "15e-4")?.text == "0.0015")
    #expect(PostgresNumeric(text: "-1E+5")?.text == "-100000")
  }

  @Test func numericsConvertToDecimalsExactly() throws {
    var random = RandomValue(seed: TestRun.seed(1))
    for _ in 0..<TestRun.count(20_000) {
      let text = random.numericText()
      let number = try #require(PostgresNumeric(text: text))
      let decimal = try #require(Decimal(string: text))
      // `Decimal` holds 38 digits, and drops others without an error.
      let digits = text.filter(\.isNumber).drop { $0 == "0" }
      if digits.count <= 38 {
        #expect(number.decimal == decimal, "\(text) \(TestRun.comment)")
        #expect(PostgresNumeric(decimal).isEqual(to: number), "\(text) \(TestRun.comment)")
      } else if let told = number.decimal {
        #expect(PostgresNumeric(told).isEqual(to: number), "\(text) \(TestRun.comment)")
      }
    }
    #expect(PostgresNumeric.nan.decimal?.isNaN == true)
    #expect(PostgresNumeric(Decimal.nan) == .nan)
  }

  @Test func numericsConvertToIntegersExactly() throws {
    var random = SeededGenerator(seed: TestRun.seed(2))
    let edges: [Int64] = [.min, .max, 0, 1, -1, 9999, 10_000, -10_000]
    for integer in edges + (0..<1000).map({ _ in Int64.random(in: .min ... .max, using: &random) })
    {
      let number = PostgresNumeric(integer)
      #expect(number.text == "\(integer)")
      #expect(number.int64 == integer)
    }
    #expect(PostgresNumeric(text: "9223372036854775808")?.int64 == nil)
    #expect(PostgresNumeric(text: "1.9")?.int64 == 1)
  }

  @Test func numericsConvertToFloatingPoint() {
    for number in [0.1, 1, -1.5, 1e300, 5e-300, 123_456_789.123, 0] {
      #expect(PostgresNumeric(number).double == number)
    }
    #expect(PostgresNumeric(Double.nan) == .nan)
    #expect(PostgresNumeric(-Double.infinity).double == -.infinity)
    #expect(PostgresNumeric(1.0).text == "1")
  }
}
