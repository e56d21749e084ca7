import Foundation

extension PostgresNumeric {
  /// Converts a decimal number exactly.
  package init(_ decimal: Decimal) {
    guard !decimal.isNaN, let number = PostgresNumeric(text: decimal.description) else {
      self = .nan
      return
    }
    self = number
  }

  package init(_ integer: Int64) {
    var digits: [UInt16] = []
    var rest = integer.magnitude
    while rest > 0 {
      digits.append(UInt16(rest % 10_000))
      rest /= 10_000
    }
    digits.reverse()
    let weight = max(0, digits.count - 1)
    while digits.last == 0 { digits.removeLast() }
    self.init(sign: integer < 0 ? .minus : .plus, weight: Int16(weight), scale: 0, digits: digits)
  }

  /// Converts a floating-point number to its shortest decimal representation.
  package init(_ double: Double) {
    self = PostgresNumeric(text: double.isNaN ? "NaN" : "\(double)") ?? .nan
    dropTrailingZeros()
  }

  /// Swift writes one as `1.0`; the server would keep showing that zero.
  private mutating func dropTrailingZeros() {
    guard scale == 1, Int(weight) + 1 >= digits.count else { return }
    scale = 0
  }

  /// The decimal number; nil if it has more digits than `Decimal` supports, and for the infinities.
  package var decimal: Decimal? {
    switch sign {
    case .nan: return .nan
    case .infinity, .minusInfinity: return nil
    case .plus, .minus: break
    }
    if digits.count <= 4, let small = smallDecimal { return small }
    // Numbers far out of range would otherwise be written with hundreds of thousands of digits
    // first.
    guard digits.count <= 11, (-40...45).contains(weight) else { return nil }
    // `Decimal` silently drops digits that it cannot hold.
    let text = text
    guard let decimal = Decimal(string: text),
      PostgresNumeric(text: decimal.description)?.isEqual(to: self) == true
    else { return nil }
    return decimal
  }

  /// Converts numbers of up to 16 digits without formatting them as text.
  private var smallDecimal: Decimal? {
    var significand: UInt64 = 0
    for digit in digits { significand = significand * 10_000 + UInt64(digit) }
    let exponent = (Int(weight) + 1 - digits.count) * 4
    guard (-100...100).contains(exponent) else { return nil }
    return Decimal(
      sign: sign == .minus ? .minus : .plus, exponent: exponent,
      significand: Decimal(significand))
  }

  /// Whether both are the same number, regardless of trailing zeros.
  package func isEqual(to other: PostgresNumeric) -> Bool {
    sign == other.sign && digits == other.digits && (weight == other.weight || digits.isEmpty)
  }

  /// The nearest floating-point number.
  package var double: Double {
    switch sign {
    case .nan: .nan
    case .infinity: .infinity
    case .minusInfinity: -.infinity
    case .plus, .minus: Double(text) ?? .nan
    }
  }

  /// The integer part; nil if it does not fit into 64 bits.
  package var int64: Int64? {
    guard sign == .plus || sign == .minus, weight <= 4 else { return nil }
    guard weight >= 0 else { return 0 }
    var value: Int64 = 0
    for place in 0...Int(weight) {
      let digit = Int64(digits.indices.contains(place) ? digits[place] : 0)
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10_000)
      let (sum, exceeds) = shifted.addingReportingOverflow(sign == .minus ? -digit : digit)
      guard !overflows, !exceeds else { return nil }
      value = sum
    }
    return value
  }
}

// The binary form: the number of digits, weight, sign, scale and the digits, each in 16 bits.

extension PostgresNumeric {
  init?(binary bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8 else { return nil }
    let count = Int(bytes.bigEndian(at: 0, as: UInt16.self))
    guard bytes.count == 8 + 2 * count,
      let sign = Sign(rawValue: bytes.bigEndian(at: 4, as: UInt16.self))
    else { return nil }
    guard sign == .plus || sign == .minus else {
      // NaN and the infinities have a scale too, which is ignored.
      guard count == 0 else { return nil }
      self.init(sign: sign, weight: 0, scale: 0, digits: [])
      return
    }
    let scale = bytes.bigEndian(at: 6, as: UInt16.self)
    guard scale <= Self.largestScale else { return nil }
    var digits: [UInt16] = []
    digits.reserveCapacity(count)
    for place in 0..<count {
      let digit = bytes.bigEndian(at: 8 + 2 * place, as: UInt16.self)
      guard digit < 10_000 else { return nil }
      digits.append(digit)
    }
    self.init(sign, weight: Int(bytes.bigEndian(at: 2, as: Int16.self)), scale, digits)
  }

  /// Normalizes digits that may have zeros at both ends, which the server itself does not send.
  private init?(_ sign: Sign, weight: Int, _ scale: UInt16, _ digits: [UInt16]) {
    var (weight, digits) = (weight, digits)
    if digits.first == 0 {
      let zeros = digits.prefix { $0 == 0 }.count
      digits.removeFirst(zeros)
      weight -= zeros
    }
    while digits.last == 0 { digits.removeLast() }
    guard !digits.isEmpty else {
      self.init(sign: .plus, weight: 0, scale: scale, digits: [])
      return
    }
    guard let weight = Int16(exactly: weight) else { return nil }
    self.init(sign: sign, weight: weight, scale: scale, digits: digits)
  }

  func write(to bytes: inout PostgresBytes) {
    bytes.append(UInt16(digits.count))
    bytes.append(weight)
    bytes.append(sign.rawValue)
    bytes.append(scale)
    for digit in digits { bytes.append(digit) }
  }
}
