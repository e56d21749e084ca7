import Foundation
import OpenSwiftData
import Testing

/// Generates random squads, determined by a seed.
struct SquadGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static let words = [
    "", "a", "x", "ann", "Ann", "ÄNN", "änn", "bo", "Bo 10", "bo 9", "xa", "a+b", "e\u{301}t", "ét",
  ]

  mutating func word() -> String { Self.words.randomElement(using: &self) ?? "" }

  mutating func maybe<Value>(_ value: Value) -> Value? {
    Bool.random(using: &self) ? value : nil
  }

  mutating func member() -> SquadMember {
    let member: SquadMember
    if Int.random(in: 0..<4, using: &self) == 0 {
      let keeper = SquadKeeper()
      keeper.saves = .random(in: 0..<6, using: &self)
      member = keeper
    } else {
      member = SquadMember()
    }
    member.number = .random(in: -3..<12, using: &self)
    member.bonus = maybe(.random(in: -3..<12, using: &self))
    member.small = .random(in: -4...4, using: &self)
    member.weight = Double.random(in: -4...4, using: &self).rounded()
    member.nick = word()
    member.motto = maybe(word())
    member.joined = Date(timeIntervalSinceReferenceDate: .random(in: -50...50, using: &self))
    member.left = maybe(Date(timeIntervalSinceReferenceDate: .random(in: -50...50, using: &self)))
    member.isActive = .random(using: &self)
    member.level = SquadLevel.allCases.randomElement(using: &self) ?? .low
    member.mood = maybe(SquadLevel.allCases.randomElement(using: &self) ?? .low)
    member.tags = (0..<Int.random(in: 0..<4, using: &self)).map { _ in word() }
    member.scores = [word(): 3]
    member.scores["x"] = maybe(.random(in: 0..<5, using: &self))
    member.address = SquadAddress(city: word(), zip: maybe(word()))
    member.home = maybe(SquadAddress(city: word(), zip: maybe(word())))
    return member
  }

  /// Creates squads with members, and members without a squad.
  mutating func members(count: Int) -> [SquadMember] {
    let squads = (0..<24).map { _ in Squad(name: word(), city: maybe(word())) }
    let members = (0..<count).map { _ in member() }
    for member in members {
      guard let squad = maybe(squads[Int.random(in: 0..<24, using: &self)]) else { continue }
      member.squad = squad
      squad.members.append(member)
      if Int.random(in: 0..<3, using: &self) == 0 { squad.captain = member }
    }
    return members
  }
}

/// Expects a predicate and a closure to agree for many members.
///
/// Unless `isConstant` is set, both results must occur.
func expectAgreement(
  _ predicate: Predicate<SquadMember>, isConstant: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation, _ plain: (SquadMember) throws -> Bool
) throws {
  let seed: UInt64 = 20_26
  var generator = SquadGenerator(seed: seed)
  var answers: Set<Bool> = []
  for (index, member) in generator.members(count: 300).enumerated() {
    let expected = try plain(member)
    answers.insert(expected)
    #expect(
      try predicate.evaluate(member) == expected, "seed \(seed), member \(index)",
      sourceLocation: sourceLocation)
  }
  #expect(answers.count == (isConstant ? 1 : 2), sourceLocation: sourceLocation)
}
