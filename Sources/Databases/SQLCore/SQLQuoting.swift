extension String {
  /// The text between two quote marks, with each mark in it doubled, as in SQL.
  ///
  /// It works on bytes, like databases: a mark followed by a combining accent is a single,
  /// different character in Swift.
  package func quoted(by mark: Unicode.Scalar) -> String {
    let mark = UInt8(ascii: mark)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 2)
    bytes.append(mark)
    for byte in utf8 {
      if byte == mark { bytes.append(mark) }
      bytes.append(byte)
    }
    bytes.append(mark)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text without the quote marks around it, and with doubled marks in it reduced to one.
  package func unquoted(_ mark: Unicode.Scalar) -> String {
    let mark = UInt8(ascii: mark)
    var bytes: [UInt8] = []
    var isSecond = false
    for byte in utf8.dropFirst().dropLast() {
      isSecond = byte == mark && !isSecond
      if !isSecond { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
