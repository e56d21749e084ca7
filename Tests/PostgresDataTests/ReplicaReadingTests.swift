import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import Testing

@testable import savepostgres

/// The contents that a container sees when it reads from replicas, and the servers that it uses.
@Suite("Reading from replicas", .serialized, .enabled(if: ParcelStore.canRun))
struct ReplicaReadingTests {
  private static let servers = Result { try PostgresCluster(replicaCount: 2) }

  let store: ReplicatedStore

  init() throws {
    store = ReplicatedStore(cluster: try Self.servers.get())
    // The tables exist before the first read from a replica.
    _ = try store.container()
    for node in [1, 2] { try store.waitForReplica(node) }
  }

  @Test func ownSavesAreShown() throws {
    let container = try store.container(readingFrom: [1]) {
      $0.replicas?.catchUpWait = .seconds(20)
    }
    for number in 1...20 {
      try container.add(number)
      #expect(try container.crates() == Array(1...number))
    }
    let metrics = try #require(container.metrics)
    #expect(metrics.replicaReads >= 20)
    #expect(metrics.replicaFallbacks == 0)
    #expect(metrics.replicaFailures == 0)
  }

  /// Replicas do not support serializable transactions, which a role or database may have as a
  /// default.
  @Test func serializableDefaultsDoNotPreventReplicaReads() throws {
    let option = "?options=-c%20default_transaction_isolation%3Dserializable"
    let container = try store.container(at: store.cluster.address(0) + option) {
      $0.replicas = PostgresReplicas(
        [store.cluster.address(1) + option], maximumLag: nil, catchUpWait: .seconds(20))
    }
    for number in 1...5 {
      try container.add(number)
      #expect(try container.crates() == Array(1...number))
    }
    let metrics = try #require(container.metrics)
    #expect(metrics.replicaReads >= 5)
    #expect(metrics.replicaFailures == 0)
  }

