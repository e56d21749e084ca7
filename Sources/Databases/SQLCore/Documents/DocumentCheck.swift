/// Checks whether a text is JSON that a database can parse without losing any value.
///
/// Such a database does not support NUL characters in strings, negative zero, and numbers with too
/// many digits. Escapes of characters that need none are rejected, so that a name can be found in
/// the text as it is.
struct DocumentCheck {
  /// The nesting limit of encoded values and of databases.
  private static let depthLimit = 512
  /// More digits than a `Decimal` can have.
  private static let digitLimit = 60
  private static let exponentLimit = 400

  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether the whole text is such a value.
  mutating func run() -> Bool {
    guard value(0) else { return false }
    skipSpaces()
    return place == bytes.count && (isASCII || String(validating: bytes, as: UTF8.self) != nil)
  }

  private var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpaces() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      guard place + word.count <= bytes.count,
        bytes[place..<place + word.count].elementsEqual(word)
      else { return false }
      place += word.count
      return true
    }
  }

  private mutating func value(_ depth: Int) -> Bool {
    guard depth <= Self.depthLimit else { return false }
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"):
      return list(depth, until: "}") { check in
        guard check.string() else { return false }
        check.skipSpaces()
        return check.take(":")
      }
    case UInt8(ascii: "["): return list(depth, until: "]") { _ in true }
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return takeWord("true")
    case UInt8(ascii: "f"): return takeWord("false")
    case UInt8(ascii: "n"): return takeWord("null")
    default: return number()
    }
  }

  /// Parses the elements of an array or object; `name` parses what precedes each element.
  private mutating func list(
    _ depth: Int, until end: Unicode.Scalar, _ name: (inout DocumentCheck) -> Bool
  ) -> Bool {
    place += 1
    skipSpaces()
    if take(end) { return true }
    while true {
      skipSpaces()
      guard name(&self), value(depth + 1) else { return false }
      skipSpaces()
      if take(end) { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard escape() else { return false }
      case ..<0x20: return false
      default: continue
      }
    }
    return false
  }

  /// Parses the part of an escape after the backslash.
  private mutating func escape() -> Bool {
    guard let byte = next else { return false }
    place += 1
    if byte != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(byte) }
    guard let unit = codeUnit(), unit > 0, !(0x20...0x7E).contains(unit) else { return false }
    guard UTF16.isLeadSurrogate(unit) else { return !UTF16.isTrailSurrogate(unit) }
    guard take("\\"), take("u"), let trail = codeUnit() else { return false }
    return UTF16.isTrailSurrogate(trail)
  }

  private mutating func codeUnit() -> UInt16? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = bytes[place..<place + 4]
    place += 4
    var unit: UInt16 = 0
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }

  private mutating func number() -> Bool {
    let isNegative = take("-")
    let first = place
    guard let whole = digits(), whole == 1 || bytes[first] != UInt8(ascii: "0") else {
      return false
    }
    var count = whole
    if take(".") {
      guard let fraction = digits() else { return false }
      count += fraction
    }
    let isZero = bytes[first..<place].allSatisfy { "0.".utf8.contains($0) }
    guard count <= Self.digitLimit, !(isNegative && isZero) else { return false }
    guard take("e") || take("E") else { return true }
    if !take("-") { _ = take("+") }
    let start = place
    guard digits() != nil else { return false }
    return Int(String(decoding: bytes[start..<place], as: UTF8.self)).map {
      $0 <= Self.exponentLimit
    } ?? false
  }

  /// The number of digits; nil for none.
  private mutating func digits() -> Int? {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place > start ? place - start : nil
  }
}
