import Foundation

/// Bytes that sort like the decimal numbers that they encode, without losing a digit.
///
/// NaN sorts before all numbers, as in `Decimal`. The first byte is the kind. It includes
/// infinities, which `Decimal` lacks, but which a column may contain as REAL. For a number other
/// than zero, the exponent of its first digit follows (2 bytes, offset by 32768), then its
/// significant digits in pairs, each pair plus 1, and a 0. For negative numbers, all these bytes
/// are inverted.
package struct DecimalKey: Hashable, Sendable {
  private enum Kind: UInt8 {
    case notANumber = 0x00
    case negativeInfinity = 0x08
    case negative = 0x10
    case zero = 0x20
    case positive = 0x30
    case positiveInfinity = 0x40
  }

  package let bytes: Data

  private init(bytes: Data) { self.bytes = bytes }

  private init(kind: Kind) { bytes = Data([kind.rawValue]) }

  package init(_ decimal: Decimal) {
    self.init(DecimalDigits(decimal))
  }

  /// Creates the key of a column's value: an integer, a real, or the bytes of a key.
  ///
  /// It is nil for NULL and any value that does not represent a decimal number.
  package init?(_ value: SQLValue) {
    switch value {
    case .decimal(let decimal): self.init(decimal)
    case .integer(let integer): self.init(DecimalDigits(integer))
    case .real(let real) where real.isInfinite:
      self.init(kind: real < 0 ? .negativeInfinity : .positiveInfinity)
    case .real(let real):
      guard let digits = DecimalDigits(text: "\(real)") else { return nil }
      self.init(digits)
    case .blob(let bytes):
      let key = DecimalKey(bytes: bytes)
      guard key.isNotANumber || key.digits != nil else { return nil }
      self = key
    case .null, .text, .bool, .date, .uuid: return nil
    }
  }

  /// The digits of the number; nil for NaN, infinities, and bytes that are not a key.
  private var digits: DecimalDigits? {
    guard let first = bytes.first, let kind = Kind(rawValue: first) else { return nil }
    switch kind {
    case .zero: return bytes.count == 1 ? .zero : nil
    case .positive: return Self.digits(in: Array(bytes.dropFirst()), isNegative: false)
    case .negative: return Self.digits(in: bytes.dropFirst().map { ~$0 }, isNegative: true)
    case .notANumber, .negativeInfinity, .positiveInfinity: return nil
    }
  }

  private var isNotANumber: Bool { bytes == Data([Kind.notANumber.rawValue]) }

  /// The decimal number; nil if `Decimal` cannot represent it.
  package var decimal: Decimal? { isNotANumber ? .nan : digits?.decimal }

  private init(_ digits: DecimalDigits?) {
    guard let digits else { self.init(kind: .notANumber); return }
    guard !digits.digits.isEmpty else { self.init(kind: .zero); return }
    let exponent = UInt16(clamping: digits.exponent + 0x8000)
    var body: [UInt8] = [UInt8(exponent >> 8), UInt8(exponent & 0xFF)]
    for start in stride(from: 0, to: digits.digits.count, by: 2) {
      let second = start + 1 < digits.digits.count ? digits.digits[start + 1] : 0
      body.append(digits.digits[start] * 10 + second + 1)
    }
    body.append(0)
    let kind: Kind = digits.isNegative ? .negative : .positive
    self.init(
      bytes: Data([kind.rawValue] + (digits.isNegative ? body.map { ~$0 } : body)))
  }

  private static func digits(in body: [UInt8], isNegative: Bool) -> DecimalDigits? {
    guard body.count >= 4, body.last == 0 else { return nil }
    var digits: [UInt8] = []
    for pair in body[2..<body.count - 1] {
      guard (1...100).contains(pair) else { return nil }
      digits += [(pair - 1) / 10, (pair - 1) % 10]
    }
    while digits.last == 0 { digits.removeLast() }
    let exponent = (Int(body[0]) << 8 | Int(body[1])) - 0x8000
    return DecimalDigits(isNegative: isNegative, exponent: exponent, digits: digits)
  }
}

extension DecimalKey: Comparable {
  package static func < (lhs: DecimalKey, rhs: DecimalKey) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }
}
