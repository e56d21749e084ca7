/// An enumeration with texts as raw values.
struct RawEnumeration: Hashable {
  struct Case: Hashable {
    let name: String
    let rawValue: String
  }

  let name: String
  let cases: [Case]

  init(name: String, rawValues: [String]) {
    self.name = name
    var names = NameScope { NameCheck.canBeProperty($0) && $0 != "init" }
    cases = rawValues.map { value in
      let wish =
        NameWords(value).member
        ?? (value.isEmpty ? "empty" : NameWords("value \(value)").member ?? "value")
      return Case(name: names.allocate(wish, wish + "Value"), rawValue: value)
    }
  }

  func caseName(of rawValue: String) -> String? { cases.first { $0.rawValue == rawValue }?.name }

  var text: CodeText {
    var code = CodeText()
    code.add("enum \(name): String, Codable, CaseIterable {")
    code.indent { code in
      for item in cases {
        let value = item.name == item.rawValue ? "" : " = \(SwiftName.literal(item.rawValue))"
        code.add("case \(SwiftName.spelled(item.name))\(value)")
      }
    }
    code.add("}")
    return code
  }
}

extension DatabaseTable.Check {
  /// The texts that the constraint allows in a column; nil unless it does nothing else.
  ///
  /// It is recognized as PostgreSQL prints it:
  /// `((state)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))`.
  func allowedTexts(of column: String) -> [String]? {
    guard columns == [column] else { return nil }
    let plain = SwiftName.isIdentifier(column) && column == column.lowercased()
    let names = [Token.word(plain ? column : "\"\(column)\""), .word(column)]
    var tokens = Self.tokens(of: expression)[...]
    let isNull: [Token] = [.word("is"), .word("null"), .word("or")]
    if let first = tokens.first, names.contains(first), tokens.dropFirst().starts(with: isNull) {
      tokens = tokens.dropFirst(4)
    }
    guard let first = tokens.popFirst(), names.contains(first), tokens.popFirst() == .sign("=")
    else { return nil }
    let isList = tokens.starts(with: [.word("any"), .word("array"), .sign("[")])
    if isList {
      guard tokens.popLast() == .sign("]") else { return nil }
      tokens = tokens.dropFirst(3)
    }
    var texts: [String] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .text(let text) where index % 2 == 0: texts.append(text)
      case .sign(",") where index % 2 == 1: continue
      default: return nil
      }
    }
    return texts.isEmpty || !isList && texts.count > 1 || Set(texts).count != texts.count
      ? nil : texts
  }

  private enum Token: Hashable {
    case word(String)
    case text(String)
    case sign(Character)
  }

  /// The tokens without parentheses and casts.
  private static func tokens(of expression: String) -> [Token] {
    var tokens: [Token] = []
    var rest = expression[...]
    while let letter = rest.first {
      switch letter {
      case "'", "\"":
        let quoted = quotedText(&rest, letter)
        tokens.append(letter == "'" ? .text(quoted) : .word("\"\(quoted)\""))
      case "(", ")", " ", "\n": rest.removeFirst()
      case ":" where rest.hasPrefix("::"): dropCast(&rest)
      case _ where letter.isLetter || letter == "_":
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        rest = rest.dropFirst(word.count)
        tokens.append(.word(word.lowercased()))
      default:
        tokens.append(.sign(letter))
        rest.removeFirst()
      }
    }
    return tokens
  }

  /// Drops a cast such as `::character varying(10)[]`.
  private static func dropCast(_ rest: inout Substring) {
    rest = rest.dropFirst(2)
    if rest.first == "\"" { _ = quotedText(&rest, "\"") }
    rest = rest.drop { $0.isLetter || "_ .".contains($0) }
    if rest.first == "(" { rest = rest.drop { $0 != ")" }.dropFirst() }
    if rest.hasPrefix("[]") { rest = rest.dropFirst(2) }
  }

  private static func quotedText(_ rest: inout Substring, _ quote: Character) -> String {
    var text = ""
    rest.removeFirst()
    while let letter = rest.popFirst() {
      if letter == quote {
        guard rest.first == quote else { break }
        rest.removeFirst()
      }
      text.append(letter)
    }
    return text
  }
}
