import DataSchema
import Testing

/// Core Data's sort order of names.
@Suite("Order by code units")
struct CodeUnitOrderTests {
  /// Characters on both sides of each change of encoded length, and around the surrogates.
  private static let characters: [Character] = [
    "\0", "A", "a", "\u{7F}", "\u{80}", "é", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
    "\u{F8FF}",
    "\u{FFFF}", "\u{10000}", "\u{1F469}", "\u{10FFFF}",
  ]

  @Test func orderIsThatOfUTF16() {
    var texts = [""]
    for first in Self.characters {
      texts.append(String(first))
      for second in Self.characters { texts.append(String([first, second])) }
    }
    for one in texts {
      for other in texts
      where one.precedesByCodeUnits(other) != one.utf16.lexicographicallyPrecedes(other.utf16) {
        Issue.record("\(one.debugDescription) and \(other.debugDescription)")
      }
    }
  }
}
