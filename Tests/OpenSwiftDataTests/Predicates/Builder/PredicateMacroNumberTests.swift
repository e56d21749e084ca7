import Foundation
import OpenSwiftData
import Testing

@Suite("Numbers in predicates")
struct PredicateMacroNumberTests {
  @Test func predicatesCalculate() throws {
    let (x, d) = (4, 1.5)
    try expectAgreement(#Predicate { ($0.number + 1) * 2 > 10 }) { ($0.number + 1) * 2 > 10 }
    try expectAgreement(#Predicate { $0.number - x < 3 && $0.weight / 2 > d }) {
      $0.number - x < 3 && $0.weight / 2 > d
    }
    try expectAgreement(#Predicate { $0.number % 2 == 0 }) { $0.number % 2 == 0 }
    try expectAgreement(#Predicate { $0.small / 2 == 1 }) { $0.small / 2 == 1 }
    try expectAgreement(#Predicate { -$0.number < 3 }) { -$0.number < 3 }
    try expectAgreement(#Predicate { -$0.weight + 1 > d }) { -$0.weight + 1 > d }
    try expectAgreement(#Predicate { abs($0.number - x) < 3 }) { abs($0.number - x) < 3 }
    try expectAgreement(#Predicate { abs($0.weight) > d }) { abs($0.weight) > d }
  }

  @Test func predicatesSearchRanges() throws {
    let (range, low, high) = (1..<5, 7, 3)
    try expectAgreement(#Predicate { range.contains($0.number) }) { range.contains($0.number) }
    try expectAgreement(#Predicate { (1...5).contains($0.number) }) { (1...5).contains($0.number) }
    try expectAgreement(#Predicate { (2..<low).contains($0.number) }) {
      (2..<low).contains($0.number)
    }
    try expectAgreement(#Predicate { (3...).contains($0.number) }) { (3...).contains($0.number) }
    try expectAgreement(#Predicate { (..<3).contains($0.number) }) { (..<3).contains($0.number) }
    try expectAgreement(#Predicate { 1...5 ~= $0.number }) { 1...5 ~= $0.number }
    try expectAgreement(#Predicate { ($0.small...5).contains(2) }) { ($0.small...5).contains(2) }
    try expectAgreement(
      #Predicate { (Int.min...Int.max - low).contains($0.number) && $0.number > high }
    ) { (Int.min...Int.max - low).contains($0.number) && $0.number > high }
  }
}
