import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@testable import savepostgres

/// A container whose server ends, and another takes over.
@Suite("Taking over from a server", .serialized, .enabled(if: ParcelStore.canRun))
struct TakeoverTests {
  @Test func findsTheHostThatCanBeWrittenTo() throws {
    let store = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 1))
    let cluster = store.cluster
    for address in [
      cluster.address(of: [1, 0]), cluster.address(of: [1, 0], "?target_session_attrs=read-write"),
      cluster.address(of: [0, 1], "?target_session_attrs=primary"),
    ] {
      let container = try store.container(at: address)
      try container.add((container.crates().last ?? 0) + 1)
    }
    try store.waitForReplica(1)
    // Whoever does not save is content with a replica, be it the only host.
    for address in [cluster.address(of: [1, 0]), cluster.address(1)] {
      let reader = try store.container(at: address) { $0.allowsSave = false }
      #expect(try reader.crates() == [1, 2, 3])
      #expect(throws: SwiftDataError.storeIsReadOnly) { try reader.add(4) }
    }
    // What is asked for is what is taken.
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try store.container(at: cluster.address(of: [1, 0], "?target_session_attrs=any")) {
        $0.takeoverWait = .milliseconds(300)
      }
    }
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try store.container(at: cluster.address(1))
    }
  }

  /// Whoever has seen saves that the server which takes over lacks hears of those that it gets afterwards.
  @Test func goesOnWithTheHistoryAfterLostSaves() throws {
    let store = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 1))
    let cluster = store.cluster
    let container = try store.container(at: cluster.address(of: [0, 1]))
    let context = ModelContext(container)
    try container.add(1)
    try store.waitForReplica(1)
    try cluster.stop(1)
    for number in 2...30 { try container.add(number) }
    var seen: DefaultHistoryToken?
    #expect(
      eventually {
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        seen = all.last?.token
        return all.count == 30
      })
    let token = try #require(seen)
    try cluster.stop(0)
    try cluster.start(1)
    try cluster.promote(1)
    for number in 31...33 { try container.add(number) }
    #expect(try container.crates() == [1, 31, 32, 33])
    let later = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > token })
    #expect(eventually { try context.fetchHistory(later).count == 3 })
  }

  /// The replicas of the former server are read from again when they follow the new one, which not everybody may ask.
  @Test(arguments: ["tester", "app"])
  func goesOnWithTheServerThatTookOver(_ user: String) throws {
    let store = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 2), user: user)
    let cluster = store.cluster
    if user == "app" { try store.makeUser() }
    let address = cluster.address(of: [0, 1, 2], user: user)
    let container = try store.container(at: address, readingFrom: [0, 1, 2])
    let reader = try store.container(at: address, readingFrom: [0, 1, 2]) {
      $0.allowsSave = false
    }
    try container.add(1)
    for node in [1, 2] { try store.waitForReplica(node) }
    #expect(
      eventually { try container.crates() == [1] && container.metrics?.replicaReads ?? 0 > 0 })
    #expect(try reader.crates() == [1])
    let context = ModelContext(container)
    let crate = try #require(try context.fetch(FetchDescriptor<Crate>()).first)
    try cluster.stop(0)
    try cluster.promote(1)
    // The other replica follows nobody, and shows nothing of this.
    crate.number = 2
    try context.save()
    #expect(try container.crates() == [2])
    try container.add(3)
    #expect(try container.crates() == [2, 3])
    #expect(eventually { try reader.crates() == [2, 3] || reader.crates() == [1] })
    try store.redirect(2, to: 1)
    let reads = try #require(container.metrics).replicaReads
    #expect(
      eventually {
        try container.crates() == [2, 3] && container.metrics?.replicaReads ?? 0 > reads
      })
    #expect(eventually { try reader.crates() == [2, 3] })
  }

  /// A server that goes on to answer, but takes no more changes, is left for the one that does.
  @Test func leavesAServerThatRefusesChanges() throws {
    let store = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 1))
    let container = try store.container(at: store.cluster.address)
    try container.add(1)
    try store.waitForReplica(1)
    let administrator = try PostgresConnection(PostgresSettings(store.cluster.address(0)))
    try administrator.execute("ALTER SYSTEM SET default_transaction_read_only = on")
    try administrator.execute("SELECT pg_reload_conf()")
    // Whoever connects later than others are told knows it.
    #expect(
      eventually {
        try PostgresConnection(PostgresSettings(store.cluster.address(0)))
          .rows("SHOW default_transaction_read_only") == [[.text("on")]]
      })
    try store.waitForReplica(1)
    try store.cluster.promote(1)
    try container.add(2)
    #expect(try container.crates() == [1, 2])
    #expect(try store.container(at: store.cluster.address(1)).crates() == [1, 2])
  }

  /// A replica that has what the server that took over never had is read by nobody, however far it is.
  @Test func readsNoReplicaOfAnotherHistory() throws {
    let store = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 2))
    let cluster = store.cluster
    let former = try store.container()
    try former.add(1)
    for node in [1, 2] { try store.waitForReplica(node) }
    try cluster.stop(1)
    for number in 2...30 { try former.add(number) }
    try store.waitForReplica(2)
    try cluster.stop(0)
    try cluster.start(1)
    try cluster.promote(1)
    let container = try store.container(at: cluster.address(1), readingFrom: [2])
    try container.add(50)
    for _ in 0..<5 { #expect(try container.crates() == [1, 50]) }
    let metrics = try #require(container.metrics)
    #expect(metrics.replicaReads == 0 && metrics.replicaFallbacks >= 5)
    // Nor is it when the server is asked what it has, and writes down whose it is.
    let careful = try store.container(at: cluster.address(1), readingFrom: [2]) {
      $0.replicas?.maximumLag = .zero
    }
    #expect(try careful.crates() == [1, 50])
  }

  /// A read that finds no server waits for one as a save does, and both say at last that there is none.
  @Test func waitsNoLongerThanItMay() throws {
    let store = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 0))
    let address = store.cluster.address(of: [0, 0])
    let container = try store.container(at: address) { $0.takeoverWait = .seconds(20) }
    let hasty = try store.container(at: address) { $0.takeoverWait = .milliseconds(300) }
    try container.add(1)
    #expect(try hasty.crates() == [1])
    try store.cluster.stop(0)
    #expect(throws: SwiftDataError.storeCannotBeOpened) { try hasty.crates() }
    #expect(throws: SwiftDataError.storeCannotBeOpened) { try hasty.add(2) }
    let cluster = store.cluster
    let starting = Thread {
      usleep(500_000)
      try? cluster.start(0)
    }
    starting.start()
    try container.add(2)
    #expect(try container.crates() == [1, 2])
    #expect(eventually { try hasty.crates() == [1, 2] })
  }
}
