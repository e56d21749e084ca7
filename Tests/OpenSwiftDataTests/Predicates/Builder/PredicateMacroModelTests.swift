import Foundation
import OpenSwiftData
import Testing

private struct Plain {
  var number: Int
  var text: String
}

@Suite("Models in predicates")
struct PredicateMacroModelTests {
  private let squad = Squad(name: "ann", city: "bo")
  private let member = SquadMember()
  private let other = SquadMember()

  init() {
    member.squad = squad
    squad.members = [member]
    squad.captain = member
    member.nick = "ann"
  }

  @Test func predicatesCompareWithCapturedModels() throws {
    let optional: Squad? = squad
    let inSquad = #Predicate<SquadMember> { $0.squad == squad }
    let inOptional = #Predicate<SquadMember> { $0.squad == optional && optional != nil }
    let unwrapped = #Predicate<SquadMember> { $0.squad == optional! }
    let identified = #Predicate<SquadMember> {
      $0.squad?.persistentModelID == squad.persistentModelID
    }
    for predicate in [inSquad, inOptional, unwrapped, identified] {
      #expect(try predicate.evaluate(member))
      #expect(try !predicate.evaluate(other))
    }
    #expect(try #Predicate<SquadMember> { $0 == member }.evaluate(member))
    #expect(try #Predicate<SquadMember> { $0 != member }.evaluate(other))
    #expect(try #Predicate<SquadMember> { $0 === member }.evaluate(member))
  }

  @Test func predicatesSearchForCapturedModels() throws {
    let (squads, none) = ([squad], [Squad]())
    let hasMember = #Predicate<Squad> { $0.members.contains(member) && $0.captain == member }
    #expect(try hasMember.evaluate(squad))
    #expect(try !hasMember.evaluate(Squad(name: "")))
    #expect(try #Predicate<Squad> { squads.contains($0) }.evaluate(squad))
    #expect(try !#Predicate<Squad> { none.contains($0) }.evaluate(squad))
  }

  @Test func predicatesEvaluateOtherPredicates() throws {
    let isAnn = #Predicate<SquadMember> { $0.nick == "ann" }
    let isSquad = #Predicate<Squad> { $0.name == "ann" }
    let (some, none): (Predicate<SquadMember>?, Predicate<SquadMember>?) = (isAnn, nil)
    let both = #Predicate<SquadMember> { isAnn.evaluate($0) && $0.number == 0 }
    let chained = #Predicate<SquadMember> { some?.evaluate($0) ?? true }
    let guarded = #Predicate<SquadMember> { none == nil || none!.evaluate($0) }
    let related = #Predicate<SquadMember> {
      if let squad = $0.squad { isSquad.evaluate(squad) } else { false }
    }
    #expect(try both.evaluate(member))
    #expect(try !both.evaluate(other))
    #expect(try chained.evaluate(member))
    #expect(try !chained.evaluate(other))
    #expect(try guarded.evaluate(member))
    #expect(try guarded.evaluate(other))
    #expect(try related.evaluate(member))
    #expect(try !related.evaluate(other))
  }

  @Test func predicatesTakeSeveralModels() throws {
    let pair = #Predicate<SquadMember, Squad> { $0.squad == $1 && $0.nick == "ann" }
    let named = #Predicate<SquadMember, Squad> { member, squad in
      squad.members.contains { $0 == member }
    }
    #expect(try pair.evaluate(member, squad))
    #expect(try !pair.evaluate(other, squad))
    #expect(try named.evaluate(member, squad))
    #expect(try !named.evaluate(other, squad))
  }

  @Test func otherTypesUseFoundationsPredicates() throws {
    let term = "AN"
    let predicate = #Predicate<Plain> {
      $0.number > 3 && $0.text.localizedStandardContains(term)
    }
    #expect(try predicate.evaluate(Plain(number: 4, text: "ann")))
    #expect(try !predicate.evaluate(Plain(number: 4, text: "bo")))
  }

  @Test func genericCodeMayDefinePredicates() throws {
    func named<Model: PersistentModel>(_ id: PersistentIdentifier) -> Predicate<Model> {
      #Predicate<Model> { $0.persistentModelID == id }
    }
    #expect(try named(member.persistentModelID).evaluate(member))
    #expect(try !named(member.persistentModelID).evaluate(other))
  }
}

@Suite("Failures of predicates")
struct PredicateMacroFailureTests {
  private let member = SquadMember()

  @Test func unwrappingNilThrows() {
    let nothing: String? = nil
    #expect(throws: PredicateError.forceUnwrapFailure) {
      try #Predicate<SquadMember> { $0.motto!.isEmpty }.evaluate(member)
    }
    #expect(throws: PredicateError.forceUnwrapFailure) {
      try #Predicate<SquadMember> { $0.nick == nothing! }.evaluate(member)
    }
    #expect(throws: PredicateError.forceUnwrapFailure) {
      try #Predicate<SquadMember> { $0.nick.contains(nothing!.lowercased()) }.evaluate(member)
    }
  }

  @Test func integerOverflowThrows() {
    let zero = 0
    member.number = .max
    member.small = .min
    let sum = #Predicate<SquadMember> { $0.number + 1 > 0 }
    let product = #Predicate<SquadMember> { $0.number * 2 > 0 }
    let difference = #Predicate<SquadMember> { -2 - $0.number < 0 }
    let quotient = #Predicate<SquadMember> { $0.number / zero == 0 }
    let remainder = #Predicate<SquadMember> { $0.number % zero == 0 }
    let negative = #Predicate<SquadMember> { -$0.small > 0 }
    let magnitude = #Predicate<SquadMember> { abs($0.small) > 0 }
    let negativeQuotient = #Predicate<SquadMember> { $0.small / -1 > 0 }
    for predicate in [
      sum, product, difference, quotient, remainder, negative, magnitude, negativeQuotient,
    ] {
      #expect(throws: PredicateError.invalidInput) { try predicate.evaluate(member) }
    }
  }

  @Test func reversedBoundsContainNothing() throws {
    let (low, high) = (5, 3)
    #expect(try !#Predicate<SquadMember> { (low...high).contains($0.number) }.evaluate(member))
    #expect(try !#Predicate<SquadMember> { (low..<high).contains($0.number) }.evaluate(member))
  }

  @Test func anIndexOutOfBoundsThrows() {
    #expect(throws: PredicateError.invalidInput) {
      try #Predicate<SquadMember> { $0.tags[3] == "a" }.evaluate(member)
    }
  }
}
