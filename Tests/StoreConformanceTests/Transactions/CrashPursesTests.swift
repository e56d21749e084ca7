import Foundation
import OpenSwiftData
import PostgresTesting
import RandomTesting
import Testing

@testable import crashpurses

/// Programs that decide by what they read, several threads of several at a time.
@Suite(
  "Programs that read, decide and write",
  .enabled(if: PurseStore.program != nil, "The program is not built"))
struct CrashPursesTests {
  @Test(arguments: PurseStore.Kind.all)
  func everythingTakenIsGone(_ kind: PurseStore.Kind) throws {
    let store = try PurseStore(kind)
    try PurseState.fill(store.container(), amount: 1_000)
    let runs = try (0..<4).map { try store.run("take", "p\($0)", threads: 8, times: 20) }
    let done = try Set(runs.flatMap { try $0.waitForOutcomes("done") })
    let state = try PurseState(of: store.container())
    #expect(done.count == 640)
    #expect(state.receipts == done)
    #expect(state.amount == 360)
  }

  @Test(arguments: PurseStore.Kind.all)
  func anEmptyPurseStaysEmpty(_ kind: PurseStore.Kind) throws {
    let store = try PurseStore(kind)
    try PurseState.fill(store.container(), amount: 100)
    let runs = try (0..<4).map { try store.run("take", "p\($0)", threads: 4, times: 10) }
    let done = try Set(runs.flatMap { try $0.waitForOutcomes("done") })
    let state = try PurseState(of: store.container())
    #expect(done.count == 100)
    #expect(state.receipts == done)
    #expect(state.amount == 0)
  }

  @Test(arguments: PurseStore.Kind.all)
  func noMoreChairsAreTakenThanThereAre(_ kind: PurseStore.Kind) throws {
    let store = try PurseStore(kind)
    _ = try store.container()
    let runs = try (0..<4).map { try store.run("sit", "p\($0)", threads: 8, times: 4) }
    let done = try Set(runs.flatMap { try $0.waitForOutcomes("done") })
    #expect(try PurseState(of: store.container()).holders == done)
    #expect(done.count == PurseState.chairLimit)
  }

  /// Each program is killed at some moment; what it acknowledged is there, and nothing in part.
  @Test(arguments: PurseStore.Kind.all)
  func killedProgramsLoseAndDoubleNothing(_ kind: PurseStore.Kind) throws {
    let store = try PurseStore(kind)
    let amount = 1_000_000
    try PurseState.fill(store.container(), amount: amount)
    var generator = SeededGenerator(seed: TestRun.seed(45))
    var done: Set<String> = []
    for round in 0..<TestRun.count(200, atLeast: 6) {
      let runs = try (0..<3).map {
        try store.run("take", "r\(round)-\($0)", threads: 4, times: 1_000_000)
      }
      try runs[0].waitForFirstTransaction()
      usleep(UInt32.random(in: 0..<100_000, using: &generator))
      for run in runs { done.formUnion(try run.kill()) }
    }
    let state = try PurseState(of: store.container())
    #expect(state.receipts.isSuperset(of: done), "\(TestRun.comment)")
    #expect(state.amount == amount - state.receipts.count, "\(TestRun.comment)")
    #expect(!done.isEmpty)
  }
}

/// A store from which programs take.
struct PurseStore {
  enum Kind: CaseIterable, Sendable {
    case file, postgres

    static var all: [Kind] { PostgresServer.isInstalled ? [.file, .postgres] : [.file] }
  }

  /// The helper program next to the test runner; nil if it is not built.
  static let program = HelperProgram.url("crashpurses")

  private let folder: TestFolder
  private let address: String
  private let schema: String

  init(_ kind: Kind) throws {
    folder = try TestFolder()
    schema = "purses_\(UUID().uuidString.prefix(8).lowercased())"
    address =
      switch kind {
      case .file: folder.file("test.store").path
      case .postgres: try PostgresServer.shared.address()
      }
  }

  func container() throws -> ModelContainer {
    try CrashPurses.container(address, schema: schema)
  }

  func run(_ mode: String, _ name: String, threads: Int, times: Int) throws -> Run {
    try Run(
      program: HelperProgram(
        Self.program, [mode, address, schema, name, "\(threads)", "\(times)"]))
  }

  /// A running program.
  struct Run {
    fileprivate let program: HelperProgram

    /// The names of the transactions with an outcome, after the program has ended; all others are
    /// reported.
    func waitForOutcomes(_ outcome: String) throws -> [String] {
      let (status, lines) = try program.waitUntilExit()
      #expect(status == 0)
      let refused = Self.names("refused", lines)
      #expect(refused.isEmpty, "\(refused.prefix(3))")
      return Self.names(outcome, lines)
    }

    func waitForFirstTransaction() throws { try program.waitForLines(prefix: "done") }

    /// Kills the program; returns the names of the transactions that it acknowledged.
    func kill() throws -> [String] { Self.names("done", try program.kill()) }

    private static func names(_ outcome: String, _ lines: [Substring]) -> [String] {
      lines.filter { $0.hasPrefix(outcome + " ") }.map { String($0.dropFirst(outcome.count + 1)) }
    }
  }
}
