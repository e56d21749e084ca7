import Foundation
import RecordStore
import SQLCore

/// The sum of an attribute, wide enough that it never overflows.
enum NumberTotal {
  case integer(Int128)
  case floatingPoint(Double)
  case decimal(DecimalSum)

  static func += (total: inout NumberTotal, number: NumberTotal) {
    switch (total, number) {
    case (.integer(let sum), .integer(let other)): total = .integer(sum + other)
    case (.floatingPoint(let sum), .floatingPoint(let other)): total = .floatingPoint(sum + other)
    case (.decimal(var sum), .decimal(let other)):
      sum.add(other)
      total = .decimal(sum)
    default: break
    }
  }
}

/// How a column's numbers are stored and summed.
enum NumberKind {
  /// Integers of up to 32 bits, whose sum over any table fits into 64 bits.
  case narrowInteger
  case integer
  /// 64-bit unsigned integers, stored by their bit pattern.
  case unsigned
  case floatingPoint
  case decimal

  var zero: NumberTotal {
    switch self {
    case .narrowInteger, .integer, .unsigned: .integer(0)
    case .floatingPoint: .floatingPoint(0)
    case .decimal: .decimal(DecimalSum())
    }
  }

  /// The aggregate terms that `total(in:at:)` reads.
  ///
  /// SQLite's SUM fails if the sum so far does not fit into 64 bits, so wide integers are summed in
  /// halves. It treats the bytes that represent NaN as zero; MAX finds them, because they sort
  /// after all numbers.
  func terms(_ column: SQLFragment, _ features: SQLFeatures) -> [SQLFragment] {
    switch self {
    case .narrowInteger: return ["SUM(\(column))"]
    case .integer: return ["SUM(\(column) >> 32)", "SUM(\(column) & \(Self.lowBits))"]
    case .unsigned:
      return [
        "SUM((\(column) >> 32) & \(Self.lowBits))", "SUM(\(column) & \(Self.lowBits))",
      ]
    case .floatingPoint:
      guard features.overflow == .fails else { return ["SUM(\(column))", "MAX(\(column))"] }
      // Sums of `real` would also have that type.
      let number: SQLFragment = "CAST(\(column) AS double precision)"
      let large: SQLFragment = "ABS(\(number)) >= 1e290 AND ABS(\(number)) < 'Infinity'"
      return [
        "SUM(CASE WHEN NOT (\(large)) THEN \(number) END)", "MAX(\(column))",
        "MAX(CASE WHEN \(large) THEN 1 END)",
      ]
    case .decimal:
      return features.comparesDecimals
        ? ["SUM(\(column))"] : ["\(raw: SQLAggregate.decimalSum.name)(\(column))"]
    }
  }

  private static let lowBits = SQLFragment.raw("4294967295")

  /// The sum in the columns of a row from `column` on; nil if there were no values.
  ///
  /// - Throws: `AnsweredByModels` for numbers so large that summing them in the database may fail.
  func total(
    in row: any RowReader, at column: Int, _ features: SQLFeatures
  ) throws -> NumberTotal? {
    switch self {
    case .narrowInteger: return row.int64IfPresent(column).map { .integer(Int128($0)) }
    case .integer, .unsigned:
      guard let high = row.int64IfPresent(column) else { return nil }
      return .integer(Int128(high) << 32 + Int128(row.int64(column + 1)))
    case .floatingPoint:
      if row.isNull(column + 1) { return nil }
      if features.overflow == .fails, !row.isNull(column + 2) { throw AnsweredByModels() }
      if row.double(column + 1).isNaN { return .floatingPoint(.nan) }
      // Infinities of both signs have no sum, so SQLite returns NULL.
      return .floatingPoint(row.doubleIfPresent(column) ?? .nan)
    case .decimal: return .decimal(DecimalSum(storedValue: row.value(column)))
    }
  }
}

/// Thrown when rows turn out not to be sufficient, so that models have to be fetched.
struct AnsweredByModels: Error {}
