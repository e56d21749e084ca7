import ExampleTestSupport
import Foundation
import Testing

@testable import appcadia

/// Eight programs change one store at the same time.
@Suite("Programs at once", .timeLimit(.minutes(20)))
struct ProgramsAtOnceTests {
  private static let programs = 8
  private static let rounds = 3

  private func run(_ store: ExampleStore, _ body: (ProgramsAtOnce) throws -> Void) throws {
    for _ in 0..<Self.rounds { try withProgramsAtOnce("appcadia", on: store, body) }
  }

  /// The result of a command in JSON.
  private func decoded<Value: Decodable>(
    _ programs: ProgramsAtOnce, _ command: String, _ argument: String
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let text = try programs.lines(command, argument, "--json").joined(separator: "\n")
    return try decoder.decode(Value.self, from: Data(text.utf8))
  }

  @Test(arguments: ExampleStore.allCases)
  func trainersAreInstalledOnceHoweverManyProgramsStart(_ store: ExampleStore) throws {
    try run(store) { programs in
      let codes = try programs.run(Array(repeating: ["trainers"], count: Self.programs))
      #expect(codes.allSatisfy { $0 == 0 }, "\(codes)")
      #expect(try programs.lines("trainers").count == 3)
      _ = try programs.run([["choose", "calm"]])
      #expect(try programs.lines("rewards").count == 1 + 4)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func dayIsStampedOnceHoweverManyProgramsStampIt(_ store: ExampleStore) throws {
    try run(store) { programs in
      _ = try programs.run([["add", "G"]])
      let codes = try programs.run(
        (0..<Self.programs).map { ["stamp", "G", "--note", "note \($0)"] })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      let details: GoalDetails = try decoded(programs, "show", "G")
      #expect(details.stamps.map(\.note) == codes.firstIndex(of: 0).map { ["note \($0)"] })
      #expect(details.goal.totalStamps == 1)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func everyBonusStampIsKept(_ store: ExampleStore) throws {
    try run(store) { programs in
      _ = try programs.run([["add", "G"]])
      let codes = try programs.run(
        (0..<Self.programs).map { ["stamp", "G", "--type", "bonus", "--note", "\($0)"] })
      #expect(codes.allSatisfy { $0 == 0 }, "\(codes)")
      let details: GoalDetails = try decoded(programs, "show", "G")
      #expect(Set(details.stamps.map(\.note)) == Set((0..<Self.programs).map { "\($0)" }))
      #expect(Int(details.goal.totalStamps) == Self.programs)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func titleIsGivenToOneGoalHoweverManyProgramsAddIt(_ store: ExampleStore) throws {
    try run(store) { programs in
      let codes = try programs.run(
        (0..<Self.programs).map { ["add", $0 % 2 == 0 ? "Speak" : "SPEAK"] })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      let goals: [GoalRecord] = try decoded(programs, "goals", "--all")
      #expect(goals.count == 1)
    }
  }
}
