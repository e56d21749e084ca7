import Foundation
import RecordStore
import SQLCore

/// A number that a store can sum and increment: integers, floating-point numbers, and `Decimal`.
public protocol NumericAttribute: Sendable {
  /// The type of a sum: `Int` for integers of up to 32 bits, the type itself for wider ones and
  /// for `Decimal`, `Double` for floating-point numbers.
  associatedtype Sum: Sendable = Int
  /// The type of an average: `Decimal` for `Decimal`, otherwise `Double`.
  associatedtype Average: Sendable = Double

  /// How the number is stored.
  static var _form: _NumberForm { get }
  /// The number as part of a sum.
  var _number: _Number { get }
  /// The sum; nil if its type cannot represent it.
  static func _sum(_ total: _Number) -> Sum?
  /// The average of `count` numbers; nil if their sum has too many digits.
  static func _average(_ total: _Number, count: Int) -> Average?
  /// The number plus `other`; nil if the type cannot represent it.
  func _adding(_ other: Self) -> Self?
  /// The number minus `other`; nil if the type cannot represent it.
  func _subtracting(_ other: Self) -> Self?
}

/// How numbers are stored and summed.
public struct _NumberForm: Sendable {
  let kind: NumberKind
}

/// A number as part of a sum, or a sum.
public struct _Number {
  var total: NumberTotal
}

extension NumericAttribute where Self: FixedWidthInteger {
  /// The number as part of a sum.
  public var _number: _Number { _Number(total: .integer(Int128(self))) }
  /// The average of `count` numbers.
  public static func _average(_ total: _Number, count: Int) -> Double? {
    guard case .integer(let sum) = total.total else { return nil }
    return Double(sum) / Double(count)
  }
  /// The number plus `other`; nil if the type cannot represent it.
  public func _adding(_ other: Self) -> Self? {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? nil : sum
  }
  /// The number minus `other`; nil if the type cannot represent it.
  public func _subtracting(_ other: Self) -> Self? {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? nil : difference
  }
}

extension NumericAttribute where Self: FixedWidthInteger, Sum: FixedWidthInteger {
  /// How the number is stored.
  public static var _form: _NumberForm {
    if bitWidth < 64 { return _NumberForm(kind: .narrowInteger) }
    return _NumberForm(kind: isSigned ? .integer : .unsigned)
  }
  /// The sum; nil if its type cannot represent it.
  public static func _sum(_ total: _Number) -> Sum? {
    guard case .integer(let sum) = total.total else { return nil }
    return Sum(exactly: sum)
  }
}

extension Int: NumericAttribute {}
extension Int8: NumericAttribute {}
extension Int16: NumericAttribute {}
extension Int32: NumericAttribute {}
extension Int64: NumericAttribute {
  /// The type of a sum.
  public typealias Sum = Int64
}
extension UInt: NumericAttribute {
  /// The type of a sum.
  public typealias Sum = UInt
}
extension UInt8: NumericAttribute {}
extension UInt16: NumericAttribute {}
extension UInt32: NumericAttribute {}
extension UInt64: NumericAttribute {
  /// The type of a sum.
  public typealias Sum = UInt64
}

extension NumericAttribute where Self: BinaryFloatingPoint {
  /// How the number is stored.
  public static var _form: _NumberForm { _NumberForm(kind: .floatingPoint) }
  /// The number as part of a sum.
  public var _number: _Number { _Number(total: .floatingPoint(Double(self))) }
  /// The sum.
  public static func _sum(_ total: _Number) -> Double? {
    guard case .floatingPoint(let sum) = total.total else { return nil }
    return sum
  }
  /// The average of `count` numbers.
  public static func _average(_ total: _Number, count: Int) -> Double? {
    _sum(total).map { $0 / Double(count) }
  }
  /// The number plus `other`.
  public func _adding(_ other: Self) -> Self? { self + other }
  /// The number minus `other`.
  public func _subtracting(_ other: Self) -> Self? { self - other }
}

extension Double: NumericAttribute {
  /// The type of a sum.
  public typealias Sum = Double
}
extension Float: NumericAttribute {
  /// The type of a sum.
  public typealias Sum = Double
}
extension CGFloat: NumericAttribute {
  /// The type of a sum.
  public typealias Sum = Double
}

extension Decimal: NumericAttribute {
  /// The type of a sum.
  public typealias Sum = Decimal
  /// The type of an average.
  public typealias Average = Decimal

  /// How the number is stored.
  public static var _form: _NumberForm { _NumberForm(kind: .decimal) }
  /// The number as part of a sum.
  public var _number: _Number {
    var sum = DecimalSum()
    sum.add(self)
    return _Number(total: .decimal(sum))
  }
  /// The sum; nil if it has more digits than `Decimal` can represent.
  public static func _sum(_ total: _Number) -> Decimal? {
    guard case .decimal(let sum) = total.total, !sum.isUnreadable else { return nil }
    return sum.decimal
  }
  /// The average of `count` numbers, rounded to the digits that `Decimal` can represent.
  public static func _average(_ total: _Number, count: Int) -> Decimal? {
    _sum(total).map { $0 / Decimal(count) }
  }
  /// The number plus `other`; nil if it has more digits than `Decimal` can represent.
  public func _adding(_ other: Decimal) -> Decimal? { exactSum(with: other) }
  /// The number minus `other`; nil if it has more digits than `Decimal` can represent.
  public func _subtracting(_ other: Decimal) -> Decimal? { _adding(-other) }
}
