// A slot of a string may hold the text of a row (`RowText`), which must not leave it; all others hold
// just their value.

/// Makes sure that the slot of a string holds its value itself.
func settle(_ slot: inout String?) {
  withUnsafeMutablePointer(to: &slot) { if TextMarks.areOn($0) { RowText.settle($0) } }
}

/// Makes sure that the slot of an optional string holds its value itself.
func settle(_ slot: inout String??) {
  withUnsafeMutablePointer(to: &slot) { if TextMarks.areOn($0) { RowText.settle($0) } }
}

/// What tells the text of a row from a string, in the two words of a slot.
enum TextMarks {
  /// In the first word, beside the number of bytes: a bit that no string has.
  static var isRowText: UInt64 { 1 << 58 }
  /// In the upper bits of the second word: nobody counts references.
  static var isWithoutOwner: UInt64 { 0x8 }
  /// Where those upper bits begin.
  static var kindShift: UInt64 { 60 }

  /// Whether the platform keeps strings in such words; Android has marks of its own there.
  static var areKnown: Bool {
    #if _pointerBitWidth(_64) && !os(Android)
      true
    #else
      false
    #endif
  }

  /// Whether a slot holds the text of a row.
  @inline(__always)
  static func areOn(_ slot: UnsafeMutableRawPointer) -> Bool {
    areKnown && slot.load(fromByteOffset: 8, as: UInt64.self) >> kindShift == isWithoutOwner
      && slot.load(as: UInt64.self) & isRowText != 0
  }
}
