/// Examines the end of a UTF-8 text.
struct UTF8Ending {
  /// Whether the last character is incomplete.
  let isCut: Bool

  init(_ bytes: [UInt8]) {
    let following = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
    let position = bytes.count - following - 1
    guard position >= 0 else {
      isCut = false
      return
    }
    let needed =
      switch bytes[position] {
      case 0xC2...0xDF: 1
      case 0xE0...0xEF: 2
      case 0xF0...0xF4: 3
      default: 0
      }
    isCut = following < needed
  }
}
