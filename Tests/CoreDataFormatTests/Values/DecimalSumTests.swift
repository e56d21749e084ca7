import CoreDataFormat
import Foundation
import SQLCore
import Testing

@Suite("Sums of decimal numbers")
struct DecimalSumTests {
  private func sum(_ numbers: [Decimal]) -> DecimalSum {
    numbers.reduce(into: DecimalSum()) { $0.add($1) }
  }

  /// The sum of numbers that are given as text; literals would be converted through `Double`.
  private func sum(_ texts: String...) throws -> DecimalSum {
    sum(try texts.map { try #require(Decimal(string: $0)) })
  }

  @Test func sumsAreNotRounded() throws {
    let parts = try sum("0.1", "0.2", "0.3", "-0.6", "1e18", "-1e18", "1e-30")
    #expect(parts.decimal == Decimal(string: "1e-30"))
    #expect(try sum().decimal == 0)
    #expect(try sum("-1", "-0.5").decimal == Decimal(string: "-1.5"))
    let nines = Decimal(string: "99999999999999999.00001")
    #expect(try sum("1e17", "-1", "1e-5").decimal == nines)
  }

  @Test func sumsMatchIntegerArithmetic() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let count = Int.random(in: 0...40, using: &generator)
      let units = (0..<count).map { _ in
        Int128.random(in: -(1 << 80)...(1 << 80), using: &generator)
      }
      let numbers = try units.map { try #require(Decimal(string: "\($0)e-12")) }
      #expect(sum(numbers).decimal == Decimal(string: "\(units.reduce(0, +))e-12"))
    }
  }

  @Test func storedValuesAreAdded() throws {
    for number in DecimalTests.numbers.prefix(2000) where !number.isNaN {
      var stored = DecimalSum()
      stored.add(stored: StoredValue.encode(number))
      #expect(stored.decimal == number)
      stored.add(stored: StoredValue.encode(-number))
      #expect(stored.decimal == 0)
      #expect(DecimalSum(storedValue: sum([number, 0]).storedValue).decimal == number)
    }
  }

  @Test func sumsAreMerged() throws {
    var total = try sum("1e-19", "5")
    total.add(try sum("-5", "1e18"))
    #expect(total.decimal == Decimal(string: "1000000000000000000.0000000000000000001"))
  }

  @Test func sumsWithTooManyDigitsHaveNoDecimal() throws {
    #expect(try sum("1e30", "1e-30").decimal == nil)
    #expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude]).decimal == nil)
    #expect(try sum("1e30", "1e-30", "-1e30").decimal == Decimal(string: "1e-30"))
  }

  @Test func nanAndUnreadableValuesPropagate() {
    #expect(sum([1, .nan]).decimal?.isNaN == true)
    #expect(DecimalSum(storedValue: sum([1, .nan]).storedValue).decimal?.isNaN == true)
    var unreadable = sum([1])
    unreadable.add(stored: .text("one"))
    #expect(unreadable.isUnreadable)
    #expect(DecimalSum(storedValue: unreadable.storedValue).isUnreadable)
  }
}
