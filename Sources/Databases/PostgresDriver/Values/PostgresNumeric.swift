import Foundation

/// A number of type `numeric`, with all of its digits.
package struct PostgresNumeric: Hashable, Sendable {
  package enum Sign: UInt16, Sendable {
    case plus = 0x0000
    case minus = 0x4000
    case nan = 0xC000
    case infinity = 0xD000
    case minusInfinity = 0xF000
  }

  package var sign: Sign
  /// The power of 10000 of the first digit.
  package var weight: Int16
  /// The number of decimal digits shown after the point.
  package var scale: UInt16
  /// The digits in base 10000.
  package var digits: [UInt16]

  package static let nan = PostgresNumeric(sign: .nan, weight: 0, scale: 0, digits: [])
  /// The maximum numbers of decimal digits before and after the point that the server supports.
  static let largestIntegerDigits = 131_072
  static let largestScale = 16_383
}

extension PostgresNumeric {
  /// Parses `-12.50`, `1e-5`, `NaN`, `Infinity`; nil for anything that is not a number, or is
  /// outside of the server's range.
  package init?(text: some StringProtocol) {
    switch text.lowercased() {
    case "nan": self = .nan
    case "infinity", "+infinity", "inf", "+inf": self = Self.infinite(.infinity)
    case "-infinity", "-inf": self = Self.infinite(.minusInfinity)
    default:
      guard let parsed = Self.parse(text.utf8) else { return nil }
      self = parsed
    }
  }

  private static func infinite(_ sign: Sign) -> PostgresNumeric {
    PostgresNumeric(sign: sign, weight: 0, scale: 0, digits: [])
  }

  private static func parse(_ bytes: some Collection<UInt8>) -> PostgresNumeric? {
    var isNegative = false
    var decimals: [UInt8] = []
    var point: Int?
    var power = 0
    var rest = bytes[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): decimals.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: ".") where point == nil: point = decimals.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let value = Int(String(decoding: rest, as: UTF8.self)),
          value.magnitude < 200_000
        else { return nil }
        power = value
        rest = rest[rest.endIndex...]
      default: return nil
      }
    }
    guard !decimals.isEmpty else { return nil }
    return PostgresNumeric(
      isNegative: isNegative, decimals: decimals, point: (point ?? decimals.count) + power)
  }

  /// The number with these decimal digits and the point after `point` of them, which may be outside
  /// of the digits.
  init?(isNegative: Bool, decimals: [UInt8], point: Int) {
    let scale = max(0, decimals.count - point)
    guard scale <= Self.largestScale else { return nil }
    let zeros = decimals.prefix { $0 == 0 }.count
    guard zeros < decimals.count else {
      self.init(sign: .plus, weight: 0, scale: UInt16(scale), digits: [])
      return
    }
    let places = point - zeros
    guard places <= Self.largestIntegerDigits else { return nil }
    // Groups of four digits are counted from the point.
    let before = ((places % 4) + 4) % 4
    var group = before == 0 ? [] : [UInt8](repeating: 0, count: 4 - before)
    group += decimals[zeros...]
    while group.count % 4 != 0 { group.append(0) }
    var digits: [UInt16] = []
    digits.reserveCapacity(group.count / 4)
    for start in stride(from: 0, to: group.count, by: 4) {
      digits.append(group[start..<start + 4].reduce(0) { $0 * 10 + UInt16($1) })
    }
    while digits.last == 0 { digits.removeLast() }
    let weight = Int((Double(places) / 4).rounded(.up)) - 1
    self.init(
      sign: isNegative ? .minus : .plus, weight: Int16(clamping: weight), scale: UInt16(scale),
      digits: digits)
  }

  /// The number in the server's text form.
  package var text: String {
    switch sign {
    case .nan: return "NaN"
    case .infinity: return "Infinity"
    case .minusInfinity: return "-Infinity"
    case .plus, .minus: break
    }
    var bytes: [UInt8] = sign == .minus ? [UInt8(ascii: "-")] : []
    let weight = Int(weight)
    if weight < 0 { bytes.append(UInt8(ascii: "0")) }
    for place in stride(from: 0, through: weight, by: 1) {
      append(digit(place), to: &bytes, isFirst: place == 0)
    }
    let scale = Int(scale)
    guard scale > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes.append(UInt8(ascii: "."))
    let end = bytes.count + scale
    var place = weight + 1
    // Positions between the point and the first digit are zeros.
    for _ in 0..<max(0, -weight - 1) where bytes.count < end { bytes += Self.zeros }
    if weight < -1 { place = 0 }
    while bytes.count < end {
      append(digit(place), to: &bytes, isFirst: false)
      place += 1
    }
    return String(decoding: bytes.prefix(end), as: UTF8.self)
  }

  private static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 4)

  private func digit(_ place: Int) -> UInt16 { digits.indices.contains(place) ? digits[place] : 0 }

  private func append(_ digit: UInt16, to bytes: inout [UInt8], isFirst: Bool) {
    var unit: UInt16 = 1000
    var hasBegun = !isFirst
    while unit > 0 {
      let decimal = digit / unit % 10
      if decimal != 0 || unit == 1 { hasBegun = true }
      if hasBegun { bytes.append(UInt8(ascii: "0") + UInt8(decimal)) }
      unit /= 10
    }
  }
}
