import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

@testable import savepostgres

/// The stored data after a server failed and its replica took over while programs continued.
@Suite("Failing over", .enabled(if: ParcelStore.canRun))
struct FailoverTests {
  /// The connection of a save ends while it waits for the replica: the save is on the server, but
  /// not acknowledged.
  @Test func savesThatTheReplicaLacksAreNotAcknowledged() throws {
    let store = ReplicatedStore(
      cluster: try PostgresCluster(replicaCount: 1, ["synchronous_standby_names=*"]))
    let cluster = store.cluster
    let container = try store.container(at: cluster.address)
    try container.add(1)
    try cluster.stop(1)
    let hasSaved = Mutex<Bool?>(nil)
    let saving = Thread {
      let result: Void? = try? container.add(2)
      hasSaved.withLock { $0 = result != nil }
    }
    saving.start()
    let administrator = try PostgresConnection(PostgresSettings(cluster.address(0)))
    let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    #expect(
      eventually {
        try !administrator.rows("SELECT pg_terminate_backend(pid) \(waiting)").isEmpty
      })
    // The outcome is queried, and reported once the replica has the save.
    #expect(
      eventually {
        try !administrator.rows("SELECT 1 \(waiting) AND query LIKE '%pg_logical_emit_message%'")
          .isEmpty
      })
    #expect(hasSaved.withLock { $0 } == nil)
    try cluster.start(1)
    #expect(eventually { hasSaved.withLock { $0 } != nil })
    #expect(hasSaved.withLock { $0 } == true)
    try cluster.stop(0)
    try cluster.promote(1)
    // The server is alone now, and all reads use it.
    #expect(try container.crates() == [1, 2])
  }

  /// No save is acknowledged before the replica has it.
  @Test func acknowledgedSavesSurviveFailover() throws {
    let cluster = try PostgresCluster(replicaCount: 1, ["synchronous_standby_names=*"])
    let store = try ParcelStore(
      at: cluster.address, readingFrom: [cluster.address(0), cluster.address(1)])
    let rounds = TestRun.isWhole ? 60 : TestRun.isShort ? 3 : 5
    var generator = SeededGenerator(seed: TestRun.seed(41))
    var states = ParcelStates()
    let names = (0..<3).map { "f\($0)" }
    let runs = try names.map { try store.run("save", $0) }
    for run in runs { try run.waitForFirstOutput() }
    var server = 0
    for _ in 0..<rounds {
      usleep(UInt32.random(in: 50_000..<300_000, using: &generator))
      try cluster.stop(server, "immediate")
      let sizes = try runs.map { try $0.outputSize() }
      usleep(UInt32.random(in: 0..<200_000, using: &generator))
      try cluster.promote(1 - server)
      // Saves wait for the replica: until then only one server has them.
      try cluster.follow(server, 1 - server)
      server = 1 - server
      for (run, size) in zip(runs, sizes) { try run.waitForFirstOutput(behind: size + 200) }
    }
    for run in runs { states.note(try run.kill()) }
    let last = ParcelStore(store, at: cluster.address(server))
    try last.waitForTheServer()
    let faults = try last.faults(states)
    #expect(faults.isEmpty, "\(faults.prefix(10)), \(TestRun.comment)")
    #expect(states.refusals.isEmpty, "\(states.refusals.prefix(3))")
    print("A replica took over \(rounds) times during \(states.saveCount) saves")
    #expect(states.saveCount > rounds)
  }
}
