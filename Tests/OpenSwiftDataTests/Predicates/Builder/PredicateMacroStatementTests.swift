import Foundation
import OpenSwiftData
import Testing

@Suite("Statements in predicates")
struct PredicateMacroStatementTests {
  @Test func predicatesReturnEarly() throws {
    try expectAgreement(
      #Predicate { member in
        if member.isActive { return member.number > 3 }
        guard let squad = member.squad else { return false }
        if squad.name == "a" {
          return true
        } else if squad.name.isEmpty {
          return member.nick.isEmpty
        }
        return squad.members.contains { $0.number == member.number + 9 }
      },
      { member in
        if member.isActive { return member.number > 3 }
        guard let squad = member.squad else { return false }
        if squad.name == "a" {
          return true
        } else if squad.name.isEmpty {
          return member.nick.isEmpty
        }
        return squad.members.contains { $0.number == member.number + 9 }
      })
  }

  @Test func predicatesBindOptionals() throws {
    try expectAgreement(
      #Predicate { member in
        if let motto = member.motto, let city = member.squad?.city, motto.count > 1 {
          motto == city
        } else if let bonus = member.bonus {
          bonus > 3
        } else {
          member.isActive
        }
      },
      { member in
        if let motto = member.motto, let city = member.squad?.city, motto.count > 1 {
          motto == city
        } else if let bonus = member.bonus {
          bonus > 3
        } else {
          member.isActive
        }
      })
  }

  @Test func predicatesBindConstants() throws {
    let limit = 4
    try expectAgreement(
      #Predicate {
        let doubled = $0.number * 2
        let limit = limit - 1
        let (low, high) = (limit, limit * 3)
        return doubled > low && doubled < high
      },
      { $0.number * 2 > 3 && $0.number * 2 < 9 })
  }

  @Test func predicatesSwitchOverProperties() throws {
    try expectAgreement(
      #Predicate { member in
        switch member.level {
        case .high: return true
        case .low where member.isActive: return member.number > 3
        default: return false
        }
      },
      { $0.level == .high || $0.level == .low && $0.isActive && $0.number > 3 })
    try expectAgreement(
      #Predicate { member in
        switch member.number {
        case 1...3, 7: true
        case let number where number < 0: member.isActive
        default: false
        }
      },
      { (1...3).contains($0.number) || $0.number == 7 || $0.number < 0 && $0.isActive })
  }

  @Test(arguments: SquadLevel.allCases)
  func predicatesSwitchOverCapturedValues(filter: SquadLevel) throws {
    try expectAgreement(
      #Predicate { member in
        switch filter {
        case .high: return member.number > 3
        case .middle: return member.isActive
        case .low: return member.tags.isEmpty
        }
      },
      { member in
        switch filter {
        case .high: member.number > 3
        case .middle: member.isActive
        case .low: member.tags.isEmpty
        }
      })
  }

  @Test(arguments: ["ann", "", nil])
  func predicatesBindCapturedOptionals(search: String?) throws {
    try expectAgreement(
      #Predicate { member in
        if let search, !search.isEmpty, member.number > 0 {
          return member.nick.contains(search)
        }
        return member.isActive
      },
      { member in
        if let search, !search.isEmpty, member.number > 0 {
          return member.nick.contains(search)
        }
        return member.isActive
      })
  }

  @Test func predicatesBindCapturedModels() throws {
    let squad = Squad(name: "ann")
    let (some, none): (Squad?, Squad?) = (squad, nil)
    let member = SquadMember()
    let other = SquadMember()
    member.squad = squad
    for (chosen, expected) in [(some, false), (none, true)] {
      let predicate = #Predicate<SquadMember> {
        if let chosen { $0.squad == chosen } else { $0.squad == nil }
      }
      #expect(try predicate.evaluate(member) == !expected)
      #expect(try predicate.evaluate(other) == expected)
    }
  }
}
