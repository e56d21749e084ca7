import Testing

@testable import ReadItLaterCore

@Suite("HTML entities")
struct HTMLEntitiesTests {
  @Test(arguments: [
    ("a &amp; b", "a & b"), ("&lt;&gt;&quot;&#39;&apos;", "<>\"''"), ("&#x3042;&#12356;", "あい"),
    ("&Eacute;&eacute;", "Éé"), ("&hearts;&thetasym;", "♥ϑ"), ("&#128512;", "😀"),
    ("&#150;&#x80;", "–€"), ("&amp;amp;", "&amp;"),
  ])
  func entitiesAreDecoded(_ text: String, _ decoded: String) {
    #expect(HTMLEntities.decode(text) == decoded)
  }

  @Test(arguments: ["", "&", "&;", "a&b", "&bogus;", "&amp", "&#;", "&#x;", "& amp;", "&&&"])
  func otherTextIsUnchanged(_ text: String) {
    #expect(HTMLEntities.decode(text) == text)
  }

  @Test(arguments: ["&#0;", "&#xD800;", "&#x110000;"])
  func invalidCharactersAreReplaced(_ text: String) {
    #expect(HTMLEntities.decode(text) == "\u{FFFD}")
  }

  @Test func everyEntityOfHTML4IsKnown() {
    #expect(HTMLEntities.named.count == 253)
  }
}
