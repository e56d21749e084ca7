import Foundation
import OpenSwiftData
import Testing

@Suite("Sorting in the locale")
struct LocalizedSortTests {
  private let words = ["b", "a10", "A9", "É", "f", "", "Z"]

  private func members() -> [SquadMember] {
    words.map { word in
      let member = SquadMember()
      member.nick = word
      member.motto = word.isEmpty ? nil : word
      return member
    }
  }

  @Test func theStandardComparatorOrdersAsAFileBrowser() {
    let sorted = ["", "A9", "a10", "b", "É", "f", "Z"]
    let descriptor = SortDescriptor(\SquadMember.nick, comparator: .localizedStandard)
    #expect(members().sorted(using: descriptor).map(\.nick) == sorted)
    #expect(words.sorted(using: .localizedStandard) == sorted)
    let reversed = SortDescriptor(
      \SquadMember.nick, comparator: .localizedStandard, order: .reverse)
    #expect(members().sorted(using: reversed).map(\.nick) == sorted.reversed())
  }

  @Test func nilIsOrderedFirst() {
    let sorted = [nil, "A9", "a10", "b", "É", "f", "Z"]
    let descriptor = SortDescriptor(\SquadMember.motto, comparator: .localizedStandard)
    #expect(members().sorted(using: descriptor).map(\.motto) == sorted)
  }

  @Test func theLocalizedComparatorOrdersAsADictionary() {
    let descriptor = SortDescriptor(\SquadMember.nick, comparator: .localized)
    let sorted = members().sorted(using: descriptor).map(\.nick)
    #expect(sorted == words.sorted { $0.localizedCompare($1) == .orderedAscending })
  }

  @Test func theLexicalComparatorOrdersByCharacters() {
    let descriptor = SortDescriptor(\SquadMember.nick, comparator: .lexical)
    #expect(members().sorted(using: descriptor).map(\.nick) == words.sorted())
  }

  @Test func descriptorsAreEqualByComparator() {
    let standard = SortDescriptor(\SquadMember.nick, comparator: .localizedStandard)
    #expect(standard == SortDescriptor(\SquadMember.nick, comparator: .localizedStandard))
    #expect(standard != SortDescriptor(\SquadMember.nick, comparator: .localized))
    #expect(standard != SortDescriptor(\SquadMember.nick))
  }
}
