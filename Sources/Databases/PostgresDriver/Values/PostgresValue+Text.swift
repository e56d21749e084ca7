import Foundation

extension PostgresValue {
  /// Decodes a value in text form; nil for a text that is not valid for the type.
  package init?(text: String, type: PostgresType) {
    switch type.form {
    case .bool:
      guard text == "t" || text == "f" || text == "true" || text == "false" else { return nil }
      self = .bool(text.hasPrefix("t"))
    case .int2: guard let value = Int16(text) else { return nil }; self = .int2(value)
    case .int4: guard let value = Int32(text) else { return nil }; self = .int4(value)
    case .int8, .unsigned4: guard let value = Int64(text) else { return nil }; self = .int8(value)
    case .float4: guard let value = Float(text) else { return nil }; self = .float4(value)
    case .float8: guard let value = Double(text) else { return nil }; self = .float8(value)
    case .numeric:
      guard let value = PostgresNumeric(text: text) else { return nil }
      self = .numeric(value)
    case .text: self = type == .json ? .json(text) : .text(text)
    case .jsonb: self = .jsonb(text)
    case .bytes: guard let data = Self.bytes(text) else { return nil }; self = .bytes(data)
    case .uuid: guard let uuid = UUID(uuidString: text) else { return nil }; self = .uuid(uuid)
    case .timestamptz, .timestamp:
      guard let time = PostgresTime(text: text) else { return nil }
      self = type == .timestamptz ? .timestamptz(time) : .timestamp(time)
    case .date: guard let day = PostgresDay(text: text) else { return nil }; self = .date(day)
    case .array:
      guard let element = type.element, let array = PostgresArray(text: text, of: element) else {
        return nil
      }
      self = .array(array)
    case .void: self = .null
    case .other: self = .other(type, text)
    }
  }

  /// Decodes bytes that are written as `\x` and hexadecimal digits.
  static func bytes(_ text: String) -> Data? {
    let digits = text.utf8.dropFirst(2)
    guard text.hasPrefix("\\x"), digits.count % 2 == 0 else { return nil }
    var data = Data(capacity: digits.count / 2)
    var high: UInt8?
    for digit in digits {
      let value: UInt8
      switch digit {
      case 48...57: value = digit - 48
      case 65...70: value = digit - 55
      case 97...102: value = digit - 87
      default: return nil
      }
      if let first = high {
        data.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return data
  }

  /// The value as the server writes it in a session in UTC; nil for null.
  package var text: String? {
    switch self {
    case .null: nil
    case .bool(let truth): truth ? "true" : "false"
    case .int2(let integer): "\(integer)"
    case .int4(let integer): "\(integer)"
    case .int8(let integer): "\(integer)"
    case .float4(let number): Self.text(of: Double(number), shortest: "\(number)")
    case .float8(let number): Self.text(of: number, shortest: "\(number)")
    case .numeric(let number): number.text
    case .text(let text), .json(let text), .jsonb(let text), .other(_, let text): text
    case .bytes(let data): "\\x" + data.hexadecimalDigits
    case .uuid(let uuid): uuid.uuidString.lowercased()
    case .timestamptz(let time): time.text
    case .timestamp(let time): time.text.replacing("+00", with: "")
    case .date(let day): day.text
    case .array(let array): array.text
    }
  }

  private static func text(of number: Double, shortest: String) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }
}

extension Data {
  /// Two hexadecimal digits for each byte.
  fileprivate var hexadecimalDigits: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
