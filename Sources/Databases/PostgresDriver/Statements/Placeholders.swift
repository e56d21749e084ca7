/// Converts the parameters of a statement to PostgreSQL's notation.
///
/// Statements for all databases use `?` for the next parameter and `?3` for the third, as in JDBC.
enum Placeholders {
  /// The text with `$1` and so on; quoted parts are unchanged.
  static func numbered(_ text: String) -> String {
    let mark = UInt8(ascii: "?")
    guard text.utf8.contains(mark) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    var quote: UInt8?
    var count = 0
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == mark {
        let digits = bytes.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        bytes = bytes.dropFirst(digits.count)
        count += 1
        result.append(UInt8(ascii: "$"))
        result += digits.isEmpty ? Array("\(count)".utf8) : Array(digits)
        continue
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Replaces `$1` and so on in a text; quoted parts are unchanged.
  ///
  /// - Parameters:
  ///   - text: The text, as sent to the server.
  ///   - replacement: The replacement for the parameter with a number; nil to keep the parameter.
  /// - Returns: The text.
  static func replaced(in text: String, with replacement: (Int) -> String?) -> String {
    var result: [UInt8] = []
    var quote: UInt8?
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "$") {
        let digits = bytes.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        let number = Int(String(decoding: digits, as: UTF8.self))
        if let replaced = number.flatMap(replacement) {
          bytes = bytes.dropFirst(digits.count)
          result += Array(replaced.utf8)
          continue
        }
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
