import Foundation

extension PostgresNumeric {
  /// The number of a decimal number, exactly.
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

  /// The number whose digits are the shortest that tell the floating-point number from others.
  package init(_ double: Double) {
    self = PostgresNumeric(text: double.isNaN ? "NaN" : "\(double)") ?? .nan
    dropTrailingZeros()
  }

  /// `1.0` is how Swift writes one; the server would show the zero from then on.
  private mutating func dropTrailingZeros() {
    guard scale == 1, Int(weight) + 1 >= digits.count else { return }
    scale = 0
  }

  /// The decimal number; nil where it has more digits than `Decimal` holds, and for the infinities.
  package var decimal: Decimal? {
    switch sign {
    case .nan: return .nan
    case .infinity, .minusInfinity: return nil
    case .plus, .minus: break
    }
    if digits.count <= 4, let small = smallDecimal { return small }
    // One that is out of its range all the same would be written out in hundreds of thousands of digits first.
    guard digits.count <= 11, (-40...45).contains(weight) else { return nil }
    // More digits than it holds, `Decimal` drops in silence.
    let text = text
    guard let decimal = Decimal(string: text),
      PostgresNumeric(text: decimal.description)?.isEqual(to: self) == true
    else { return nil }
    return decimal
  }

  /// Numbers of up to 16 digits, without a way through text.
  private var smallDecimal: Decimal? {
    var significand: UInt64 = 0
    for digit in digits { significand = significand * 10_000 + UInt64(digit) }
    let exponent = (Int(weight) + 1 - digits.count) * 4
    guard (-100...100).contains(exponent) else { return nil }
    return Decimal(
      sign: sign == .minus ? .minus : .plus, exponent: exponent,
      significand: Decimal(significand))
  }

  /// Whether both are the same number, however many zeros they show.
  package func isEqual(to other: PostgresNumeric) -> Bool {
    sign == other.sign && digits == other.digits && (weight == other.weight || digits.isEmpty)
  }

  /// The floating-point number next to it.
  package var double: Double {
    switch sign {
    case .nan: .nan
    case .infinity: .infinity
    case .minusInfinity: -.infinity
    case .plus, .minus: Double(text) ?? .nan
    }
  }

  /// The integer, without what stands after the point; nil where 64 bits do not hold it.
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

// The binary form: how many digits, weight, sign, scale, digits, each in 16 bits.

extension PostgresNumeric {
  init?(binary bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8 else { return nil }
    let count = Int(bytes.bigEndian(at: 0, as: UInt16.self))
    guard bytes.count == 8 + 2 * count,
      let sign = Sign(rawValue: bytes.bigEndian(at: 4, as: UInt16.self))
    else { return nil }
    guard sign == .plus || sign == .minus else {
      // What is no number has a scale all the same.
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

  /// The number of digits that may have zeros at both ends, which the server itself does not send.
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
