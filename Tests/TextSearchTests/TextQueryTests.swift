import Testing

@testable import TextSearch

@Suite("Text queries")
struct TextQueryTests {
  private func read(_ text: String) -> (required: [String], excluded: [String]) {
    let query = TextQuery(text)
    func texts(_ terms: [TextQuery.Term]) -> [String] {
      terms.map { $0.text + ($0.isPrefix ? "*" : "") }
    }
    return (texts(query.required), texts(query.excluded))
  }

  @Test func termsAreSeparatedAtWhiteSpace() {
    #expect(read("  castle\told\u{3000}town\0ruin ").required == ["castle", "old", "town", "ruin"])
    #expect(read("").required.isEmpty)
  }

  @Test func phrasesPrefixesAndExclusionsAreRead() {
    let query = read("castle \"old town\" riv* -ruin -\"new town\" -bri* \"far aw\"*")
    #expect(query.required == ["castle", "old town", "riv*", "far aw*"])
    #expect(query.excluded == ["ruin", "new town", "bri*"])
  }

  @Test func typographicQuotationMarksAreRead() {
    #expect(read("„old town“ “new town”").required == ["old town", "new town"])
  }

  @Test func everythingElseIsText() {
    #expect(
      read("C++ a\"b AND (x OR y) NEAR/3 title:x a-b ^c").required == [
        "C++", "a\"b", "AND", "(x", "OR", "y)", "NEAR/3", "title:x", "a-b", "^c",
      ])
    #expect(read("\"never closed").required == ["never closed"])
    #expect(read("- * \"\" ** -*").required.isEmpty)
    #expect(read("--a").excluded == ["-a"])
  }

  @Test func eachTermIsKeptOnce() { #expect(read("a b a -c -c").required == ["a", "b"]) }

  @Test func queryIsCutAtItsLimit() {
    let query = TextQuery(String(repeating: "x", count: 100_000))
    #expect(query.required.map(\.text.count) == [TextQuery.limit])
  }
}
