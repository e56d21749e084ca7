import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@testable import savepostgres

/// A container whose server fails and is replaced by another.
@Suite("Taking over from a server", .serialized, .enabled(if: ParcelStore.canRun))
struct TakeoverTests {
  @Test func containersFindTheWritableHost() throws {
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
    // A read-only container accepts a replica, even as the only host.
    for address in [cluster.address(of: [1, 0]), cluster.address(1)] {
      let reader = try store.container(at: address) { $0.allowsSave = false }
      #expect(try reader.crates() == [1, 2, 3])
      #expect(throws: SwiftDataError.storeIsReadOnly) { try reader.add(4) }
    }
    // An explicit setting of the session attributes is respected.
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try store.container(at: cluster.address(of: [1, 0], "?target_session_attrs=any")) {
        $0.takeoverWait = .milliseconds(300)
      }
    }
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try store.container(at: cluster.address(1))
    }
  }

  /// A consumer that saw saves which the new server lacks is notified of later saves on it.
  @Test func historyContinuesAfterLostSaves() throws {
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

  /// The former server's replicas are read again once they follow the new one; not every user may
  /// query that.
  @Test(arguments: ["tester", "app"])
  func containersContinueOnTheNewServer(_ user: String) throws {
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
    // The other replica follows no server, and does not show this change.
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

  /// A server that still responds but no longer accepts changes is replaced by the one that does.
  @Test func containersLeaveReadOnlyServers() throws {
    let store = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 1))
    let container = try store.container(at: store.cluster.address)
    try container.add(1)
    try store.waitForReplica(1)
    let administrator = try PostgresConnection(PostgresSettings(store.cluster.address(0)))
    try administrator.execute("ALTER SYSTEM SET default_transaction_read_only = on")
    try administrator.execute("SELECT pg_reload_conf()")
    // A connection that is opened after the reload has the new setting.
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

  /// A replica with data that the new primary never had is not read, however far it is.
  @Test func replicasOfAnotherTimelineAreNotRead() throws {
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
    #expect(metrics.replicaReads == 0)
    #expect(metrics.replicaFallbacks >= 5)
    // The same applies when the primary is queried for its log position and timeline.
    let careful = try store.container(at: cluster.address(1), readingFrom: [2]) {
      $0.replicas?.maximumLag = .zero
    }
    #expect(try careful.crates() == [1, 50])
  }

  /// A read that finds no server waits for one like a save, and both finally report that there is
  /// none.
  @Test func takeoverWaitsEndAtTheLimit() throws {
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
