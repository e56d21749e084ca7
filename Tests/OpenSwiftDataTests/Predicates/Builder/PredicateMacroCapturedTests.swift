import Foundation
import OpenSwiftData
import Testing

@Suite("Captured values in predicates")
struct PredicateMacroCapturedTests {
  @Test func predicatesCompareWithACapturedNil() throws {
    let none: Squad? = nil
    try expectAgreement(#Predicate { $0.squad == none }) { $0.squad == none }
    try expectAgreement(#Predicate { $0.squad != none }) { $0.squad != none }
  }

  @Test func modelIndependentConditionsAreEvaluated() throws {
    let (search, empty): (String?, String?) = ("ann", nil)
    let (isOn, levels) = (true, [SquadLevel.low])
    try expectAgreement(#Predicate { search == nil || $0.nick.contains(search!) }) {
      search == nil || $0.nick.contains(search!)
    }
    try expectAgreement(#Predicate { empty == nil && $0.isActive }) { empty == nil && $0.isActive }
    try expectAgreement(#Predicate { $0.isActive || empty == nil && $0.nick == "a" }) {
      $0.isActive || empty == nil && $0.nick == "a"
    }
    try expectAgreement(#Predicate { isOn ? $0.nick == "a" : $0.nick == "x" }) {
      isOn ? $0.nick == "a" : $0.nick == "x"
    }
    try expectAgreement(#Predicate { (isOn ? $0.number : 3) > 2 }) { (isOn ? $0.number : 3) > 2 }
    try expectAgreement(#Predicate { isOn && !levels.isEmpty && levels[0] == $0.level }) {
      isOn && !levels.isEmpty && levels[0] == $0.level
    }
    try expectAgreement(#Predicate { (!isOn || $0.isActive) && $0.number > 3 }) {
      (!isOn || $0.isActive) && $0.number > 3
    }
    try expectAgreement(
      #Predicate { $0.isActive || !isOn || levels.isEmpty || $0.level == levels[0] }
    ) { $0.isActive || !isOn || levels.isEmpty || $0.level == levels[0] }
  }
}
