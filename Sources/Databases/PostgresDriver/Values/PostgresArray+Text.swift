extension PostgresArray {
  /// Parses `{1,NULL,"a, b"}`, `{{1,2},{3,4}}`, `[0:1]={1,2}`; nil for anything else.
  init?(text: String, of element: PostgresType) {
    var parser = PostgresArrayParser(text, element)
    guard let array = parser.parse() else { return nil }
    self = array
  }

  /// The array in the server's text form.
  var text: String {
    guard !dimensions.isEmpty else { return "{}" }
    var bounds = ""
    if dimensions.contains(where: { $0.lowerBound != 1 }) {
      bounds =
        dimensions.map { "[\($0.lowerBound):\($0.lowerBound + $0.count - 1)]" }.joined() + "="
    }
    var rest = elements[...]
    return bounds + text(of: 0, &rest)
  }

  private func text(of depth: Int, _ rest: inout ArraySlice<PostgresValue>) -> String {
    guard depth < dimensions.count else {
      return rest.popFirst()?.text.map(Self.quoted) ?? "NULL"
    }
    var parts: [String] = []
    for _ in 0..<max(0, dimensions[depth].count) { parts.append(text(of: depth + 1, &rest)) }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.lowercased() != "null"
      && !text.utf8.contains {
        switch $0 {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "\""),
          UInt8(ascii: "\\"), 9...13, 32:
          true
        default: false
        }
      }
    guard !isPlain else { return text }
    // Byte by byte, as the server reads it: for Swift, a mark followed by a combining accent is a
    // different character.
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}

private struct PostgresArrayParser {
  private var rest: Substring.UTF8View
  private let element: PostgresType
  private var elements: [PostgresValue] = []
  private var counts: [Int32] = []

  init(_ text: String, _ element: PostgresType) {
    rest = Substring(text).utf8
    self.element = element
  }

  mutating func parse() -> PostgresArray? {
    var lowerBounds: [Int32] = []
    while take("[") {
      guard let lower = number(), take(":"), number() != nil, take("]") else { return nil }
      lowerBounds.append(lower)
    }
    if !lowerBounds.isEmpty, !take("=") { return nil }
    guard parse(depth: 0), rest.isEmpty else { return nil }
    if elements.isEmpty { return PostgresArray([], of: element, dimensions: []) }
    let dimensions = counts.enumerated().map { depth, count in
      PostgresArray.Dimension(
        count: count, lowerBound: depth < lowerBounds.count ? lowerBounds[depth] : 1)
    }
    guard PostgresArray.count(dimensions) == elements.count else { return nil }
    return PostgresArray(elements, of: element, dimensions: dimensions)
  }

  private mutating func parse(depth: Int) -> Bool {
    // The server's limit is six dimensions; deeper nesting could exhaust the stack.
    guard depth < 6, take("{") else { return false }
    if counts.count == depth { counts.append(0) }
    var count: Int32 = 0
    if !take("}") {
      repeat {
        if rest.first == UInt8(ascii: "{") {
          guard parse(depth: depth + 1) else { return false }
        } else {
          guard parseElement() else { return false }
        }
        count += 1
      } while take(",")
      guard take("}") else { return false }
    }
    guard counts[depth] == 0 || counts[depth] == count else { return false }
    counts[depth] = count
    return true
  }

  private mutating func parseElement() -> Bool {
    var bytes: [UInt8] = []
    let isQuoted = take("\"")
    while let byte = rest.first {
      if isQuoted ? byte == UInt8(ascii: "\"") : Self.ends.contains(byte) { break }
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.first else { return false }
        rest = rest.dropFirst()
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    if isQuoted, !take("\"") { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    if !isQuoted, text == "NULL" {
      elements.append(.null)
      return true
    }
    guard let value = PostgresValue(text: text, type: element) else { return false }
    elements.append(value)
    return true
  }

  private static let ends = [UInt8(ascii: ","), UInt8(ascii: "}")]

  private mutating func number() -> Int32? {
    let digits = rest.prefix { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    rest = rest.dropFirst(digits.count)
    return Int32(String(Substring(digits)))
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
