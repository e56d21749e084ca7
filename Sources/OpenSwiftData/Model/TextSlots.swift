// What generated accessors call to take the value out of a slot. A slot of a string may hold the
// text of a row (`RowText`), which must not leave it; all others hold just their value.

/// What a slot holds, for whoever reads its property.
@inlinable @inline(__always)
public func _value<Value>(_ slot: inout Value?) -> Value? { slot }

/// What the slot of a string holds.
@inlinable @inline(__always)
public func _value(_ slot: inout String?) -> String? {
  let hasRowText = withUnsafeMutablePointer(to: &slot) { TextMarks.areOn($0) }
  return hasRowText ? withUnsafeMutablePointer(to: &slot) { _readText($0) } : slot
}

/// What the slot of an optional string holds.
@inlinable @inline(__always)
public func _value(_ slot: inout String??) -> String?? {
  let hasRowText = withUnsafeMutablePointer(to: &slot) { TextMarks.areOn($0) }
  return hasRowText ? withUnsafeMutablePointer(to: &slot) { .some(_readText($0)) } : slot
}

/// Makes sure that a slot holds its value itself, before somebody changes it in place.
@inlinable @inline(__always)
public func _settle<Value>(_ slot: inout Value?) {}

/// The same for the slot of a string.
@inlinable @inline(__always)
public func _settle(_ slot: inout String?) {
  withUnsafeMutablePointer(to: &slot) { if TextMarks.areOn($0) { _settleText($0) } }
}

/// The same for the slot of an optional string.
@inlinable @inline(__always)
public func _settle(_ slot: inout String??) {
  withUnsafeMutablePointer(to: &slot) { if TextMarks.areOn($0) { _settleText($0) } }
}

@usableFromInline @inline(never)
func _readText(_ slot: UnsafeMutableRawPointer) -> String { RowText.read(slot) }

@usableFromInline @inline(never)
func _settleText(_ slot: UnsafeMutableRawPointer) { RowText.settle(slot) }

/// What tells the text of a row from a string, in the two words of a slot.
@usableFromInline enum TextMarks {
  /// In the first word, beside the number of bytes: a bit that no string has.
  @inlinable static var isRowText: UInt64 { 1 << 58 }
  /// In the upper bits of the second word: nobody counts references.
  @inlinable static var isWithoutOwner: UInt64 { 0x8 }
  /// Where those upper bits begin.
  @inlinable static var kindShift: UInt64 { 60 }

  /// Whether the platform keeps strings in such words; Android has marks of its own there.
  @inlinable static var areKnown: Bool {
    #if _pointerBitWidth(_64) && !os(Android)
      true
    #else
      false
    #endif
  }

  /// Whether a slot holds the text of a row.
  @inlinable @inline(__always)
  static func areOn(_ slot: UnsafeMutableRawPointer) -> Bool {
    areKnown && slot.load(fromByteOffset: 8, as: UInt64.self) >> kindShift == isWithoutOwner
      && slot.load(as: UInt64.self) & isRowText != 0
  }
}
