/// Splits HTML, even if it is malformed, into tags and the text between them.
///
/// Each byte is read a bounded number of times, so that reading takes time proportional to the size
/// of the file, even if quotes are missing.
struct HTMLTagScanner {
  struct Tag {
    /// The name in lowercase; a closing tag's name begins with `/`.
    var name: String
    /// The attributes by lowercase name, with undecoded entities; the first of repeated attributes
    /// is used.
    var attributes: [String: String] = [:]
    /// The line of the tag, counted from 1.
    var line: Int
  }

  enum Piece {
    case text(String)
    case tag(Tag)
  }

  /// Whether the bytes ended within a tag or comment.
  private(set) var endedInsideTag = false

  private let bytes: [UInt8]
  private var position = 0
  private var countedTo = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Piece? {
    while position < bytes.count {
      guard bytes[position] == .lessThan else { return .text(textUpToTag()) }
      if skipComment() { continue }
      guard let tag = readTag() else {
        if bytes[position...].count < 3 { endedInsideTag = Self.maybeTag(bytes[position...]) }
        position += 1
        return .text("<")
      }
      return .tag(tag)
    }
    return nil
  }

  /// Whether the last bytes may be the beginning of a tag.
  private static func maybeTag(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.elementsEqual([.lessThan]) || rest.elementsEqual([.lessThan, .slash])
  }

  private mutating func textUpToTag() -> String {
    let start = position
    while position < bytes.count, bytes[position] != .lessThan { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Skips a comment or declaration.
  ///
  /// One that is not closed ends at its first `>`.
  private mutating func skipComment() -> Bool {
    guard byte(at: 1) == UInt8(ascii: "!") else { return false }
    let start = position
    if byte(at: 2) == .hyphen, byte(at: 3) == .hyphen {
      position += 4
      while position < bytes.count {
        if byte(at: 0) == .hyphen, byte(at: 1) == .hyphen, byte(at: 2) == .greaterThan {
          position += 3
          return true
        }
        position += 1
      }
      position = start
    }
    while position < bytes.count, bytes[position] != .greaterThan { position += 1 }
    if position == bytes.count { endedInsideTag = true }
    position += 1
    return true
  }

  private mutating func readTag() -> Tag? {
    let nameStart = position + (byte(at: 1) == .slash ? 2 : 1)
    guard nameStart < bytes.count, bytes[nameStart].isLetter else { return nil }
    countLines()
    var end = nameStart
    while end < bytes.count, !bytes[end].endsName { end += 1 }
    let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self).lowercased()
    var tag = Tag(name: name, line: line)
    position = end
    while let (name, value) = readAttribute() {
      if tag.attributes[name] == nil { tag.attributes[name] = value }
    }
    return tag
  }

  private mutating func readAttribute() -> (name: String, value: String)? {
    while position < bytes.count, bytes[position].isSpace || bytes[position] == .slash {
      position += 1
    }
    guard position < bytes.count else {
      endedInsideTag = true
      return nil
    }
    guard bytes[position] != .lessThan else { return nil }
    guard bytes[position] != .greaterThan else {
      position += 1
      return nil
    }
    let start = position
    repeat {
      position += 1
    } while position < bytes.count && !bytes[position].endsName
      && bytes[position] != .equals
    let name = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    let nameEnd = position
    skipSpaces()
    guard byte(at: 0) == .equals else {
      position = nameEnd
      return (name, "")
    }
    position += 1
    skipSpaces()
    return (name, readValue())
  }

  private mutating func readValue() -> String {
    guard let quote = byte(at: 0), quote == .doubleQuote || quote == .singleQuote else {
      return readValue { $0.isSpace }
    }
    position += 1
    guard let end = endOfQuotedValue(quote) else {
      return readValue { $0 == .lineFeed }
    }
    defer { position = end + 1 }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  private mutating func readValue(until ends: (UInt8) -> Bool) -> String {
    let start = position
    while position < bytes.count, bytes[position] != .greaterThan, !ends(bytes[position]) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Finds the closing quote of a value that begins at the position.
  ///
  /// Returns nil if the quote is missing, that is, if the file ends first or a line begins with a
  /// tag. Without that rule, one missing quote would swallow the links that follow it.
  private func endOfQuotedValue(_ quote: UInt8) -> Int? {
    var index = position
    var atLineStart = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote { return index }
      if byte == .lessThan, atLineStart { return nil }
      if byte == .lineFeed {
        atLineStart = true
      } else if !byte.isSpace {
        atLineStart = false
      }
      index += 1
    }
    return nil
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
  }

  private mutating func countLines() {
    for byte in bytes[countedTo..<position] where byte == .lineFeed { line += 1 }
    countedTo = position
  }

  private func byte(at offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }
}

extension UInt8 {
  fileprivate static let lessThan = UInt8(ascii: "<")
  fileprivate static let greaterThan = UInt8(ascii: ">")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let equals = UInt8(ascii: "=")
  fileprivate static let hyphen = UInt8(ascii: "-")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let doubleQuote = UInt8(ascii: "\"")
  fileprivate static let singleQuote = UInt8(ascii: "'")

  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var endsName: Bool {
    isSpace || self == .greaterThan || self == .slash || self == .lessThan
  }
}
