import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import StoreTesting
import Testing

/// Observers of a container are notified of others' commits to its PostgreSQL store.
@Suite("Observed history in a PostgreSQL", .enabled(if: PostgresServer.isInstalled), .serialized)
struct HistoryObserverTests {
  @Model
  final class Note {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Model
  final class Folder {
    var name: String
    init(_ name: String) { self.name = name }
  }

  // Open transactions anywhere on the server delay the history, so these tests use a separate
  // server.
  private static let server = Result {
    try PostgresServer(["autovacuum=off", "max_connections=50"])
  }
  private let schema = "heard_\(UUID().uuidString.prefix(8).lowercased())"
  private let address: String
  private let container: ModelContainer

  init() throws {
    address = try Self.server.get().address()
    container = try Self.open(address, schema)
  }

  private static func open(_ address: String, _ schema: String) throws -> ModelContainer {
    try ModelContainer(
      for: Note.self, Folder.self,
      configurations: PostgresConfiguration(address, databaseSchema: schema))
  }

  /// Waits until an observer has reported this many events.
  private func wait(for count: Int, _ observer: HistoryObserver) {
    #expect(
      eventually { observer.eventCounter == count },
      "\(observer.eventCounter) events instead of \(count)")
  }

  private func save(_ number: Int, _ container: ModelContainer, author: String? = nil) throws {
    let context = ModelContext(container)
    context.author = author
    context.insert(Note(number))
    try context.save()
  }

  @Test func ownAndForeignSavesCountOnce() async throws {
    let all = try HistoryObserver(modelContainer: container, isolation: nil)
    let ofAda = try HistoryObserver(
      authors: ["Ada"], modelContainer: container, isolation: nil)
    let folders = try HistoryObserver(
      observedModels: [Folder.self], modelContainer: container, isolation: nil)
    try save(1, container)
    #expect(all.eventCounter == 1)
    let other = try Self.open(address, schema)
    try save(2, other, author: "Ada")
    try save(3, other)
    wait(for: 3, all)
    #expect(ofAda.eventCounter == 1)
    #expect(folders.eventCounter == 0)
    try save(4, container)
    try await Task.sleep(for: .milliseconds(300))
    #expect(all.eventCounter == 4)
  }

  @Test func tokensRecordWhatWasSeen() async throws {
    try save(1, container)
    let first = try HistoryObserver(modelContainer: container, isolation: nil)
    let tokens = first.historyTokens
    #expect(tokens.count == 1)
    let same = try HistoryObserver(
      historyTokens: tokens, modelContainer: container, isolation: nil)
    #expect(same.eventCounter == 0)
    try save(2, try Self.open(address, schema))
    wait(for: 1, first)
    let later = try HistoryObserver(
      historyTokens: tokens, modelContainer: container, isolation: nil)
    #expect(later.eventCounter == 1)
    let seen = try HistoryObserver(
      historyTokens: first.historyTokens, modelContainer: container, isolation: nil)
    #expect(seen.eventCounter == 0)
  }

  /// A transaction that ends late is reported after all earlier ones ended, and tokens do not skip
  /// it.
  @Test func observersWaitForOpenTransactions() async throws {
    let connection = try PostgresConnection(PostgresSettings(address))
    let observer = try HistoryObserver(modelContainer: container, isolation: nil)
    let tokens = observer.historyTokens
    try connection.execute("BEGIN; SELECT pg_current_xact_id()")
    let other = try Self.open(address, schema)
    try save(1, other)
    try save(2, container)
    #expect(observer.eventCounter == 1)
    #expect(
      observer.historyTokens.mapValues { $0 as? DefaultHistoryToken }
        == tokens.mapValues { $0 as? DefaultHistoryToken })
    try connection.execute("COMMIT")
    wait(for: 2, observer)
  }

  /// If its connection is lost, the observer listens on another one.
  @Test func observersContinueAfterALostConnection() async throws {
    let observer = try HistoryObserver(modelContainer: container, isolation: nil)
    let other = try Self.open(address, schema)
    try save(1, other)
    wait(for: 1, observer)
    try PostgresConnection(PostgresSettings(address)).execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'postgres'"
    )
    try save(2, other)
    wait(for: 2, observer)
  }

  /// Changes without a notification are found by polling.
  @Test func observersPollWithoutNotifications() async throws {
    let observer = try HistoryObserver(modelContainer: container, isolation: nil)
    try PostgresConnection(PostgresSettings(address)).execute(
      """
      INSERT INTO \(schema).openswiftdata_transaction (number, moment) \
      VALUES (pg_current_xact_id()::text::bigint, now())
      """)
    wait(for: 1, observer)
  }

  /// A transaction pooler does not deliver notifications.
  @Test func observersPollBehindADeclaredPooler() async throws {
    let role = "pooled_\(schema)"
    try PostgresConnection(PostgresSettings(address)).execute(
      "CREATE ROLE \(role) LOGIN SUPERUSER; ALTER ROLE \(role) SET search_path TO \(schema)")
    var configuration = PostgresConfiguration(
      address.replacing("tester@", with: "\(role)@"), databaseSchema: schema)
    configuration.hasTransactionPooler = true
    let pooled = try ModelContainer(
      for: Note.self, Folder.self, configurations: configuration)
    let observer = try HistoryObserver(modelContainer: pooled, isolation: nil)
    try save(1, container)
    try save(2, pooled)
    wait(for: 2, observer)
    try await Task.sleep(for: .milliseconds(700))
    #expect(observer.eventCounter == 2)
  }

  /// The same through pgbouncer, whose only server connection is shared by all clients.
  @Test(
    .enabled("pgbouncer is not installed") {
      try PostgresServer.isInstalled && server.get().hasPooler
    })
  func observersPollThroughPgBouncer() async throws {
    let server = try Self.server.get()
    // A pooler cannot set a search path for one client.
    try PostgresConnection(PostgresSettings(address)).execute("CREATE DATABASE \(schema)")
    let port = try server.pooler("transaction")
    var configuration = PostgresConfiguration(server.address(port: port, database: schema))
    configuration.hasTransactionPooler = true
    let pooled = try ModelContainer(
      for: Note.self, Folder.self, configurations: configuration)
    let observer = try HistoryObserver(modelContainer: pooled, isolation: nil)
    let ofAda = try HistoryObserver(authors: ["Ada"], modelContainer: pooled, isolation: nil)
    let beside = try Self.open(server.address(database: schema), "public")
    try save(1, beside, author: "Ada")
    wait(for: 1, observer)
    // One change through the pooler, and the container's own ones, which are reported once.
    let other = try ModelContainer(
      for: Note.self, Folder.self, configurations: configuration)
    try save(2, other)
    try save(3, pooled)
    wait(for: 3, observer)
    try await Task.sleep(for: .milliseconds(700))
    #expect(observer.eventCounter == 3)
    #expect(ofAda.eventCounter == 1)
    #expect(try ModelContext(pooled).fetchCount(FetchDescriptor<Note>()) == 3)
  }
}
