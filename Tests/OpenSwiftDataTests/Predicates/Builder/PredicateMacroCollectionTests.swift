import Foundation
import OpenSwiftData
import Testing

@Suite("Collections in predicates")
struct PredicateMacroCollectionTests {
  @Test func predicatesSearchCollections() throws {
    let (numbers, set, text) = ([1, 5, 9], Set(2..<6), "ann")
    try expectAgreement(#Predicate { numbers.contains($0.number) }) { numbers.contains($0.number) }
    try expectAgreement(#Predicate { set.contains($0.number) }) { set.contains($0.number) }
    try expectAgreement(#Predicate { [1, 2, 3].contains($0.number) }) {
      [1, 2, 3].contains($0.number)
    }
    try expectAgreement(#Predicate { [1, nil].contains($0.bonus) }) { [1, nil].contains($0.bonus) }
    try expectAgreement(#Predicate { ["a": 1, "ann": 2].keys.contains($0.nick) }) {
      ["a": 1, "ann": 2].keys.contains($0.nick)
    }
    try expectAgreement(#Predicate { numbers.dropFirst().contains($0.number) }) {
      numbers.dropFirst().contains($0.number)
    }
    try expectAgreement(#Predicate { $0.tags.contains("a") }) { $0.tags.contains("a") }
    try expectAgreement(#Predicate { $0.tags.contains(text) }) { $0.tags.contains(text) }
    try expectAgreement(#Predicate { $0.tags.contains($0.nick) }) { $0.tags.contains($0.nick) }
    try expectAgreement(#Predicate { numbers.filter { $0 > 1 }.contains($0.number) }) {
      numbers.filter { $0 > 1 }.contains($0.number)
    }
  }

  @Test func predicatesTestElements() throws {
    let text = "ann"
    try expectAgreement(#Predicate { $0.tags.contains { $0 == text } }) {
      $0.tags.contains { $0 == text }
    }
    try expectAgreement(#Predicate { $0.tags.contains(where: { tag in tag.count > 2 }) }) {
      $0.tags.contains(where: { tag in tag.count > 2 })
    }
    try expectAgreement(#Predicate { $0.tags.allSatisfy { $0 != "a" } }) {
      $0.tags.allSatisfy { $0 != "a" }
    }
    try expectAgreement(#Predicate { $0.tags.filter { $0 == "a" || $0 == text }.count > 0 }) {
      $0.tags.filter { $0 == "a" || $0 == text }.count > 0
    }
    try expectAgreement(#Predicate { $0.tags.filter { !$0.isEmpty }.isEmpty }) {
      $0.tags.filter { !$0.isEmpty }.isEmpty
    }
    try expectAgreement(#Predicate { $0.tags.first(where: { $0 == "a" }) == nil }) {
      $0.tags.first(where: { $0 == "a" }) == nil
    }
    try expectAgreement(#Predicate { $0.tags.contains(where: \.isEmpty) }) {
      $0.tags.contains(where: \.isEmpty)
    }
  }

  @Test func predicatesTestRelatedModels() throws {
    try expectAgreement(#Predicate { $0.squad?.members.contains { $0.number > 10 } ?? false }) {
      $0.squad?.members.contains { $0.number > 10 } ?? false
    }
    try expectAgreement(#Predicate { ($0.squad?.members.filter { $0.isActive }.count ?? 0) > 3 }) {
      ($0.squad?.members.filter { $0.isActive }.count ?? 0) > 3
    }
    try expectAgreement(#Predicate { $0.squad?.members.allSatisfy { $0.number < 9 } == true }) {
      $0.squad?.members.allSatisfy { $0.number < 9 } == true
    }
    try expectAgreement(#Predicate { $0.squad?.members.contains(where: \.isActive) == true }) {
      $0.squad?.members.contains(where: \.isActive) == true
    }
  }

  @Test func predicatesCompareRelatedModelsWithTheModel() throws {
    try expectAgreement(
      #Predicate { member in
        member.squad?.members.contains { $0.number > member.number + 9 } ?? false
      }
    ) { member in member.squad?.members.contains { $0.number > member.number + 9 } ?? false }
    try expectAgreement(
      #Predicate { member in member.squad?.members.contains { $0.squad?.captain == member } ?? false
      }
    ) { member in member.squad?.members.contains { $0.squad?.captain == member } ?? false }
  }

  @Test func predicatesReadElements() throws {
    try expectAgreement(#Predicate { $0.scores["x"] == 3 }) { $0.scores["x"] == 3 }
    try expectAgreement(#Predicate { $0.scores["ann", default: 4] == 4 }) {
      $0.scores["ann", default: 4] == 4
    }
    try expectAgreement(#Predicate { $0.tags.first == "a" }) { $0.tags.first == "a" }
    try expectAgreement(#Predicate { $0.tags.isEmpty || $0.tags[0] == "a" }) {
      $0.tags.isEmpty || $0.tags[0] == "a"
    }
    try expectAgreement(#Predicate { $0.tags.count > 1 && $0.tags[0..<2].contains("a") }) {
      $0.tags.count > 1 && $0.tags[0..<2].contains("a")
    }
    try expectAgreement(#Predicate { $0.tags.max() == "xa" }) { $0.tags.max() == "xa" }
    // A separate statement: a combined expression takes the compiler too long.
    let hasNone = #Predicate<SquadMember> { $0.tags.min() == nil || $0.tags.min() == "" }
    try expectAgreement(hasNone) {
      $0.tags.min() == nil || $0.tags.min() == ""
    }
  }
}
