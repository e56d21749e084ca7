import ExampleTestSupport
import Foundation
import Testing

@testable import appcadia

/// Eight programs change one store at the same time.
@Suite("Programs at once", .serialized, .timeLimit(.minutes(20)))
struct ProgramsAtOnceTests {
  private static let programs = 8
  private static let rounds = 3

  private func run(
    _ store: ExampleStore, _ body: (ProgramsAtOnce) async throws -> Void
  ) async throws {
    for _ in 0..<Self.rounds { try await withProgramsAtOnce("appcadia", on: store, body) }
  }

  /// The result of a command in JSON.
  private func decoded<Value: Decodable>(
    _ programs: ProgramsAtOnce, _ command: String, _ argument: String
  ) async throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let text = try await programs.lines(command, argument, "--json").joined(separator: "\n")
    return try decoder.decode(Value.self, from: Data(text.utf8))
  }

  @Test(arguments: ExampleStore.allCases)
  func trainersAreInstalledOnceHoweverManyProgramsStart(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      let codes = try await programs.run(Array(repeating: ["trainers"], count: Self.programs))
      #expect(codes.allSatisfy { $0 == 0 }, "\(codes)")
      #expect(try await programs.lines("trainers").count == 3)
      _ = try await programs.run([["choose", "calm"]])
      #expect(try await programs.lines("rewards").count == 1 + 4)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func dayIsStampedOnceHoweverManyProgramsStampIt(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      _ = try await programs.run([["add", "G"]])
      let codes = try await programs.run(
        (0..<Self.programs).map { ["stamp", "G", "--note", "note \($0)"] })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      let details: GoalDetails = try await decoded(programs, "show", "G")
      #expect(details.stamps.map(\.note) == codes.firstIndex(of: 0).map { ["note \($0)"] })
      #expect(details.goal.totalStamps == 1)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func everyBonusStampIsKept(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      _ = try await programs.run([["add", "G"]])
      let codes = try await programs.run(
        (0..<Self.programs).map { ["stamp", "G", "--type", "bonus", "--note", "\($0)"] })
      // On a busy machine, the store may stay locked for too long; such a stamp is refused.
      let kept = codes.indices.filter { codes[$0] == 0 }
      #expect(!kept.isEmpty, "\(codes)")
      let details: GoalDetails = try await decoded(programs, "show", "G")
      #expect(Set(details.stamps.map(\.note)) == Set(kept.map { "\($0)" }))
      #expect(Int(details.goal.totalStamps) == kept.count)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func titleIsGivenToOneGoalHoweverManyProgramsAddIt(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      let codes = try await programs.run(
        (0..<Self.programs).map { ["add", $0 % 2 == 0 ? "Speak" : "SPEAK"] })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      let goals: [GoalRecord] = try await decoded(programs, "goals", "--all")
      #expect(goals.count == 1)
    }
  }
}
