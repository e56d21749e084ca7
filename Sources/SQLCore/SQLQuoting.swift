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
}
