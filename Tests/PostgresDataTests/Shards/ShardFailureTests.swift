import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

extension ShardSuites {
  /// The stored data after partition servers failed while programs saved.
  @Suite("Losing shards")
  struct ShardFailureTests {
    private typealias Goal = Shards.Goal
    private typealias Step = Shards.Step

    /// The outcomes of a writer's saves.
    private struct Report {
      var saved: Set<String> = []
      /// Saves with an unknown outcome.
      var open: Set<String> = []
      var failures: [String] = []
      var count = 0
    }

    private static let declared: [SwiftDataError] = [.storeCannotBeOpened, .storeIsLocked]

    /// Saves goals with two steps each until it is stopped.
    private static func write(
      _ container: ModelContainer, _ number: Int, while isGoingOn: () -> Bool
    ) -> Report {
      var report = Report()
      let owner = Shards.owner(number)
      while isGoingOn() {
        if !TestRun.isWhole { usleep(50_000) }
        report.count += 1
        let title = "\(number)-\(report.count)"
        let context = ModelContext(container)
        let goal = Goal(ownerID: owner, title: title, weight: report.count)
        context.insert(goal)
        goal.steps = [Step(0, of: goal), Step(1, of: goal)]
        report.open.insert(title)
        do {
          try context.save()
          report.saved.insert(title)
          report.open.remove(title)
        } catch let error as SwiftDataError where declared.contains(error) {
          if "\(error)".contains("may or may not have saved") { continue }
          report.open.remove(title)
          report.failures.append("\(error)")
        } catch {
          report.failures.append("undeclared: \(error)")
        }
      }
      return report
    }

    @Test func acknowledgedSavesSurviveLostServers() throws {
      let servers = try Shards.Servers.shared
      let store = ShardedStore(servers: servers)
      let containers = try (0..<2).map { _ in try store.container() }
      let isGoingOn = Atomic(true)
      let saveCount = Atomic(0)
      let reports = Mutex<[Report]>([])
      let rounds = TestRun.isWhole ? 30 : TestRun.isShort ? 2 : 4
      let writers = (0..<4).map { number in
        let container = containers[number % 2]
        return Thread {
          let report = Self.write(container, number) {
            saveCount.add(1, ordering: .relaxed)
            return isGoingOn.load(ordering: .acquiring)
          }
          reports.withLock { $0.append(report) }
        }
      }
      for writer in writers { writer.start() }
      var generator = SeededGenerator(seed: TestRun.seed(61))
      for round in 0..<rounds {
        usleep(UInt32.random(in: 100_000..<500_000, using: &generator))
        // Partitions first, then the main server.
        let server = servers.all[[1, 0, 2][round % 3]]
        try server.stop("immediate")
        // Sometimes for longer than saves are retried.
        usleep(UInt32.random(in: 0..<200_000, using: &generator) + (round % 4 == 0 ? 3_000_000 : 0))
        try server.start()
      }
      // All servers are there now, so most of these succeed.
      let before = saveCount.load(ordering: .relaxed)
      #expect(eventually { saveCount.load(ordering: .relaxed) > before + 40 })
      isGoingOn.store(false, ordering: .releasing)
      #expect(eventually { reports.withLock { $0.count } == 4 })
      let found = try ModelContext(store.container()).fetch(FetchDescriptor<Goal>())
      let titles = found.map(\.title)
      #expect(Set(titles).count == titles.count, "Something was saved twice")
      #expect(found.allSatisfy { $0.steps.count == 2 }, "Something was saved in part")
      let all = reports.withLock { $0 }
      for report in all {
        #expect(report.saved.isSubset(of: titles), "\(report.saved.subtracting(titles))")
        #expect(
          !report.failures.contains { $0.hasPrefix("undeclared") }, "\(report.failures.last ?? "")")
      }
      // Failed saves are absent and acknowledged ones present; the others may be either.
      let known = all.reduce(into: Set<String>()) { $0.formUnion($1.saved.union($1.open)) }
      #expect(known.isSuperset(of: titles), "\(Set(titles).subtracting(known)), \(TestRun.comment)")
      let saved = all.reduce(0) { $0 + $1.saved.count }
      #expect(saved > 10)
      print(
        "\(rounds) servers were lost during \(saved) saves, of which \(all.reduce(0) { $0 + $1.open.count }) "
          + "told nothing and \(all.reduce(0) { $0 + $1.failures.count }) failed")
    }

    /// While a server is down, its rows cannot be read; rows of other servers can, if the query
    /// needs only them.
    @Test func rowsOfOtherServersStayReadable() throws {
      let servers = try Shards.Servers.shared
      let store = ShardedStore(servers: servers)
      let container = try store.container()
      let owners = try store.distantOwners(container)
      for owner in owners {
        let context = ModelContext(container)
        context.insert(Goal(ownerID: owner, title: "first"))
        try context.save()
      }
      try servers.all[2].stop("immediate")
      let (near, far) = (owners[0], owners[1])
      let context = ModelContext(container)
      #expect(
        try context.fetchCount(FetchDescriptor<Goal>(predicate: #Predicate { $0.ownerID == near }))
          == 1)
      #expect(throws: SwiftDataError.storeCannotBeOpened) {
        try context.fetchCount(FetchDescriptor<Goal>(predicate: #Predicate { $0.ownerID == far }))
      }
      #expect(throws: SwiftDataError.storeCannotBeOpened) {
        try context.fetchCount(FetchDescriptor<Goal>())
      }
      try servers.all[2].start()
      #expect(try context.fetchCount(FetchDescriptor<Goal>()) == 2)
    }
  }
}
