import ExampleTestSupport
import Foundation
import Testing

@testable import spots

/// Eight programs change one store at the same time.
@Suite("Programs at once", .serialized, .timeLimit(.minutes(20)))
struct ProgramsAtOnceTests {
  private static let programs = 8
  private static let rounds = 3

  private func run(
    _ store: ExampleStore, _ body: (ProgramsAtOnce) async throws -> Void
  ) async throws {
    for _ in 0..<Self.rounds { try await withProgramsAtOnce("spots", on: store, body) }
  }

  private func spots(_ programs: ProgramsAtOnce) async throws -> [SpotRecord] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let text = try await programs.lines("list", "--json").joined(separator: "\n")
    return try decoder.decode([SpotRecord].self, from: Data(text.utf8))
  }

  @Test(arguments: ExampleStore.allCases)
  func nameIsGivenToOneWorldHoweverManyProgramsAddIt(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      let codes = try await programs.run(
        (0..<Self.programs).map { ["add-world", $0 % 2 == 0 ? "a" : "A"] })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      #expect(try await programs.lines("worlds").count == 1)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func everyAddedSpotIsKeptInItsWorld(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      _ = try await programs.run([["add-world", "W"]])
      let adding = (1..<Self.programs).map { ["add", "s\($0)", "\($0)", "2", "3", "--world", "W"] }
      let codes = try await programs.run(adding + [["delete-world", "W"]])
      let stored = try await spots(programs)
      let names = codes.indices.dropLast().filter { codes[$0] == 0 }.map { "s\($0 + 1)" }
      #expect(Set(stored.map(\.name)) == Set(names), "\(codes)")
      // A world with spots is not deleted, and no spot is added to a deleted world.
      #expect(stored.isEmpty == (codes.last == 0), "\(codes)")
      #expect(stored.allSatisfy { $0.worldName == "W" })
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func changesOfOneSpotDoNotOverwriteEachOther(_ store: ExampleStore) async throws {
    try await run(store) { programs async throws in
      _ = try await programs.run([["add-world", "W"]])
      _ = try await programs.run([["add", "s", "1", "2", "3"]])
      let id = try #require(try await spots(programs).first).id
      let codes = try await programs.run([
        ["edit", id, "--name", "new"], ["edit", id, "--comment", "seen"],
        ["edit", id, "--world", "W"],
      ])
      #expect(codes == [0, 0, 0])
      let spot = try #require(try await spots(programs).first)
      #expect([spot.name, spot.comment, spot.worldName] == ["new", "seen", "W"])
    }
  }
}
