import ExampleTestSupport
import Foundation
import Testing

@testable import readitlater

/// Eight programs change one store at the same time.
@Suite("Programs at once", .serialized, .timeLimit(.minutes(20)))
struct ProgramsAtOnceTests {
  private static let programs = 8
  private static let rounds = 3

  private func run(
    _ store: ExampleStore, _ body: (ProgramsAtOnce, URL) async throws -> Void
  ) async throws {
    for _ in 0..<Self.rounds {
      try store.begin()
      try await withTemporaryFolder { folder async throws in
        try await body(ProgramsAtOnce("readitlater", on: store, folder: folder), folder)
      }
    }
  }

  /// Adds bookmarks with a file of addresses.
  private func add(
    _ count: Int, _ name: String, to status: String, _ programs: ProgramsAtOnce, _ folder: URL
  ) async throws {
    let path = try file(name, count, in: folder)
    #expect(try await programs.run([["import", path, "--to", status]]) == [0])
  }

  private func file(_ name: String, _ count: Int, in folder: URL) throws -> String {
    let url = folder.appendingPathComponent(name)
    let lines = (0..<count).map { "https://\(name).example/\($0)" }
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    return url.path
  }

  private func addresses(_ status: String, _ programs: ProgramsAtOnce) async throws -> Set<String> {
    Set(
      try await programs.lines("list", status).dropFirst()
        .compactMap { $0.split(separator: " ").last.map(String.init) })
  }

  @Test(arguments: ExampleStore.allCases)
  func inboxHoldsItsLimitWhenProgramsAdd(_ store: ExampleStore) async throws {
    try await run(store) { programs, folder async throws in
      try await add(47, "first", to: "inbox", programs, folder)
      let codes = try await programs.run(
        (0..<Self.programs).map { ["add", "https://new.example/\($0)"] })
      #expect(codes.filter { $0 == 0 }.count == 3, "\(codes)")
      #expect(codes.filter { $0 == 5 }.count == Self.programs - 3, "\(codes)")
      let stored = try await addresses("inbox", programs)
      #expect(stored.count == 50)
      for (number, code) in codes.enumerated() {
        #expect(stored.contains("https://new.example/\(number)") == (code == 0))
      }
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func inboxHoldsItsLimitWhenProgramsMove(_ store: ExampleStore) async throws {
    try await run(store) { programs, folder async throws in
      try await add(47, "first", to: "inbox", programs, folder)
      try await add(Self.programs, "read", to: "archive", programs, folder)
      let codes = try await programs.run(
        (0..<Self.programs).map { ["move", "https://read.example/\($0)", "inbox"] })
      #expect(codes.filter { $0 == 0 }.count == 3, "\(codes)")
      #expect(try await addresses("inbox", programs).count == 50)
      #expect(try await addresses("archive", programs).count == Self.programs - 3)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func inboxHoldsItsLimitWhenProgramsImport(_ store: ExampleStore) async throws {
    try await run(store) { programs, folder async throws in
      let commands = try (0..<Self.programs).map { ["import", try file("f\($0)", 12, in: folder)] }
      let codes = try await programs.run(commands)
      #expect(codes.filter { $0 == 0 }.count == 4, "\(codes)")
      #expect(try await addresses("inbox", programs).count == 50)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func addressIsStoredOnceHoweverManyProgramsAddIt(_ store: ExampleStore) async throws {
    try await run(store) { programs, _ async throws in
      let codes = try await programs.run(
        (0..<Self.programs).map { ["add", "https://\($0 % 2 == 0 ? "e" : "E").example/a"] })
      #expect(codes.sorted() == [0] + Array(repeating: 4, count: Self.programs - 1))
      #expect(try await addresses("inbox", programs).count == 1)
    }
  }
}
