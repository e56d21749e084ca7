import Foundation

/// Parses JSON within limits, which are checked while it is read: a small text can contain millions
/// of values, each of which needs far more memory than its characters.
///
/// Foundation's parsers round some numbers, or use kilobytes of the stack for each level.
struct JSONParser {
  /// The maximum nesting depth of arrays and objects; the deepest records have fewer than 100
  /// levels.
  static let depthLimit = 200
  /// The maximum number of characters of a number; a `Double` has at most 24.
  static let numberLimit = 400

  private let bytes: [UInt8]
  private var index = 0
  private var valuesLeft: Int

  init(_ data: Data, valueLimit: Int) { (bytes, valuesLeft) = ([UInt8](data), valueLimit) }

  /// Parses the whole text.
  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    guard next == nil else { throw .invalid }
    return value
  }

  /// The next byte that is not white space; nil at the end.
  private var next: UInt8? {
    mutating get {
      while index < bytes.count {
        let byte = bytes[index]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        index += 1
      }
      return nil
    }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    valuesLeft -= 1
    guard valuesLeft >= 0 else { throw .tooManyValues }
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    try list(to: UInt8(ascii: "}"), depth) { parser throws(JSONError) in
      guard parser.next == UInt8(ascii: "\"") else { throw .invalid }
      let name = try parser.string()
      guard parser.take(UInt8(ascii: ":")) else { throw .invalid }
      members[name] = try parser.value(depth: depth)
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    try list(to: UInt8(ascii: "]"), depth) { parser throws(JSONError) in
      values.append(try parser.value(depth: depth))
    }
    return .array(values)
  }

  /// Parses the elements of an array or object, separated by commas, up to its end.
  private mutating func list(
    to end: UInt8, _ depth: Int, _ element: (inout JSONParser) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth <= Self.depthLimit else { throw .nestedTooDeeply }
    index += 1
    if take(end) { return }
    repeat { try element(&self) } while take(UInt8(ascii: ","))
    guard take(end) else { throw .invalid }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { throw .invalid }
    index += word.utf8.count
    return value
  }

  private mutating func string() throws(JSONError) -> String {
    let start = index
    var hasEscapes = false
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] >= 0x20 else { throw .invalid }
      if bytes[index] == UInt8(ascii: "\\") {
        hasEscapes = true
        index += 1
      }
      index += 1
    }
    guard index < bytes.count else { throw .invalid }
    index += 1
    let quoted = bytes[start..<index]
    let text =
      hasEscapes
      ? try? JSONDecoder().decode(String.self, from: Data(quoted))
      : String(bytes: quoted.dropFirst().dropLast(), encoding: .utf8)
    guard let text else { throw .invalid }
    return text
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    var isInteger = true
    scan: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
      case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        isInteger = false
      default: break scan
      }
      index += 1
    }
    guard index - start <= Self.numberLimit else { throw .numberTooLong }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else { throw .invalid }
    return .double(double)
  }
}