  /// While the replica is paused, others' saves are not visible, but the container's own saves are.
  @Test func readsGoToTheServerUntilAReplicaCatchesUp() throws {
    let (container, other) = (try store.container(readingFrom: [1]), try store.container())
    try container.add(1)
    #expect(
      eventually { try container.crates() == [1] && container.metrics?.replicaReads ?? 0 > 0 })
    try store.waitForReplica(1)
    #expect(try container.crates() == [1])
    try store.pause(1)
    defer { try? store.resume(1) }
    let reads = try #require(container.metrics).replicaReads
    try other.add(2)
    // This was read from the replica: no other server could return it.
    #expect(eventually { try container.crates() == [1] })
    #expect(try #require(container.metrics).replicaReads > reads)
    try container.add(3)
    let before = try #require(container.metrics)
    for _ in 0..<5 { #expect(try container.crates() == [1, 2, 3]) }
    let after = try #require(container.metrics)
    #expect(after.replicaFallbacks >= before.replicaFallbacks + 5)
    #expect(after.replicaReads == before.replicaReads)
    try store.resume(1)
    #expect(
      eventually {
        try container.crates() == [1, 2, 3]
          && container.metrics?.replicaReads ?? 0 > after.replicaReads
      })
  }

  /// A save of one context is visible to the container's other contexts, and to look-ups by
  /// identifier.
  @Test func savesOfAllContextsAreShown() throws {
    let container = try store.container(readingFrom: [1, 2])
    for number in 1...20 {
      let (context, other) = (ModelContext(container), ModelContext(container))
      let crate = Crate(number: number)
      context.insert(crate)
      try context.save()
      let found = other.model(for: crate.persistentModelID) as? Crate
      #expect(found?.number == number)
      found?.number += 1000
      try other.save()
      let again = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
      #expect(again.last?.number == number + 1000)
    }
  }

  /// Bulk updates, deletions and erasures do not return their log position.
  @Test func bulkChangesAreShownDespiteAPausedReplica() throws {
    let container = try store.container(readingFrom: [1])
    for number in 1...6 { try container.add(number) }
    defer { try? store.resume(1) }
    let context = ModelContext(container)
    let all = FetchDescriptor<Crate>(predicate: #Predicate { $0.number > 0 })
    for round in 1...10 {
      if round == 5 {
        try store.waitForReplica(1)
        #expect(try container.crates().count == 6)
        try store.pause(1)
      }
      let wanted = (1...6).map { $0 + round * 100 }
      for (place, number) in try container.crates().enumerated() {
        try context.update(
          Crate.self, where: #Predicate { $0.number == number }, .set(\.number, to: wanted[place]))
      }
      #expect(try container.crates() == wanted)
      #expect(try context.fetchCount(all) == 6)
    }
    try context.delete(model: Crate.self)
    try context.save()
    #expect(try container.crates().isEmpty)
    try container.add(7)
    #expect(try container.crates() == [7])
    try container.erase()
    #expect(try container.crates().isEmpty)
  }

  /// Threads share the container while replicas pause and resume.
  @Test func threadsSeeTheirOwnSaves() throws {
    let container = try store.container(readingFrom: [1, 2]) {
      $0.replicas?.catchUpWait = .milliseconds(5)
    }
    let isOver = Atomic(false)
    let missing = Mutex<[Int]>([])
    let store = store
    let pausing = Thread {
      while !isOver.load(ordering: .acquiring) {
        for node in [1, 2] {
          try? store.pause(node)
          usleep(20_000)
          try? store.resume(node)
        }
      }
      isOver.store(false, ordering: .releasing)
    }
    pausing.start()
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      for step in 0..<25 {
        let number = thread * 1000 + step
        do {
          try container.add(number)
          guard try !container.crates().contains(number) else { continue }
        } catch { print("A thread could not save or read: \(error)") }
        missing.withLock { $0.append(number) }
      }
    }
    isOver.store(true, ordering: .releasing)
    #expect(eventually { !isOver.load(ordering: .acquiring) })
    #expect(missing.withLock { $0 } == [])
    let metrics = try #require(container.metrics)
    print("\(metrics.replicaReads) reads by replicas, \(metrics.replicaFallbacks) by the server")
  }

  @Test func readsWithoutLagShowAllSaves() throws {
    let container = try store.container(readingFrom: [1]) { $0.replicas?.maximumLag = .zero }
    let other = try store.container()
    for number in 1...20 {
      if number == 10 { try store.pause(1) }
      try other.add(number)
      #expect(try container.crates() == Array(1...number))
    }
    try store.resume(1)
    let reads = try #require(container.metrics).replicaReads
    #expect(
      eventually {
        try container.crates().count == 20 && container.metrics?.replicaReads ?? 0 > reads
      })
  }

  @Test func readsReturnToTheServerBeyondTheLag() throws {
    let container = try store.container(readingFrom: [1]) {
      $0.replicas?.maximumLag = .milliseconds(400)
    }
    let other = try store.container()
    try other.add(1)
    try store.waitForReplica(1)
    #expect(
      eventually { try container.crates() == [1] && container.metrics?.replicaReads ?? 0 > 0 })
    try store.pause(1)
    defer { try? store.resume(1) }
    try other.add(2)
    #expect(eventually { try container.crates() == [1, 2] })
    for _ in 0..<10 { #expect(try container.crates() == [1, 2]) }
    #expect(try #require(container.metrics).replicaFallbacks > 0)
  }

  /// One of two replicas is behind the other, and one of them stops.
  @Test func readsNeverGoBackInTime() throws {
    let other = try store.container()
    try other.add(1)
    let containers = try (0..<8).map { _ in try store.container(readingFrom: [1, 2]) }
    for node in [1, 2] { try store.waitForReplica(node) }
    for container in containers { #expect(try container.crates() == [1]) }
    try store.pause(2)
    defer { try? store.resume(2) }
    try other.add(2)
    try store.waitForReplica(1)
    // The container chooses its first replica at random.
    var seen = try containers.map { try $0.crates() }
    #expect(Set(seen).isSubset(of: [[1], [1, 2]]))
    try store.cluster.stop(1)
    for _ in 0..<3 {
      for (place, container) in containers.enumerated() {
        let crates = try container.crates()
        #expect(Set(crates).isSuperset(of: seen[place]))
        seen[place] = crates
      }
    }
    try store.cluster.start(1)
  }

  @Test func readsUseTheServerWhenReplicasAreDown() throws {
    for node in [1, 2] { try store.cluster.stop(node) }
    let container = try store.container(readingFrom: [1, 2])
    for number in 1...5 {
      try container.add(number)
      #expect(try container.crates() == Array(1...number))
    }
    let metrics = try #require(container.metrics)
    #expect(metrics.replicaReads == 0)
    #expect(metrics.replicaFailures > 0)
    for node in [1, 2] { try store.cluster.start(node) }
    #expect(
      eventually {
        try container.crates() == [1, 2, 3, 4, 5] && container.metrics?.replicaReads ?? 0 > 0
      })
  }

  /// A replica stops between two reads, with connections in use, and reads continue without an
  /// error.
  @Test func readsContinueWhenAReplicaStops() throws {
    let container = try store.container(readingFrom: [1])
    try container.add(1)
    for round in 0..<4 {
      #expect(
        eventually {
          let reads = container.metrics?.replicaReads ?? 0
          return try container.crates() == [1] && container.metrics?.replicaReads ?? 0 > reads
        })
      try store.cluster.stop(1, round % 2 == 0 ? "immediate" : "fast")
      #expect(try container.crates() == [1])
      try store.cluster.start(1)
    }
  }

  @Test func primariesAreNotReadAsReplicas() throws {
    let container = try store.container(readingFrom: [0, 1])
    try container.add(1)
    #expect(
      eventually { try container.crates() == [1] && container.metrics?.replicaReads ?? 0 > 3 })
    let alone = try store.container(readingFrom: [0])
    for _ in 0..<5 { #expect(try alone.crates() == [1]) }
    let metrics = try #require(alone.metrics)
    #expect(metrics.replicaReads == 0)
    #expect(metrics.replicaFailures > 0)
  }

  /// A database of another program, or another store with the same name.
  @Test func replicasOfAnotherStoreAreNotRead() throws {
    let other = ReplicatedStore(cluster: try PostgresCluster(replicaCount: 1))
    let container = try store.container {
      $0.replicas = PostgresReplicas(
        [other.cluster.address(1), store.cluster.address(1)], catchUpWait: .milliseconds(20))
    }
    _ = try ModelContainer(
      for: Schema(Parcels.types), migrationPlan: nil,
      configurations: [
        PostgresConfiguration(other.cluster.address(0), databaseSchema: store.schema)
      ])
    // The other server has a larger log position now.
    try PostgresConnection(PostgresSettings(other.cluster.address(0))).execute(
      "CREATE TABLE filler AS SELECT repeat('x', 1000) FROM generate_series(1, 20000)")
    try other.waitForReplica(1)
    try container.add(1)
    for _ in 0..<10 { #expect(try container.crates() == [1]) }
    #expect(
      eventually { try container.crates() == [1] && container.metrics?.replicaReads ?? 0 > 5 })
  }

  @Test func incompatibleOptionsAreRefused() throws {
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try store.container(readingFrom: [1]) { $0.hasTransactionPooler = true }
    }
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try store.container(readingFrom: [1]) { $0.mapping = PostgresMapping() }
    }
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try store.container { $0.replicas = PostgresReplicas(["postgres://a", "host='b"]) }
    }
  }

  /// The history is read from the primary, even if a replica shows none of it yet.
  @Test func historyIsReadFromTheServer() throws {
    let (container, other) = (try store.container(readingFrom: [1]), try store.container())
    try container.add(1)
    try store.waitForReplica(1)
    #expect(try container.crates() == [1])
    try store.pause(1)
    defer { try? store.resume(1) }
    try other.add(2)
    #expect(try container.crates() == [1])
    let history = HistoryDescriptor<DefaultHistoryTransaction>()
    #expect(try ModelContext(container).fetchHistory(history).count == 2)
    // Changes that the history returned are visible from then on.
    #expect(try container.crates() == [1, 2])
  }
}
