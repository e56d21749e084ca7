import CommandLineTool
import Testing

@Suite("Display width")
struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本語", 6), ("ｱｲｳ", 3), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("한국", 4), ("—…“”", 4),
  ])
  func textWidthIsMeasuredInColumns(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func textIsShortenedToFit() {
    #expect("abcdef".shortened(to: 6) == "abcdef")
    #expect("abcdef".shortened(to: 4) == "abc…")
    #expect("日本語".shortened(to: 4) == "日…")
    #expect("abc".shortened(to: 0).isEmpty)
    for width in 1...12 {
      #expect("読む Swift 読む".shortened(to: width).displayWidth <= width)
    }
  }

  @Test func textIsPaddedByColumns() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect("abc".padded(to: 2) == "abc")
  }

  @Test(arguments: [("", ""), ("  ", ""), (" a b  ", " a b"), ("日本 ", "日本"), ("a\n ", "a\n")])
  func trailingSpacesAreDropped(_ text: String, _ expected: String) {
    #expect(text.withoutTrailingSpaces == expected)
  }

  @Test func controlCharactersBecomeVisible() {
    #expect("a\u{1B}[0m\n\u{202E}b".printable == "a\u{FFFD}[0m\u{FFFD}\u{FFFD}b")
    #expect("👩‍👩‍👧 日本".printable == "👩‍👩‍👧 日本")
  }

  @Test(arguments: [
    ("a", 1), ("日", 2), ("e\u{301}", 1), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("👍🏽", 2), ("1️⃣", 2), ("☺️", 2), ("☺", 1),
    ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("〈", 2), ("\u{2329}", 2), ("︐", 2), ("🈁", 2),
    ("🉀", 2),
    ("ｱ", 1), ("Ａ", 2), ("\u{200B}", 0), ("\u{301}", 0), ("𠀀", 2), ("¡", 1), ("🫠", 2),
  ])
  func displayWidthsMatchTerminals(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width, "\(text)")
  }
}
