import Foundation
import OpenSwiftData
import Testing

@Suite("Strings in predicates")
struct PredicateMacroStringTests {
  @Test func predicatesSearchForSubstrings() throws {
    let text = "nn"
    try expectAgreement(#Predicate { $0.nick.contains(text) }) { $0.nick.contains(text) }
    try expectAgreement(#Predicate { $0.nick.contains("a") }) { $0.nick.contains("a") }
    try expectAgreement(#Predicate { $0.nick.contains(text.prefix(1)) }) {
      $0.nick.contains(text.prefix(1))
    }
    try expectAgreement(#Predicate { $0.nick.contains(/a.b/) || $0.nick.contains(/^B/) }) {
      $0.nick.contains(/a.b/) || $0.nick.contains(/^B/)
    }
    try expectAgreement(#Predicate { !$0.nick.isEmpty && "annabel".contains($0.nick) }) {
      !$0.nick.isEmpty && "annabel".contains($0.nick)
    }
    try expectAgreement(#Predicate { $0.nick.starts(with: "a") }) { $0.nick.starts(with: "a") }
    try expectAgreement(#Predicate { $0.nick.hasPrefix("a") }) { $0.nick.hasPrefix("a") }
    try expectAgreement(#Predicate { $0.nick.hasSuffix(text) }) { $0.nick.hasSuffix(text) }
    try expectAgreement(#Predicate { $0.nick.isEmpty || $0.nick.count == 2 }) {
      $0.nick.isEmpty || $0.nick.count == 2
    }
    try expectAgreement(
      #Predicate {
        $0.nick + "-" + $0.address.city == "a-x" || $0.nick + "x" == "xax" || $0.nick.isEmpty
      }
    ) { $0.nick + "-" + $0.address.city == "a-x" || $0.nick + "x" == "xax" || $0.nick.isEmpty }
  }

  @Test func anEmptyStringIsContainedEverywhere() throws {
    let (empty, member) = ("", SquadMember())
    #expect(try #Predicate<SquadMember> { $0.nick.contains(empty) }.evaluate(member))
    #expect(try #Predicate<SquadMember> { "ann".contains($0.nick) }.evaluate(member))
  }

  @Test func predicatesChangeCase() throws {
    let text = "Ann"
    try expectAgreement(#Predicate { $0.nick.lowercased() == "ann" }) {
      $0.nick.lowercased() == "ann"
    }
    try expectAgreement(#Predicate { $0.nick.uppercased().contains(text.uppercased()) }) {
      $0.nick.uppercased().contains(text.uppercased())
    }
    try expectAgreement(#Predicate { $0.nick.lowercased().hasPrefix("ä") }) {
      $0.nick.lowercased().hasPrefix("ä")
    }
    try expectAgreement(#Predicate { $0.motto?.lowercased() == "ann" }) {
      $0.motto?.lowercased() == "ann"
    }
  }

  @Test func predicatesCompareInTheLocale() throws {
    let text = "ANN"
    try expectAgreement(#Predicate { $0.nick.localizedStandardContains(text) }) {
      $0.nick.localizedStandardContains(text)
    }
    try expectAgreement(#Predicate { $0.nick.localizedCaseInsensitiveContains(text) }) {
      $0.nick.localizedCaseInsensitiveContains(text)
    }
    try expectAgreement(#Predicate { $0.nick.caseInsensitiveCompare(text) == .orderedSame }) {
      $0.nick.caseInsensitiveCompare(text) == .orderedSame
    }
    try expectAgreement(#Predicate { $0.nick.localizedCompare("ann") == .orderedSame }) {
      $0.nick.localizedCompare("ann") == .orderedSame
    }
    try expectAgreement(
      #Predicate { $0.nick.localizedStandardCompare("bo 9") == .orderedAscending }
    ) { $0.nick.localizedStandardCompare("bo 9") == .orderedAscending }
    try expectAgreement(
      #Predicate { $0.nick.localizedCaseInsensitiveCompare(text) != .orderedSame }
    ) { $0.nick.localizedCaseInsensitiveCompare(text) != .orderedSame }
    try expectAgreement(#Predicate { $0.nick.compare("b") == .orderedDescending }) {
      $0.nick.compare("b") == .orderedDescending
    }
    try expectAgreement(#Predicate { $0.motto?.localizedStandardContains(text) == true }) {
      $0.motto?.localizedStandardContains(text) == true
    }
    try expectAgreement(#Predicate { $0.motto?.localizedStandardContains(text) ?? false }) {
      $0.motto?.localizedStandardContains(text) ?? false
    }
  }
}
