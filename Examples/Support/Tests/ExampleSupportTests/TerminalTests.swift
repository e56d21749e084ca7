import Foundation
import ExampleSupport
import Synchronization
import Testing

@Suite("Terminal")
struct TerminalTests {
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

  @Test func textIsColoredOnlyIfColorsAreEnabled() {
    var terminal = Terminal(program: "test", output: { _ in }, message: { _ in })
    #expect(terminal.styled("x", .red) == "x")
    terminal.usesColor = true
    #expect(terminal.styled("x", .red) == "\u{1B}[31mx\u{1B}[0m")
  }

  @Test func failureDescribesItselfToOtherCode() {
    let failure: any Error = CommandFailure("There is no file “a”.", advice: "Give a picture.")
    #expect(failure.sentence == "There is no file “a”.")
    #expect(failure.suggestion == "Give a picture.")
    #expect(failure.localizedDescription == "There is no file “a”.")
    #expect((CommandFailure("It failed.") as any Error).suggestion == nil)
  }

  @Test func messagesCannotControlTheTerminal() {
    let said = Mutex("")
    let terminal = Terminal(
      program: "test", output: { _ in }, message: { text in said.withLock { $0 += text } })
    terminal.fail(CommandFailure("no \u{1B}[2Jfile", advice: "Give\tone.\nOr two."))
    #expect(said.withLock(\.self) == "test: no \u{FFFD}[2Jfile\nGive\u{FFFD}one.\nOr two.\n")
  }
}
