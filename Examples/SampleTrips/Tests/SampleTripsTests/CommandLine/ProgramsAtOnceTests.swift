import ExampleTestSupport
import Foundation
import Testing

@testable import trips

/// Eight programs change one store at the same time.
@Suite("Programs at once", .timeLimit(.minutes(20)))
struct ProgramsAtOnceTests {
  private static let programs = 8
  private static let rounds = 3
  private static let days = ["2026-05-01", "2026-05-03"]

  private func run(_ store: ExampleStore, _ body: (ProgramsAtOnce) throws -> Void) throws {
    for _ in 0..<Self.rounds { try withProgramsAtOnce("trips", on: store, body) }
  }

  private func trips(_ programs: ProgramsAtOnce) throws -> [TripRecord] {
    let text = try programs.lines("list", "--json").joined(separator: "\n")
    return try JSONDecoder().decode([TripRecord].self, from: Data(text.utf8))
  }

  @Test(arguments: ExampleStore.allCases)
  func nameIsGivenToOneTripHoweverManyProgramsAddIt(_ store: ExampleStore) throws {
    try run(store) { programs in
      let codes = try programs.run(
        (0..<Self.programs).map { ["add", $0 % 2 == 0 ? "K" : "k", "to \($0)"] + Self.days })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      let stored = try trips(programs)
      #expect(stored.map(\.destination) == codes.firstIndex(of: 0).map { ["to \($0)"] })
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func everyItemOfABucketListIsKept(_ store: ExampleStore) throws {
    try run(store) { programs in
      _ = try programs.run([["add", "K", "x"] + Self.days])
      let codes = try programs.run((0..<Self.programs).map { ["add-item", "K", "item \($0)"] })
      #expect(codes.allSatisfy { $0 == 0 }, "\(codes)")
      let items = try #require(try trips(programs).first).bucketList.map(\.title)
      #expect(items.sorted() == (0..<Self.programs).map { "item \($0)" })
    }
  }
}
