extension String {
  /// The text between two marks, with each of those within it doubled, as SQL has names and texts.
  ///
  /// It goes by bytes, as databases do: where an accent follows a mark, Swift sees one character that is no mark.
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

  /// The text without the marks around it, and with one of each pair of them within it.
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
