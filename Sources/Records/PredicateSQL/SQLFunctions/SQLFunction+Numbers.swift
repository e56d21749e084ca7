import Foundation
import SQLCore

extension SQLFunction {
  package static let add = ofNumbers("swift_add") { $0 + $1 }
  package static let subtract = ofNumbers("swift_subtract") { $0 - $1 }
  static let multiply = ofNumbers("swift_multiply") { $0 * $1 }
  static let divide = ofNumbers("swift_divide") { $0 / $1 }
  static let negate = ofNumber("swift_negate") { -$0 }

  static let magnitude = ofNumber("swift_magnitude") { $0 < 0 ? -$0 : $0 }

  /// The number rounded to a `Float`.
  package static let float = ofNumber("swift_float") { Double(Float($0)) }

  /// The `Double` that has the given bit pattern.
  static let double = SQLFunction(name: SQLList.numberOfBits, argumentCount: 1) { arguments in
    guard case .integer(let bits) = arguments[0] else { return .null }
    return .number(Double(bitPattern: UInt64(bitPattern: bits)))
  }

  /// The decimal number that a text represents.
  static let decimal = SQLFunction(name: SQLList.decimalOfText, argumentCount: 1) { arguments in
    // Text is parsed digit by digit, and NaN has no digits.
    if arguments[0].text == "NaN" { return .decimal(.nan) }
    return arguments[0].decimal.map(SQLValue.decimal) ?? .null
  }

  /// Bytes that sort as decimal numbers do.
  package static let decimalKey = SQLFunction(
    name: "OPENSWIFTDATA_DECIMAL_KEY", argumentCount: 1
  ) { $0[0].decimalKey }

  /// The bytes that hexadecimal text represents.
  static let blob = SQLFunction(name: SQLList.bytesOfDigits, argumentCount: 1) { arguments in
    guard case .text(let text) = arguments[0] else { return .null }
    return .blob(Data(hexadecimal: text))
  }
}

extension Data {
  /// Decodes hexadecimal text with lowercase digits.
  init(hexadecimal text: String) {
    var digits = text.utf8.makeIterator()
    self.init(capacity: text.utf8.count / 2)
    while let high = digits.next(), let low = digits.next() {
      append(Self.digit(high) << 4 | Self.digit(low))
    }
  }

  private static func digit(_ character: UInt8) -> UInt8 {
    character <= UInt8(ascii: "9")
      ? character - UInt8(ascii: "0") : character - UInt8(ascii: "a") + 10
  }
}
