import Foundation
import OpenSwiftData
import Testing

@Suite("Comparing in predicates")
struct PredicateMacroComparisonTests {
  @Test func predicatesCompareWithLiterals() throws {
    try expectAgreement(#Predicate { $0.number == 7 }) { $0.number == 7 }
    try expectAgreement(#Predicate { $0.number != 7 && $0.nick != "a" }) {
      $0.number != 7 && $0.nick != "a"
    }
    try expectAgreement(#Predicate { $0.number < 3 || $0.number >= 9 }) {
      $0.number < 3 || $0.number >= 9
    }
    try expectAgreement(#Predicate { 5 <= $0.number }) { 5 <= $0.number }
    try expectAgreement(#Predicate { $0.weight > 1 }) { $0.weight > 1 }
    try expectAgreement(#Predicate { $0.weight <= -1.5 || $0.isActive }) {
      $0.weight <= -1.5 || $0.isActive
    }
  }

  @Test func predicatesCompareWithCapturedValues() throws {
    let (seven, text, since) = (7, "ann", Date(timeIntervalSinceReferenceDate: 3))
    try expectAgreement(#Predicate { $0.number == seven || $0.nick == text }) {
      $0.number == seven || $0.nick == text
    }
    try expectAgreement(#Predicate { $0.joined >= since && seven > $0.number }) {
      $0.joined >= since && seven > $0.number
    }
    try expectAgreement(#Predicate { $0.joined == since || $0.number + 1 == seven }) {
      $0.joined == since || $0.number + 1 == seven
    }
    try expectAgreement(#Predicate { $0.joined < Date() && $0.isActive }) {
      $0.joined < Date() && $0.isActive
    }
    try expectAgreement(#Predicate { $0.joined.timeIntervalSince(since) > 10 }) {
      $0.joined.timeIntervalSince(since) > 10
    }
  }

  @Test func predicatesCompareTwoProperties() throws {
    try expectAgreement(#Predicate { $0.number == $0.bonus }) { $0.number == $0.bonus }
    try expectAgreement(#Predicate { $0.bonus == $0.number }) { $0.bonus == $0.number }
    try expectAgreement(#Predicate { $0.bonus != $0.number && $0.isActive }) {
      $0.bonus != $0.number && $0.isActive
    }
    try expectAgreement(#Predicate { $0.weight < Double.pi }) { $0.weight < Double.pi }
    try expectAgreement(#Predicate { $0.nick == $0.address.city }) { $0.nick == $0.address.city }
  }

  @Test func predicatesCompareEnumerations() throws {
    let filter = SquadLevel.middle
    try expectAgreement(#Predicate { $0.level == .high }) { $0.level == .high }
    try expectAgreement(#Predicate { $0.level != SquadLevel.low }) { $0.level != SquadLevel.low }
    try expectAgreement(#Predicate { $0.mood == .low }) { $0.mood == .low }
    try expectAgreement(#Predicate { $0.mood == filter || $0.level == filter }) {
      $0.mood == filter || $0.level == filter
    }
    try expectAgreement(#Predicate { $0.level.rawValue == "high" }) { $0.level.rawValue == "high" }
    try expectAgreement(#Predicate { $0.mood?.rawValue == "low" }) { $0.mood?.rawValue == "low" }
    try expectAgreement(#Predicate { [SquadLevel.low, .high].contains($0.level) }) {
      [SquadLevel.low, .high].contains($0.level)
    }
  }

  @Test func predicatesNegateConditions() throws {
    try expectAgreement(#Predicate { !$0.isActive }) { !$0.isActive }
    try expectAgreement(#Predicate { !($0.number > 3 && $0.isActive) }) {
      !($0.number > 3 && $0.isActive)
    }
    try expectAgreement(#Predicate { $0.isActive == false }) { $0.isActive == false }
    try expectAgreement(#Predicate { $0.isActive != $0.tags.isEmpty }) {
      $0.isActive != $0.tags.isEmpty
    }
  }

  @Test func predicatesReadStructures() throws {
    let city = "bo"
    try expectAgreement(#Predicate { $0.address.city == city }) { $0.address.city == city }
    try expectAgreement(#Predicate { $0.address.zip == nil }) { $0.address.zip == nil }
    try expectAgreement(#Predicate { $0.home?.zip == "a" }) { $0.home?.zip == "a" }
    try expectAgreement(#Predicate { $0.home?.city.isEmpty == true }) {
      $0.home?.city.isEmpty == true
    }
  }

  @Test func predicatesTestTheClass() throws {
    try expectAgreement(#Predicate { $0 is SquadKeeper }) { $0 is SquadKeeper }
    try expectAgreement(#Predicate { ($0 as? SquadKeeper)?.saves == 3 }) {
      ($0 as? SquadKeeper)?.saves == 3
    }
    try expectAgreement(
      #Predicate { if let keeper = $0 as? SquadKeeper { keeper.saves > 2 } else { false } }
    ) { if let keeper = $0 as? SquadKeeper { keeper.saves > 2 } else { false } }
  }
}
