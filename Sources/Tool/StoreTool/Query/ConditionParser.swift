import RecordStore

/// Parses the condition language, which “The tool swiftdata” documents.
struct ConditionParser {
  private let tokens: [ConditionToken]
  private var position = 0
  private var depth = 0

  /// The maximum nesting, since each level is a nested call; no sensible condition is deeper.
  private static let depthLimit = 100

  private init(_ text: String) throws(ConditionError) {
    tokens = try ConditionLexer.tokens(text)
  }

  /// - Throws: `ConditionError` that says what was expected and where.
  static func parse(_ text: String) throws(ConditionError) -> ConditionSyntax {
    var parser = try ConditionParser(text)
    let condition = try parser.disjunction()
    guard parser.token.kind == .end else {
      throw parser.expected("“and”, “or” or the end")
    }
    return condition
  }

  private var token: ConditionToken { tokens[position] }

  private mutating func advance() { if position < tokens.count - 1 { position += 1 } }

  private func expected(_ what: String) -> ConditionError {
    ConditionError(token.column, "Expected \(what), not \(token.text).")
  }

  /// Consumes one of some keywords or signs, if it comes next.
  private mutating func take(_ words: String...) -> Bool {
    switch token.kind {
    case .name(let name) where words.contains(name.lowercased()):
      advance()
      return true
    case .sign(let sign) where words.contains(sign):
      advance()
      return true
    default: return false
    }
  }

  // Conditions.

  private mutating func disjunction() throws(ConditionError) -> ConditionSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw ConditionError(token.column, "The condition is nested too deeply.")
    }
    var parts = [try conjunction()]
    while take("or", "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(ConditionError) -> ConditionSyntax {
    var parts = [try negation()]
    while take("and", "&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func negation() throws(ConditionError) -> ConditionSyntax {
    var isNegated = false
    while take("not", "!") { isNegated.toggle() }
    let condition = try primary()
    return isNegated ? .not(condition) : condition
  }

  private mutating func primary() throws(ConditionError) -> ConditionSyntax {
    if take("(") {
      let condition = try disjunction()
      guard take(")") else { throw expected("“)”") }
      return condition
    }
    if take("true") { return .constant(true) }
    if take("false") { return .constant(false) }
    if take("any") { return try members() }
    if take("none") { return .not(try members()) }
    return try comparison()
  }

  /// Parses `any tags` and `any tags (label == "x")`.
  private mutating func members() throws(ConditionError) -> ConditionSyntax {
    let path = try path()
    guard !path.isKey else { throw ConditionError(path.column, "Expected a relationship.") }
    guard take("(") else { return .any(path, nil) }
    let condition = try disjunction()
    guard take(")") else { throw expected("“)”") }
    return .any(path, condition)
  }

  private mutating func comparison() throws(ConditionError) -> ConditionSyntax {
    let path = try path()
    if let comparison = takeComparison() {
      if path.names.last == Self.count {
        var members = path
        members.names.removeLast()
        return .count(members, comparison, try wholeNumber(), column: path.column)
      }
      return .compare(path, comparison, try literal())
    }
    let isNegated = take("not")
    let condition: ConditionSyntax
    if take("in") {
      condition = .isOne(path, try list())
    } else if let test = try takeTextTest() {
      guard case .string(let text) = token.kind else { throw expected("a text in \" or '") }
      advance()
      condition = .text(path, test, text)
    } else if let pattern = try takePattern() {
      condition = .pattern(path, pattern)
    } else if isNegated {
      throw expected("“in”, “contains”, “beginsWith”, “endsWith”, “like” or “matches”")
    } else if case .sign(let sign) = token.kind, sign != ")", sign != "&&", sign != "||" {
      throw expected(Self.operators)
    } else {
      guard follows(path) else { throw expected(Self.operators) }
      return .holds(path)
    }
    return isNegated ? .not(condition) : condition
  }

  /// Whether the condition can end after a path that stands alone.
  private func follows(_ path: ConditionSyntax.Path) -> Bool {
    switch token.kind {
    case .end, .sign: true
    case .name(let name): ["and", "or"].contains(name.lowercased())
    case .string, .number, .quotedName: false
    }
  }

  private static let count = "count"
  private static let operators =
    "an operator: ==, !=, <, <=, >, >=, in, contains, beginsWith, endsWith, like or matches"

  private mutating func takeComparison() -> RecordCondition.Comparison? {
    guard case .sign(let sign) = token.kind else { return nil }
    let found: RecordCondition.Comparison?
    switch sign {
    case "=": found = .equal
    case "<>": found = .notEqual
    default: found = RecordCondition.Comparison(rawValue: sign)
    }
    if found != nil { advance() }
    return found
  }

  private mutating func takeTextTest() throws(ConditionError) -> RecordCondition.TextTest? {
    if take("contains") {
      guard take("[") else { return .contains }
      guard take("c"), take("]") else { throw expected("“c]” to ignore case") }
      return .containsIgnoringCase
    }
    if take("beginswith") { return .beginsWith }
    return take("endswith") ? .endsWith : nil
  }

  /// Parses `like "a*"` and `matches[c] "[0-9]+"`.
  private mutating func takePattern() throws(ConditionError) -> TextPattern? {
    let form: TextPattern.Form
    if take("like") {
      form = .wildcards
    } else if take("matches") {
      form = .expression
    } else {
      return nil
    }
    let ignoresCase = take("[")
    if ignoresCase {
      guard take("c"), take("]") else { throw expected("“c]” to ignore case") }
    }
    guard case .string(let text) = token.kind else { throw expected("a text in \" or '") }
    guard let pattern = TextPattern(form, text, ignoresCase: ignoresCase) else {
      throw ConditionError(token.column, "“\(text)” is not a valid regular expression.")
    }
    advance()
    return pattern
  }

  // Names and values.

  private mutating func path() throws(ConditionError) -> ConditionSyntax.Path {
    var path = ConditionSyntax.Path(names: [], column: token.column)
    repeat {
      if take("@") {
        guard take("key") else { throw expected("“key”") }
        path.isKey = true
        return path
      }
      switch token.kind {
      case .name(let name), .quotedName(let name): path.names.append(name)
      default: throw expected("the name of a property")
      }
      advance()
    } while take(".")
    return path
  }

  private mutating func list() throws(ConditionError) -> [ConditionSyntax.Literal] {
    let isBrace = take("{")
    guard isBrace || take("(") || take("[") else { throw expected("“(”") }
    var values: [ConditionSyntax.Literal] = []
    if take(")", "]", "}") { return [] }
    repeat { values.append(try literal()) } while take(",")
    guard take(")", "]", "}") else { throw expected("“,” or “)”") }
    return values
  }

  private mutating func literal() throws(ConditionError) -> ConditionSyntax.Literal {
    let column = token.column
    let value: ConditionSyntax.Literal.Value
    switch token.kind {
    case .string(let text): value = .string(text)
    case .number(let text): value = .number(text)
    case .name(let name):
      switch name.lowercased() {
      case "nil", "null": value = .null
      case "true": value = .bool(true)
      case "false": value = .bool(false)
      default: throw expected("a value (write texts in \" or ')")
      }
    case .sign, .quotedName, .end: throw expected("a value")
    }
    advance()
    return ConditionSyntax.Literal(value: value, column: column)
  }

  private mutating func wholeNumber() throws(ConditionError) -> Int64 {
    guard case .number(let text) = token.kind, let number = Int64(text) else {
      throw expected("a whole number")
    }
    advance()
    return number
  }
}
