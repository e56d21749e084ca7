import DataSchema
import Foundation

/// Renders default values as code.
struct DefaultCode {
  let names: TypeNames

  /// The value as an expression; nil if the type does not have the value, or no literal for it.
  func code(of value: DefaultValue, as type: String, stored: AttributeType) -> String? {
    switch (stored, value) {
    case (.boolean, .integer(let number)): return number == 0 ? "false" : "true"
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      return Self.range(of: type)?.contains(number) == true ? Self.literal(number) : nil
    case (.double, .integer(let number)), (.float, .integer(let number)),
      (.decimal, .integer(let number)):
      return Self.literal(number)
    case (.float, .real(let number)):
      let float = Float(number)
      return float.isFinite ? Int64(exactly: float).map(Self.literal) ?? "\(float)" : nil
    case (.double, .real(let number)), (.decimal, .real(let number)):
      return number.isFinite ? Self.literal(number) : nil
    case (.string, .text(let text)): return SwiftName.literal(text)
    case (.date, .real(let seconds)):
      return seconds.isFinite
        ? "\(names.standard("Date"))(timeIntervalSinceReferenceDate: \(Self.literal(seconds)))"
        : nil
    case (.binaryData, .bytes(let bytes)): return bytes.isEmpty ? "\(type)()" : nil
    case (.uuid, .newUUID): return "\(names.standard("UUID"))()"
    case (.uuid, .bytes(let bytes)): return uuid(bytes)
    default: return nil
    }
  }

  private func uuid(_ bytes: Data) -> String? {
    guard bytes.count == 16 else { return nil }
    let numbers = bytes.map { "0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "\(names.standard("UUID"))(uuid: (\(numbers.joined(separator: ", "))))"
  }

  /// Whole numbers are written without a decimal point.
  private static func literal(_ number: Double) -> String {
    Int64(exactly: number).map(literal) ?? "\(number)"
  }

  /// Large numbers are written with digit separators.
  private static func literal(_ number: Int64) -> String {
    let digits = Array("\(number.magnitude)")
    guard digits.count >= 7 else { return "\(number)" }
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits[max(0, end - 3)..<end])
    }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: "_")
  }

  /// The values of an integer type, as far as a column can store them.
  private static func range(of type: String) -> ClosedRange<Int64>? {
    func range<Number: FixedWidthInteger>(_ type: Number.Type) -> ClosedRange<Int64> {
      Int64(clamping: Number.min)...Int64(clamping: Number.max)
    }
    switch type.split(separator: ".").last {
    case "Int", "Int64": return range(Int64.self)
    case "Int32": return range(Int32.self)
    case "Int16": return range(Int16.self)
    case "Int8": return range(Int8.self)
    case "UInt", "UInt64": return range(UInt64.self)
    case "UInt32": return range(UInt32.self)
    case "UInt16": return range(UInt16.self)
    case "UInt8": return range(UInt8.self)
    default: return nil
    }
  }
}
