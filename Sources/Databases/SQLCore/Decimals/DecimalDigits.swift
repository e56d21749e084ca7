import Foundation

/// A decimal number as its significant digits, with one representation for each value.
struct DecimalDigits: Hashable {
  var isNegative: Bool
  /// The power of ten of the first digit.
  var exponent: Int
  /// The digits, without zeros at either end; empty for zero.
  var digits: [UInt8]

  static let zero = DecimalDigits(isNegative: false, exponent: 0, digits: [])

  init(isNegative: Bool, exponent: Int, digits: [UInt8]) {
    self.isNegative = isNegative
    self.exponent = exponent
    self.digits = digits
  }

  /// Creates the digits of a decimal number; nil for NaN.
  init?(_ decimal: Decimal) {
    guard !decimal.isNaN else { return nil }
    self.init(text: decimal.description)
  }

  init(_ integer: Int64) {
    self = DecimalDigits(text: String(integer)) ?? .zero
  }

  /// The limit of exponents; greater ones can only belong to zero or infinity.
  private static let powerLimit = 1_000_000

  /// Parses text such as `-12.5` or `1e-05`, as in the descriptions of `Decimal` and `Double`.
  init?(text: String) {
    var isNegative = false
    var digits: [UInt8] = []
    var pointPosition: Int?
    var power = 0
    var rest = Substring(text).utf8
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest.removeFirst()
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: ".") where pointPosition == nil: pointPosition = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let value = Int(Substring(rest)), value.magnitude <= Self.powerLimit else {
          return nil
        }
        power = value
        rest = Substring().utf8
      default: return nil
      }
    }
    guard !digits.isEmpty else { return nil }
    let leadingZeros = digits.prefix { $0 == 0 }.count
    guard leadingZeros < digits.count else { self = .zero; return }
    exponent = (pointPosition ?? digits.count) - 1 - leadingZeros + power
    digits.removeFirst(leadingZeros)
    while digits.last == 0 { digits.removeLast() }
    self.isNegative = isNegative
    self.digits = digits
  }

  /// The number in scientific notation, which both `Decimal` and `Double` parse exactly.
  var text: String {
    guard let first = digits.first else { return "0" }
    let rest = digits.dropFirst().map(String.init).joined()
    return "\(isNegative ? "-" : "")\(first)\(rest.isEmpty ? "" : "." + rest)e\(exponent)"
  }

  /// The number as a `Decimal`; nil if it has more digits or a greater exponent than `Decimal` can
  /// represent.
  var decimal: Decimal? {
    guard digits.count <= 39 else { return nil }
    guard !digits.isEmpty else { return .zero }
    // `Decimal` parses exponents up to 127; the rest is added to the significand as zeros.
    let power = exponent - digits.count + 1
    let zeros = Swift.max(0, power - 127)
    guard digits.count + zeros <= 39 else { return nil }
    let significand = digits.map(String.init).joined() + String(repeating: "0", count: zeros)
    let text = "\(isNegative ? "-" : "")\(significand)e\(power - zeros)"
    guard let decimal = Decimal(string: text), DecimalDigits(decimal) == self else { return nil }
    return decimal
  }

  /// The number as a 64-bit integer, if it fits.
  var int64: Int64? {
    guard exponent >= digits.count - 1, exponent < 19 else { return digits.isEmpty ? 0 : nil }
    let significand = digits.map(String.init).joined()
    let zeros = String(repeating: "0", count: exponent - digits.count + 1)
    return Int64((isNegative ? "-" : "") + significand + zeros)
  }

  /// The floating-point number whose shortest text is this number, or nil.
  var double: Double? {
    guard digits.count <= 17, let double = Double(text), double.isFinite,
      DecimalDigits(text: "\(double)") == self
    else { return nil }
    return double
  }
}
