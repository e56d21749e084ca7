import Testing

@testable import StoreTool

/// Quoted texts followed by a combining accent: Swift sees one character, other programs see two.
@Suite("Quoted texts")
struct QuotedTextTests {
  private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  @Test(arguments: ["a\"\u{301},b", "\"\u{338}", "\"\u{200D}\r\n", "a,\"b\""])
  func fieldsOfCSVEndWhereTheirQuotesEnd(_ text: String) {
    let field = Self.scalars(RecordText.quoted(text))
    #expect(field.first == "\"")
    #expect(field.last == "\"")
    var (read, position) = ([Unicode.Scalar](), 1)
    while position < field.count - 1 {
      if field[position] == "\"" {
        #expect(field[position + 1] == "\"")
        position += 1
      }
      read.append(field[position])
      position += 1
    }
    #expect(read == Self.scalars(text))
  }

  @Test func textsOfDiagramsHaveNoTags() {
    let escaped = Self.scalars(SVGDiagram.escaped("<\u{338}b>\u{301}&\u{301}\"\u{301}"))
    #expect(escaped == Self.scalars("&lt;\u{338}b&gt;\u{301}&amp;\u{301}&quot;\u{301}"))
  }
}
