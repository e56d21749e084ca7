import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import Testing

@testable import savepostgres

/// The stored data after programs saved at the same time, or were killed while they saved.
@Suite(
  "Programs that save into a PostgreSQL",
  .enabled(if: ParcelStore.canRun, "PostgreSQL is not installed, or the program is not built"))
struct SavingProgramsTests {
  @Test func programsSaveConcurrently() throws { try saveConcurrently(hasPooler: false) }

  @Test(
    .enabled("pgbouncer is not installed") {
      try PostgresServer.isInstalled && PostgresServer.shared.hasPooler
    })
  func programsSaveConcurrentlyThroughAPooler() throws { try saveConcurrently(hasPooler: true) }

  private func saveConcurrently(hasPooler: Bool) throws {
    let server = try PostgresServer.shared
    let store = try ParcelStore(server, hasPooler: hasPooler)
    let seconds = TestRun.isWhole ? 60 : 4
    let runs = try (0..<8).map { try store.run("storm", "p\($0)", "8", "\(seconds)") }
    let outputs = try runs.map { try $0.waitForOutput() }
    var states = ParcelStates()
    var repeated = [0, 0, 0, 0]
    for output in outputs {
      states.note(output)
      for line in output.split(separator: "\n") where line.hasPrefix("repeated ") {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        for (place, number) in numbers.enumerated() where place < 4 { repeated[place] += number }
      }
    }
    // A program that meets conflicts repeatedly gives up at last, with an error.
    let others = states.refusals.filter { !$0.contains("storeIsLocked") }
    #expect(others.isEmpty, "\(others.prefix(3))")
    let faults = try store.faults(states)
    #expect(faults.isEmpty, "\(faults.prefix(10))")
    print(
      """
      \(states.saveCount) saves of 8 programs with 8 threads in \(seconds) s\(hasPooler ? " by way of pgbouncer" : ""); done again: \(repeated[0]) \
      for deadlocks, \(repeated[1]) for changed rows, \(repeated[2]) for constraints; given up: \(states.refusals.count)
      """)
    #expect(states.saveCount > 64)
  }

  /// One of several programs and threads inserts each crate, and no raise of a weight is lost.
  @Test func eachCrateIsInsertedOnceAndNoRaiseIsLost() throws {
    let store = try ParcelStore(PostgresServer.shared)
    let setup = ModelContext(try store.container())
    setup.insert(Parcel(code: ClaimRun.code, batch: "none", weight: 0))
    try setup.save()
    let (count, programs) = (10, 4)
    let runs = try (0..<programs).map { try store.run("claim", "c\($0)", "\(count)") }
    let lines = try runs.flatMap { try $0.waitForOutput().split(separator: "\n") }
    let raises = count * programs * ClaimRun.threads
    #expect(lines.filter { $0.hasPrefix("refused") } == [])
    #expect(lines.count { $0 == "claimed" } == count)
    #expect(lines.count { $0 == "raised" } == raises)
    let read = ModelContext(try store.container())
    let crates = try read.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
    #expect(crates.map(\.number) == Array(0..<count))
    #expect(try read.fetch(FetchDescriptor<Parcel>()).map(\.weight) == [raises])
  }

  @Test func acknowledgedSavesSurviveKilledPrograms() throws {
    let store = try ParcelStore(PostgresServer.shared)
    let rounds = TestRun.isWhole ? 1_000 : 40
    var generator = SeededGenerator(seed: TestRun.seed(31))
    var states = ParcelStates()
    for round in 0..<rounds {
      // Each writer's name is unique, so that its batches are its own.
      let run = try store.run("save", "w\(round)")
      try run.waitForFirstOutput()
      // On a busy machine, many are killed before they save anything.
      if round.isMultiple(of: 2) { #expect(try run.waitForSaves(1)) }
      usleep(UInt32.random(in: 0..<120_000, using: &generator))
      states.note(try run.kill())
    }
    try store.waitForTheServer()
    let faults = try store.faults(states)
    #expect(faults.isEmpty, "\(faults.prefix(10)), \(TestRun.comment)")
    #expect(states.refusals.isEmpty, "\(states.refusals.prefix(3))")
    print("\(rounds) programs were killed after \(states.saveCount) saves")
    #expect(states.saveCount >= rounds / 2)
  }

  /// The server crashes while programs continue and try again.
  @Test func acknowledgedSavesSurviveAServerCrash() throws {
    let server = try PostgresServer()
    let store = try ParcelStore(server)
    let rounds = TestRun.isWhole ? 50 : 3
    var generator = SeededGenerator(seed: TestRun.seed(37))
    var states = ParcelStates()
    for round in 0..<rounds {
      let runs = try (0..<3).map { try store.run("save", "r\(round).\($0)") }
      for run in runs { #expect(try run.waitForSaves(1)) }
      usleep(UInt32.random(in: 50_000..<300_000, using: &generator))
      try server.stop("immediate")
      let counts = try runs.map { try $0.saveCount() }
      usleep(UInt32.random(in: 0..<200_000, using: &generator))
      try server.start()
      for (run, count) in zip(runs, counts) { #expect(try run.waitForSaves(count + 1)) }
      for run in runs { states.note(try run.kill()) }
    }
    try store.waitForTheServer()
    let faults = try store.faults(states)
    #expect(faults.isEmpty, "\(faults.prefix(10)), \(TestRun.comment)")
    let others = states.refusals.filter { !$0.contains("cannot be reached") }
    #expect(others.isEmpty, "\(others.prefix(3))")
    // Each program saved at least once before the crash and once after it.
    #expect(states.saveCount >= rounds * 3 * 2)
    print("The server ended \(rounds) times during \(states.saveCount) saves")
  }
}
