import Foundation
import OpenSwiftData
import Testing

@Suite("Optionals in predicates")
struct PredicateMacroOptionalTests {
  @Test func predicatesCompareWithNil() throws {
    try expectAgreement(#Predicate { $0.motto == nil }) { $0.motto == nil }
    try expectAgreement(#Predicate { nil != $0.bonus }) { nil != $0.bonus }
    try expectAgreement(#Predicate { $0.home == nil }) { $0.home == nil }
    try expectAgreement(#Predicate { $0.home != nil && $0.squad != nil }) {
      $0.home != nil && $0.squad != nil
    }
    try expectAgreement(#Predicate { $0.squad?.city == nil }) { $0.squad?.city == nil }
    try expectAgreement(#Predicate { $0.squad?.captain == nil }) { $0.squad?.captain == nil }
  }

  @Test func predicatesChainOptionals() throws {
    try expectAgreement(#Predicate { $0.motto?.isEmpty == false }) { $0.motto?.isEmpty == false }
    try expectAgreement(#Predicate { $0.motto?.contains("a") == true }) {
      $0.motto?.contains("a") == true
    }
    try expectAgreement(#Predicate { $0.squad?.city?.contains("n") == true }) {
      $0.squad?.city?.contains("n") == true
    }
    try expectAgreement(#Predicate { $0.squad?.captain?.motto?.contains("a") ?? false }) {
      $0.squad?.captain?.motto?.contains("a") ?? false
    }
    try expectAgreement(#Predicate { $0.squad?.members.count == 6 || $0.squad?.city?.count == 3 }) {
      $0.squad?.members.count == 6 || $0.squad?.city?.count == 3
    }
    try expectAgreement(#Predicate { $0.squad?.captain == $0 }) { $0.squad?.captain == $0 }
    try expectAgreement(#Predicate { ($0.squad?.members.count ?? 0) > 6 }) {
      ($0.squad?.members.count ?? 0) > 6
    }
  }

  @Test func predicatesUseDefaultsForNil() throws {
    let text = "bo"
    try expectAgreement(#Predicate { ($0.squad?.city ?? "none") > text }) {
      ($0.squad?.city ?? "none") > text
    }
    try expectAgreement(#Predicate { $0.bonus ?? 0 > 3 }) { $0.bonus ?? 0 > 3 }
    try expectAgreement(#Predicate { ($0.mood ?? $0.level) == .high }) {
      ($0.mood ?? $0.level) == .high
    }
    try expectAgreement(#Predicate { ($0.motto ?? $0.home?.zip) == text }) {
      ($0.motto ?? $0.home?.zip) == text
    }
    try expectAgreement(
      #Predicate { $0.left ?? .distantFuture > Date(timeIntervalSinceReferenceDate: 0) }
    ) { $0.left ?? .distantFuture > Date(timeIntervalSinceReferenceDate: 0) }
    try expectAgreement(#Predicate { ($0.motto ?? $0.home?.zip ?? text) == text }) {
      ($0.motto ?? $0.home?.zip ?? text) == text
    }
  }

  @Test func predicatesMapOptionals() throws {
    try expectAgreement(#Predicate { $0.motto.flatMap { $0.count } ?? 0 > 2 }) {
      $0.motto.flatMap { $0.count } ?? 0 > 2
    }
    try expectAgreement(#Predicate { $0.motto.map { $0.isEmpty } ?? true }) {
      $0.motto.map { $0.isEmpty } ?? true
    }
    try expectAgreement(#Predicate { ($0.squad.flatMap { $0.city } ?? "") > "a" }) {
      ($0.squad.flatMap { $0.city } ?? "") > "a"
    }
    try expectAgreement(#Predicate { $0.motto.map(\.count) == 2 }) { $0.motto.map(\.count) == 2 }
  }

  @Test func predicatesUnwrapOptionals() throws {
    try expectAgreement(#Predicate { $0.motto != nil && $0.motto!.isEmpty }) {
      $0.motto != nil && $0.motto!.isEmpty
    }
    try expectAgreement(#Predicate { $0.squad != nil && $0.squad!.members.count > 6 }) {
      $0.squad != nil && $0.squad!.members.count > 6
    }
    try expectAgreement(#Predicate { $0.bonus == nil ? false : $0.bonus! > 3 }) {
      $0.bonus == nil ? false : $0.bonus! > 3
    }
  }
}
