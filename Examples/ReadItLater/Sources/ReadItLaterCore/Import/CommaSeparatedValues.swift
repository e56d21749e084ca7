/// Parses comma-separated values according to RFC 4180; quoted fields may contain line breaks.
struct CommaSeparatedValues: IteratorProtocol {
  /// A row, with the line where it begins, counted from 1.
  struct Row {
    var fields: [String]
    var line: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// Whether the last quoted field has no closing quote.
  private(set) var endedInsideQuotes = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Row? {
    guard position < bytes.count else { return nil }
    var row = Row(fields: [], line: line)
    repeat { row.fields.append(field()) } while takeComma()
    takeLineBreak()
    return row
  }

  private mutating func field() -> String {
    guard peek == UInt8(ascii: "\"") else { return plainField() }
    position += 1
    var field: [UInt8] = []
    while let byte = peek {
      position += 1
      if byte == UInt8(ascii: "\"") {
        // Two quotes represent one. Text after the closing quote, which should be a comma, becomes
        // part of the field.
        guard peek == UInt8(ascii: "\"") else {
          return String(decoding: field, as: UTF8.self) + plainField()
        }
        position += 1
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      field.append(byte)
    }
    endedInsideQuotes = true
    return String(decoding: field, as: UTF8.self)
  }

  private mutating func plainField() -> String {
    let start = position
    while let byte = peek, byte != UInt8(ascii: ","), byte != UInt8(ascii: "\n") { position += 1 }
    var field = bytes[start..<position]
    if field.last == UInt8(ascii: "\r"), peek != UInt8(ascii: ",") { field.removeLast() }
    return String(decoding: field, as: UTF8.self)
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func takeComma() -> Bool {
    guard peek == UInt8(ascii: ",") else { return false }
    position += 1
    return true
  }

  private mutating func takeLineBreak() {
    guard peek == UInt8(ascii: "\n") else { return }
    position += 1
    line += 1
  }
}
