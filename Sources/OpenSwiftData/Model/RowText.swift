/// A text that a slot holds as the bytes of its row, of which a string is made when it is read.
///
/// A large part of what it costs to make an instance is for strings on the heap, and many are never
/// read. So the instances of a result keep their longer texts side by side in blocks of memory that
/// they own together (`TextBlocks`), and a slot says where its text is, dressed as a string without
/// an owner, as literals are: to copy or drop it does nothing. Whoever hands the value out makes a
/// string with an owner first (`_value`). The first reading leaves the slot as it is, since most
/// values are read once; the second puts the string there.
///
/// How Swift keeps a string is no promise of the language, so this is done only where strings and
/// literals are found to look as expected.
struct RowText {
  /// How many bytes the text has, and marks.
  private var first: UInt64
  /// Where the bytes are, and that the text has no owner.
  private var second: UInt64

  private enum Bits {
    static let count: UInt64 = 0xffff_ffff_ffff
    /// The bytes stand at the address and a header's size.
    static let isTailAllocated: UInt64 = 1 << 60
    static let wasRead: UInt64 = 1 << 57
    static let headerSize: UInt64 = 32
  }

  /// The text of bytes that stay where they are as long as the slot has it.
  @inline(__always)
  init(_ bytes: UnsafeRawPointer, count: Int) {
    first = UInt64(count) | Bits.isTailAllocated | TextMarks.isRowText
    second =
      TextMarks.isWithoutOwner << TextMarks.kindShift
      | UInt64(UInt(bitPattern: bytes)) &- Bits.headerSize
  }

  private var bytes: UnsafeBufferPointer<UInt8> {
    let address = UInt(second & (1 << TextMarks.kindShift - 1) &+ Bits.headerSize)
    return UnsafeBufferPointer(
      start: UnsafePointer(bitPattern: address), count: Int(first & Bits.count))
  }

  /// A string with the same contents, and an owner.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The string for who reads the text in a slot for the first time; the second leaves it there.
  static func read(_ slot: UnsafeMutableRawPointer) -> String {
    var text = slot.load(as: RowText.self)
    let string = text.string
    if text.first & Bits.wasRead != 0 {
      slot.initializeMemory(as: String.self, to: string)
    } else {
      text.first |= Bits.wasRead
      slot.storeBytes(of: text, as: RowText.self)
    }
    return string
  }

  /// Puts a string in the place of a text.
  static func settle(_ slot: UnsafeMutableRawPointer) {
    slot.initializeMemory(as: String.self, to: slot.load(as: RowText.self).string)
  }

  /// Whether strings look in memory as this file has it.
  static let isKnown: Bool = {
    guard TextMarks.areKnown, MemoryLayout<RowText>.size == MemoryLayout<String>.size,
      MemoryLayout<String??>.size == MemoryLayout<String>.size
    else { return false }
    let literal: String = "a literal of more than fifteen bytes"
    let owned = String(decoding: Array(literal.utf8), as: UTF8.self)
    let (shared, counted) = (
      unsafeBitCast(literal, to: RowText.self), unsafeBitCast(owned, to: RowText.self)
    )
    guard shared.second >> TextMarks.kindShift == TextMarks.isWithoutOwner,
      counted.second >> TextMarks.kindShift == 0,
      (shared.first | counted.first) & (TextMarks.isRowText | Bits.wasRead) == 0,
      shared.first & Bits.isTailAllocated != 0,
      shared.first & Bits.count == UInt64(literal.utf8.count)
    else { return false }
    return shared.string == owned
      && owned.utf8.withContiguousStorageIfAvailable { bytes in
        guard let start = bytes.baseAddress else { return false }
        let text = RowText(start, count: bytes.count)
        return text.string == literal && unsafeBitCast(text, to: String.self) == literal
      } ?? false
  }()
}
