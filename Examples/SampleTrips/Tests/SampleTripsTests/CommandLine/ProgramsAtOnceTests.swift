import ExampleTestSupport
import Foundation
import Testing

@testable import trips

/// Eight programs change one store at the same time.
@Suite("Programs at once", .serialized, .timeLimit(.minutes(20)))
struct ProgramsAtOnceTests {
  private static let programs = 8
  private static let rounds = 3
  private static let days = ["2026-05-01", "2026-05-03"]

  private func run(
    _ store: ExampleStore, _ body: (ProgramsAtOnce) async throws -> Void
  ) async throws {
    for _ in 0..<Self.rounds { try await withProgramsAtOnce("trips", on: store, body) }
  }

  private func trips(_ programs: ProgramsAtOnce) async throws -> [TripRecord] {
    let text = try await programs.lines("list", "--json").joined(separator: "\n")
    return try JSONDecoder().decode([TripRecord].self, from: Data(text.utf8))
  }

  @Test(arguments: ExampleStore.allCases)
  func nameIsGivenToOneTripHoweverManyProgramsAddIt(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      let codes = try await programs.run(
        (0..<Self.programs).map { ["add", $0 % 2 == 0 ? "K" : "k", "to \($0)"] + Self.days })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      let stored = try await trips(programs)
      #expect(stored.map(\.destination) == codes.firstIndex(of: 0).map { ["to \($0)"] })
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func everyItemOfABucketListIsKept(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      _ = try await programs.run([["add", "K", "x"] + Self.days])
      let codes = try await programs.run(
        (0..<Self.programs).map { ["add-item", "K", "item \($0)"] })
      #expect(codes.allSatisfy { $0 == 0 }, "\(codes)")
      let items = try #require(try await trips(programs).first).bucketList.map(\.title)
      #expect(items.sorted() == (0..<Self.programs).map { "item \($0)" })
    }
  }
}
