import Foundation
import OpenSwiftData
import Testing

/// Programs migrate a store at the same time, or are killed meanwhile.
@Suite("Migrating programs")
struct ProcessTests {
  private static let rounds = TestRun.count(200, atLeast: 20)

  @Test(.enabled(if: Migrator.program != nil, "the helper program is not built"))
  func simultaneousProgramsMigrateOnce() throws {
    let store = try StationStore(rowCount: 5_000)
    for _ in 0..<3 {
      let folder = try TestFolder()
      let url = try store.copy(into: folder)
      let runs = try (0..<3).map { _ in try Migrator.Run(url) }
      let texts = runs.map { $0.text() }
      #expect(texts.filter { $0 == "began\nmigrated 5000\n" }.count == 1, "\(texts)")
      #expect(texts.filter { $0 == "found 5000\n" }.count == 2, "\(texts)")
      #expect(try store.checkedVersion(of: url, "") == "3.0.0")
    }
  }

  private static let workers = 4
  private static let killed = Result { try StationStore(rowCount: 100_000) }

  @Test(
    .enabled(if: Migrator.program != nil, "the helper program is not built"),
    arguments: 0..<workers)
  func aKilledMigrationLeavesOldOrNewStore(_ worker: Int) throws {
    let store = try Self.killed.get()
    var generator = SeededGenerator(seed: TestRun.seed(UInt64(worker)))
    let duration = try Self.duration(store)
    var versions: [String: Int] = [:]
    for round in stride(from: worker, to: Self.rounds, by: Self.workers) {
      let folder = try TestFolder()
      let url = try store.copy(into: folder)
      // The system decides when the signal arrives, so one program pauses until it is killed.
      let isFirst = round == worker
      let run = try Migrator.Run(url, pauses: isFirst)
      if isFirst || generator.next() % 10 != 0 { run.waitForOutput() }
      // The end varies, so some programs are killed slightly after it.
      usleep(UInt32(Double.random(in: 0...1.1, using: &generator) * duration * 1_000_000))
      run.kill()
      let version = try store.checkedVersion(of: url, "\(TestRun.comment), round \(round)")
      versions[version, default: 0] += 1
      if round % 20 == 0 {
        #expect(try Migrator.Run(url).text().hasSuffix(" 100000\n"))
        #expect(try store.checkedVersion(of: url, "again, \(TestRun.comment)") == "3.0.0")
      }
    }
    #expect(
      Self.rounds <= worker || versions["1.0.0", default: 0] > 0, "\(versions), \(TestRun.comment)")
  }

  /// The duration of a migration in seconds, without the program's start.
  private static func duration(_ store: StationStore) throws -> Double {
    let folder = try TestFolder()
    let run = try Migrator.Run(try store.copy(into: folder))
    run.waitForOutput()
    let start = ContinuousClock.now
    _ = run.text()
    return start.duration(to: .now) / .seconds(1)
  }
}
