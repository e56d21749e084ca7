import Foundation

/// An element of an XML document.
struct XMLElement: Hashable, Sendable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []
  /// The text between the tags, without that of the children.
  var text = ""
}

/// Parses XML as tools write it, with limited depth, in time and memory proportional to its size.
///
/// It does not support entity declarations, which could refer to other files or expand to unlimited
/// text, or namespaces: neither models nor property lists use any.
///
/// Foundation's `XMLParser` on Linux needs 12 seconds for an element with 200,000 attributes (2.3 MB)
/// and 71 seconds for 400,000, where this parser needs 0.2 seconds for the former. It also reports
/// success for documents that end too early or continue after the root element, and refuses values
/// of more than 10 MB.
struct XMLDocument {
  struct Problem: Error, Hashable {
    var reason: String
    var line: Int
  }

  /// The maximum nesting of elements.
  private static let depthLimit = 64

  private let bytes: [UInt8]
  private var position = 0
  /// The elements that are not closed yet, outermost first.
  private var open: [XMLElement] = []
  private var root: XMLElement?

  /// The outermost element of a document in UTF-8.
  static func root(of data: Data) throws(Problem) -> XMLElement {
    var document = XMLDocument(bytes: [UInt8](data))
    return try document.read()
  }

  private init(bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  private mutating func read() throws(Problem) -> XMLElement {
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        try readText()
      } else if skip("<?") {
        try skipPast("?>")
      } else if skip("<!--") {
        try skipPast("-->")
      } else if skip("<![CDATA[") {
        let start = position
        try skipPast("]]>")
        try append(text(start..<(position - 3)))
      } else if skip("<!DOCTYPE") {
        try skipDocumentType()
      } else if skip("</") {
        try endElement()
      } else {
        try beginElement()
      }
    }
    guard let root, open.isEmpty else { throw problem("it ends too early") }
    return root
  }
}

// Elements.

extension XMLDocument {
  private mutating func beginElement() throws(Problem) {
    guard root == nil, open.count < Self.depthLimit else {
      throw problem(
        root == nil ? "elements are nested too deeply" : "there is content after the end")
    }
    position += 1
    var element = XMLElement(name: try readName())
    while true {
      skipSpaces()
      if skip("/>") { return try close(element) }
      if skip(">") {
        open.append(element)
        return
      }
      let name = try readName()
      skipSpaces()
      guard skip("=") else { throw problem("the attribute \(name) has no value") }
      skipSpaces()
      guard element.attributes.updateValue(try readValue(), forKey: name) == nil else {
        throw problem("there are two attributes with the name \(name)")
      }
    }
  }

  private mutating func endElement() throws(Problem) {
    let name = try readName()
    skipSpaces()
    guard skip(">"), let element = open.popLast(), element.name == name else {
      throw problem("</\(name)> does not match an open element")
    }
    try close(element)
  }

  private mutating func close(_ element: XMLElement) throws(Problem) {
    guard !open.isEmpty else {
      root = element
      return
    }
    open[open.count - 1].children.append(element)
  }

  private mutating func readText() throws(Problem) {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    try append(try unescaped(start..<position))
  }

  private mutating func append(_ text: String) throws(Problem) {
    guard !open.isEmpty else {
      guard text.allSatisfy(\.isWhitespace) else {
        throw problem("there is text outside of the root element")
      }
      return
    }
    open[open.count - 1].text += text
  }

  /// Skips a document type declaration; throws if it declares entities.
  private mutating func skipDocumentType() throws(Problem) {
    let start = position
    try skipPast(">")
    guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
      throw problem("it declares its own entities")
    }
  }
}

// Names, values and characters.

extension XMLDocument {
  private mutating func readName() throws(Problem) -> String {
    let start = position
    while position < bytes.count, !Self.endsNames(bytes[position]) { position += 1 }
    guard position > start else { throw problem("a name is missing") }
    return try text(start..<position)
  }

  private static func endsNames(_ byte: UInt8) -> Bool {
    " \n\r\t=<>/\"'&".utf8.contains(byte)
  }

  private mutating func readValue() throws(Problem) -> String {
    guard position < bytes.count, "\"'".utf8.contains(bytes[position]) else {
      throw problem("a value is not in quotation marks")
    }
    let quote = bytes[position]
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != quote {
      guard bytes[position] != UInt8(ascii: "<") else { throw problem("a value has no end") }
      position += 1
    }
    guard position < bytes.count else { throw problem("a value has no end") }
    position += 1
    return try unescaped(start..<(position - 1))
  }

  private func unescaped(_ range: Range<Int>) throws(Problem) -> String {
    let pieces = try text(range).split(separator: "&", omittingEmptySubsequences: false)
    var result = String(pieces.first ?? "")
    for piece in pieces.dropFirst() {
      guard let end = piece.firstIndex(of: ";"),
        let character = Self.character(named: piece[..<end])
      else { throw problem("an entity is unknown") }
      result.append(character)
      result += piece[piece.index(after: end)...]
    }
    return result
  }

  private static func character(named name: Substring) -> Character? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#"), name.count <= 10 else { return nil }
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }

  private func text(_ range: Range<Int>) throws(Problem) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw problem("it is not in UTF-8")
    }
    return text
  }

  private mutating func skipSpaces() {
    while position < bytes.count, " \n\r\t".utf8.contains(bytes[position]) { position += 1 }
  }

  /// Skips the text if it comes next; returns whether it does.
  private mutating func skip(_ text: StaticString) -> Bool {
    let isHere = text.withUTF8Buffer { text in
      bytes.count - position >= text.count && bytes[position...].starts(with: text)
    }
    if isHere { position += text.utf8CodeUnitCount }
    return isHere
  }

  private mutating func skipPast(_ text: StaticString) throws(Problem) {
    while position < bytes.count {
      if skip(text) { return }
      position += 1
    }
    throw problem("it ends too early")
  }

  private func problem(_ reason: String) -> Problem {
    let read = bytes[..<min(position, bytes.count)]
    return Problem(reason: reason, line: read.count { $0 == UInt8(ascii: "\n") } + 1)
  }
}
