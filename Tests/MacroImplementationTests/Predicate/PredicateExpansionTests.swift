import SwiftDiagnostics
import SwiftSyntax
import Testing

@Suite("Expansion of predicates")
struct PredicateExpansionTests {
  /// The calls of an expansion, without the builder's name and line breaks.
  private func calls(_ body: String) throws -> String {
    let text = try #require(PredicateExpansion(of: body).text)
    return text.replacing("OpenSwiftData._PredicateBuilder.", with: "")
      .split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
      .joined(separator: "; ")
  }

  @Test func partsThatMentionTheInputAreExpanded() throws {
    #expect(
      try calls("{ $0.text == limit.text }") == """
        predicate({ (__p1: Variable<Note>) in; let __e1 = member(__p1, \\.text); \
        return equal(__e1, captured: limit.text); })
        """)
  }

  @Test func optionalChainsAreNested() throws {
    #expect(
      try calls("{ note in note.book?.title == nil }") == """
        predicate({ (__p1: Variable<Note>) in; let __e2 = member(__p1, \\.book); \
        let __e1 = flatMap(__e2, { (__p2) in return member(__p2, \\.title) }); \
        return isNil(__e1); })
        """)
  }

  @Test func conditionsWithoutTheInputAreEvaluatedAtOnce() throws {
    #expect(
      try calls("{ text == nil || $0.text == text! }")
        == """
        predicate({ (__p1: Variable<Note>) in; if (text == nil) {; return value(true); } else {; \
        let __e1 = member(__p1, \\.text); \
        return equal(__e1, unwrapping: { try OpenSwiftData._PredicateBuilder.unwrap(text) }); }; })
        """.replacing("OpenSwiftData._PredicateBuilder.", with: ""))
  }
}

@Suite("Diagnostics of predicates")
struct PredicateDiagnosticTests {
  @Test(arguments: [
    (
      "{ for tag in $0.tags { return true }; return false }",
      "for tag in $0.tags { return true }: a predicate cannot contain 'for'; "
        + "use 'contains(where:)' or 'allSatisfy' to test a collection"
    ),
    (
      "{ if $0.isDone { return true } }",
      "if $0.isDone { return true }: "
        + "'if' in a predicate needs an 'else' or a 'return' after it"
    ),
    (
      "{ $0.isDone; return $0.isLate }",
      "$0.isDone: the result of this expression is not used; "
        + "join conditions with '&&', or return early"
    ),
    ("{ $0.number & 3 == 0 }", "&: the operator '&' is not supported in a predicate"),
    (
      "{ \"\\($0.text)\" == text }",
      "\"\\($0.text)\": a store cannot evaluate string interpolation; "
        + "compare the parts, or join with '+'"
    ),
    (
      "{ [$0.number].contains(3) }",
      "[$0.number]: a store cannot evaluate an array of values of the model; "
        + "join comparisons with '||'"
    ),
    (
      "{ $0.tags.sorted().first == text }",
      "sorted: the function 'sorted()' is not supported in a predicate on a value of the model; "
        + "sort with the sort descriptors of the fetch"
    ),
    (
      "{ Int($0.text) == 3 }",
      "Int: the function 'Int' is not supported in a predicate on a value of the model"
    ),
    (
      "{ note in switch note.level { case .high: true; case .low: false } }",
      "switch note.level { case .high: true; case .low: false }: "
        + "a 'switch' over a part of the model must end with 'default' in a predicate"
    ),
  ])
  func diagnosticsNamePlaceAndReason(body: String, message: String) throws {
    #expect(try PredicateExpansion(of: body).messages == [message])
  }

  @Test func fixItReplacesAVariableByAConstant() throws {
    let expansion = try PredicateExpansion(of: "{ var n = $0.number; return n > 3 }")
    let fix = expansion.diagnostics.first?.fixIts.first
    #expect(fix?.message.message == "use 'let'")
    #expect(fix?.edits.map(\.replacement) == ["let"])
  }

  @Test func capturesWithoutTheModelAreKeptWhole() throws {
    let text = try PredicateExpansion(of: "{ $0.number == list.sorted { $0 < $1 }[0] }").text
    #expect(text?.contains("captured: list.sorted { $0 < $1 }[0]") == true)
  }
}
