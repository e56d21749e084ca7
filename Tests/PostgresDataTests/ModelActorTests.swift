import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@testable import savepostgres

/// Model actors of a server program wait for a database without blocking other tasks.
@Suite("Model actors on a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct ModelActorTests {
  @Model final class Account {
    @Attribute(.unique) var number: Int
    var balance = 0
    init(number: Int) { self.number = number }
  }

  @ModelActor
  actor Bank {
    func open(_ numbers: Range<Int>) throws {
      for number in numbers { modelContext.insert(Account(number: number)) }
      try modelContext.save()
    }

    func deposit(_ amount: Int, in number: Int) throws {
      let found = try modelContext.fetch(
        FetchDescriptor<Account>(predicate: #Predicate { $0.number == number }))
      for account in found { account.balance += amount }
      try modelContext.save()
    }

    func balances() throws -> [Int] {
      try modelContext.fetch(FetchDescriptor<Account>(sortBy: [SortDescriptor(\.number)]))
        .map(\.balance)
    }
  }

  private let schema = "actors_\(UUID().uuidString.prefix(8).lowercased())"
  private let address: String
  private let container: ModelContainer

  init() throws {
    address = try PostgresServer.shared.address()
    container = try ModelContainer(
      for: Schema([Account.self]),
      configurations: [PostgresConfiguration(address, databaseSchema: schema)])
  }

  /// There are many more actors than task threads: some wait for rows that another transaction
  /// locked, the rest for a connection.
  @Test(.enabled(if: ParcelStore.canRun)) func waitingActorsDoNotBlockTasks() throws {
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount + 10
    let store = try ParcelStore(PostgresServer.shared)
    let context = ModelContext(try store.container())
    for number in 0..<count {
      context.insert(Parcel(code: "parcel \(number)", batch: "", weight: 0))
    }
    try context.save()
    let holder = try PostgresConnection(PostgresSettings(store.address))
    try holder.execute("BEGIN; SELECT 1 FROM \(store.schema).parcel FOR UPDATE")
    let run = try store.run("actors", "w", "\(count)")
    func areWaiting() throws -> Bool {
      try holder.rows(
        """
        SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted \
        AND locktype IN ('transactionid', 'tuple') AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
        """
      )
        == [[.integer(Int64(PostgresConfiguration("").maximumConnections))]]
    }
    #expect(eventually { try areWaiting() })
    // The first of them may have started before.
    #expect(try run.waitForLine("hopped", times: run.lineCount("hopped") + 2))
    #expect(try areWaiting())
    try holder.execute("ROLLBACK")
    #expect(try run.waitForLine("weighed \(count)"))
    _ = try run.kill()
    let parcels = try ModelContext(store.container()).fetch(
      FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.weight)]))
    #expect(parcels.map(\.weight) == Array(1...count))
    #expect(parcels.allSatisfy { $0.code == "parcel \($0.weight - 1)" })
  }

  @Test func actorsWorkConcurrently() async throws {
    let container = container
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          let bank = Bank(modelContainer: container)
          try await bank.open(number * 10..<number * 10 + 10)
          for round in 1...5 { try await bank.deposit(round, in: number * 10 + round) }
        }
      }
      try await group.waitForAll()
    }
    let balances = try await Bank(modelContainer: container).balances()
    #expect(balances == (0..<60).map { (1...5).contains($0 % 10) ? $0 % 10 : 0 })
  }
}
