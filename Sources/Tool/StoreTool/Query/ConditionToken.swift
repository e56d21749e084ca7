/// A token of the condition language, with its position.
struct ConditionToken: Hashable {
  enum Kind: Hashable {
    case name(String)
    /// A name in backquotes, which is never a keyword.
    case quotedName(String)
    case string(String)
    /// A number as it was written, or a date without quotation marks.
    case number(String)
    case sign(String)
    case end
  }

  var kind: Kind
  /// The column of its first character, counted from 1.
  var column: Int

  /// The token as messages show it.
  var text: String {
    switch kind {
    case .name(let name), .quotedName(let name): "“\(name)”"
    case .string(let text): "the text \"\(text)\""
    case .number(let text): "“\(text)”"
    case .sign(let sign): "“\(sign)”"
    case .end: "the end"
    }
  }
}

/// A syntax error, or a name or value that does not fit the entity.
package struct ConditionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column where the mistake begins, counted from 1.
  package var column: Int
  package var message: String

  init(_ column: Int, _ message: String) { (self.column, self.message) = (column, message) }

  package var description: String { "Column \(column): \(message)" }
}

/// Splits a condition into tokens.
struct ConditionLexer {
  private var rest: Substring
  private var column = 1

  private static let signs = [
    "==", "!=", "<=", ">=", "<>", "&&", "||", "=", "<", ">", "!", "(", ")", "[", "]", "{", "}",
    ",", ".", "@",
  ]

  init(_ text: String) { rest = text[...] }

  /// All tokens, including the end.
  static func tokens(_ text: String) throws(ConditionError) -> [ConditionToken] {
    var lexer = ConditionLexer(text)
    var tokens: [ConditionToken] = []
    repeat {
      tokens.append(try lexer.next())
    } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func take(_ count: Int) -> String {
    let part = String(rest.prefix(count))
    rest.removeFirst(part.count)
    column += part.count
    return part
  }

  private mutating func next() throws(ConditionError) -> ConditionToken {
    _ = take(rest.prefix { $0.isWhitespace }.count)
    let start = column
    guard let first = rest.first else { return ConditionToken(kind: .end, column: start) }
    let kind: ConditionToken.Kind
    if first == "\"" || first == "'" {
      kind = .string(try string(first))
    } else if first == "`" {
      kind = .quotedName(try quotedName())
    } else if first.isLetter || first == "_" {
      kind = .name(take(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count))
    } else if first.isASCII, first.isNumber || startsNumber(first) {
      kind = .number(number())
    } else if let sign = Self.signs.first(where: { rest.hasPrefix($0) }) {
      kind = .sign(take(sign.count))
    } else {
      throw ConditionError(start, "“\(first)” is not allowed here.")
    }
    return ConditionToken(kind: kind, column: start)
  }

  private func startsNumber(_ first: Character) -> Bool {
    guard first == "-" || first == "+" else { return false }
    return rest.dropFirst().first.map { $0.isASCII && $0.isNumber } == true
  }

  /// Reads a number or a date: `1.5e-3`, `2024-01-31`, `2024-01-31T12:00:00.5+01:00`.
  private mutating func number() -> String {
    let date = rest.prefix { character in
      character.isASCII && (character.isNumber || "-:.+TZ".contains(character))
    }
    if date.count >= 10, DateText.date(String(date)) != nil, Double(date) == nil {
      return take(date.count)
    }
    var count = rest.first.map { $0 == "-" || $0 == "+" } == true ? 1 : 0
    var previous: Character?
    for character in rest.dropFirst(count) {
      let isSign = (character == "-" || character == "+") && previous == "e"
      guard character.isASCII,
        character.isNumber || character == "." || character.lowercased() == "e" || isSign
      else { break }
      previous = Character(character.lowercased())
      count += 1
    }
    return take(count)
  }

  private mutating func string(_ mark: Character) throws(ConditionError) -> String {
    let start = column
    _ = take(1)
    var text = ""
    while let character = rest.first {
      if character == mark {
        _ = take(1)
        return text
      }
      guard character == "\\" else {
        text += take(1)
        continue
      }
      let place = column
      _ = take(1)
      switch rest.first {
      case "n": text += "\n"
      case "t": text += "\t"
      case "r": text += "\r"
      case let next? where next == "\\" || next == "\"" || next == "'": text.append(next)
      default: throw ConditionError(place, "Only n, t, r, \\, ' or \" may follow \\.")
      }
      _ = take(1)
    }
    throw ConditionError(start, "The text does not end: \(mark) is missing.")
  }

  /// Reads a name in backquotes, which may be a keyword or contain other characters.
  private mutating func quotedName() throws(ConditionError) -> String {
    let start = column
    _ = take(1)
    let name = take(rest.prefix { $0 != "`" }.count)
    guard rest.first == "`", !name.isEmpty else {
      throw ConditionError(start, "The name does not end: ` is missing.")
    }
    _ = take(1)
    return name
  }
}
