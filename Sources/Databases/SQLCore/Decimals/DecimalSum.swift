import Foundation

/// A sum of decimal numbers with as many digits as necessary.
///
/// The digits are in groups of 18. Each group has its own sign until the sum is read, so that
/// adding never carries.
package struct DecimalSum: Sendable {
  /// `groups[i]` counts multiples of ten to the power of `(lowest + i) * 18`.
  private var groups: [Int128] = []
  private var lowest = 0
  /// Whether one of the numbers was NaN.
  private(set) package var isNaN = false
  /// Whether one of the values was not a decimal number.
  private(set) package var isUnreadable = false

  private static let groupSize = 18
  private static let powers: [Int128] = {
    var powers: [Int128] = [1]
    while powers.count < groupSize { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()
  private static let base: Int128 = 1_000_000_000_000_000_000

  package init() {}

  /// Creates the sum that `storedValue` represents.
  package init(storedValue: SQLValue) { add(stored: storedValue) }

  package mutating func add(_ decimal: Decimal) {
    if let digits = DecimalDigits(decimal) { add(digits) } else { isNaN = true }
  }

  /// Adds a column's value, or the `storedValue` of another sum; NULL adds nothing.
  package mutating func add(stored value: SQLValue) {
    switch value {
    case .null: break
    case .decimal(let decimal): add(decimal)
    case .integer(let integer): add(integer)
    case .real(let real): add(DecimalDigits(text: "\(real)"))
    case .text(let text): add(DecimalDigits(text: text))
    case .blob:
      let decimal = DecimalKey(value)?.decimal
      if let decimal { add(decimal) } else { isUnreadable = true }
    case .bool, .date, .uuid: isUnreadable = true
    }
  }

  package mutating func add(_ other: DecimalSum) {
    isNaN = isNaN || other.isNaN
    isUnreadable = isUnreadable || other.isUnreadable
    for (offset, value) in other.groups.enumerated() where value != 0 {
      add(value, toGroup: other.lowest + offset)
    }
  }

  private mutating func add(_ digits: DecimalDigits?) {
    guard let digits else {
      isUnreadable = true
      return
    }
    for (offset, digit) in digits.digits.enumerated() where digit != 0 {
      let power = digits.exponent - offset
      let group = Self.group(of: power)
      let value = Int128(digit) * Self.powers[power - group * Self.groupSize]
      add(digits.isNegative ? -value : value, toGroup: group)
    }
  }

  private mutating func add(_ integer: Int64) {
    let (high, low) = Int128(integer).quotientAndRemainder(dividingBy: Self.base)
    add(low, toGroup: 0)
    if high != 0 { add(high, toGroup: 1) }
  }

  private mutating func add(_ value: Int128, toGroup group: Int) {
    if groups.isEmpty { lowest = group }
    while group < lowest {
      groups.insert(0, at: 0)
      lowest -= 1
    }
    while group >= lowest + groups.count { groups.append(0) }
    groups[group - lowest] += value
  }

  /// The group that contains ten to the power of `power`.
  private static func group(of power: Int) -> Int {
    power >= 0 ? power / groupSize : -((groupSize - 1 - power) / groupSize)
  }

  /// The sum as digits.
  private var digits: DecimalDigits {
    var (carried, carry) = Self.carried(groups)
    let isNegative = carry < 0
    if isNegative { (carried, carry) = Self.carried(groups.map { -$0 }) }
    while carry > 0 {
      carried.append(carry % Self.base)
      carry /= Self.base
    }
    var text: [UInt8] = []
    for group in carried.reversed() {
      let part = String(group).utf8.map { $0 - UInt8(ascii: "0") }
      text += [UInt8](repeating: 0, count: Self.groupSize - part.count) + part
    }
    let zeros = text.prefix { $0 == 0 }.count
    guard zeros < text.count else { return .zero }
    let exponent = (lowest + carried.count) * Self.groupSize - 1 - zeros
    text.removeFirst(zeros)
    while text.last == 0 { text.removeLast() }
    return DecimalDigits(isNegative: isNegative, exponent: exponent, digits: text)
  }

  /// Groups of digits from 0 to 10^18 - 1, and the carry above them.
  private static func carried(_ groups: [Int128]) -> (groups: [Int128], carry: Int128) {
    var carry: Int128 = 0
    var result: [Int128] = []
    for group in groups {
      var (quotient, remainder) = (group + carry).quotientAndRemainder(dividingBy: base)
      if remainder < 0 {
        remainder += base
        quotient -= 1
      }
      result.append(remainder)
      carry = quotient
    }
    return (result, carry)
  }

  /// The sum; NaN if one of the numbers was NaN, nil if it has more digits than `Decimal` can
  /// represent.
  package var decimal: Decimal? { isNaN ? .nan : digits.decimal }

  /// The sum as a value that SQL can pass on.
  package var storedValue: SQLValue {
    if isUnreadable { return .text("") }
    return isNaN ? .blob(DecimalKey(.nan).bytes) : .text(digits.text)
  }
}
