import SQLCore

/// An estimate of the depth that a condition needs on the stack of SQLite's parser, which is
/// limited to 100.
///
/// Each parenthesis leaves what precedes it on the stack: an operand and its operator, a function's
/// name and arguments, the clauses of a SELECT. So does CASE, up to its END.
struct SQLNesting {
  private static let limit = 85

  private var open: [Int] = []
  private var places = 0
  private var most = 0
  private var word: [UInt8] = []
  private var isQuoted = false

  /// Returns whether SQLite may reject `condition` as too deep.
  static func isTooDeep(_ condition: SQLFragment) -> Bool {
    // A short condition cannot be deep.
    guard condition.pieces.count > 20 else { return false }
    var nesting = SQLNesting()
    for piece in condition.pieces {
      switch piece {
      case .raw(let text): nesting.take(text)
      case .isOne: nesting.take(Self.list)
      // The opening parenthesis follows.
      case .function(let name): for byte in name.utf8 { nesting.take(byte) }
      default: break
      }
    }
    return nesting.most > limit
  }

  /// SQL with the nesting of a list.
  private static let list = "(SELECT f(value) FROM json_each(?))"

  private mutating func take(_ text: String) {
    for byte in text.utf8 { take(byte) }
    endWord()
  }

  private mutating func take(_ byte: UInt8) {
    if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
    guard !isQuoted else { return }
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"):
      word.append(byte)
    case UInt8(ascii: "("):
      push(word.isEmpty ? 3 : 5)
      word.removeAll(keepingCapacity: true)
    case UInt8(ascii: ")"):
      endWord()
      pop()
    default: endWord()
    }
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    switch String(decoding: word, as: UTF8.self) {
    case "CASE": push(5)
    case "END": pop()
    case "SELECT" where !open.isEmpty:
      open[open.count - 1] += 6
      places += 6
      most = max(most, places)
    default: break
    }
    word.removeAll(keepingCapacity: true)
  }

  private mutating func push(_ count: Int) {
    open.append(count)
    places += count
    most = max(most, places)
  }

  private mutating func pop() { places -= open.popLast() ?? 0 }
}
