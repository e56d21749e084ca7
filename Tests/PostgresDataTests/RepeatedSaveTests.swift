import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Saves that are repeated after conflicts, each with a known cause.
@Suite("Saves that are done again", .enabled(if: PostgresServer.isInstalled))
struct RepeatedSaveTests {
  @Model final class Crate {
    var number: Int
    var name: String
    var note: String
    init(number: Int) { (self.number, name, note) = (number, "old", "old") }
  }

  private let schema = "again_\(UUID().uuidString.prefix(8).lowercased())"
  private let address: String
  private let container: ModelContainer

  init() throws {
    // The timeout lets the other transaction start to wait before the server checks for deadlocks.
    address = try PostgresServer.shared.address() + "?options=-c%20deadlock_timeout%3D2s"
    container = try ModelContainer(
      for: Schema([Crate.self]),
      configurations: [PostgresConfiguration(address, databaseSchema: schema)])
    let context = ModelContext(container)
    for number in 1...2 { context.insert(Crate(number: number)) }
    try context.save()
  }

  private func connect() throws -> PostgresConnection {
    let connection = try PostgresConnection(PostgresSettings(address))
    // The server aborts the other transaction.
    try connection.execute("SET search_path TO \(schema); SET deadlock_timeout TO '60s'")
    return connection
  }

  private func metrics() throws -> PostgresMetrics {
    try #require(container.postgresMetrics["default"])
  }

  private func crates(_ context: ModelContext) throws -> [Crate] {
    try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
  }

  /// The stored contents, read by a new context.
  private func stored() throws -> [String] {
    try crates(ModelContext(container)).map { "\($0.name) \($0.note)" }
  }

  /// Saves next to another transaction.
  ///
  /// It runs the first statement before the save starts, and the second one when the save waits for
  /// it.
  private func save(
    _ context: ModelContext, meeting first: String, _ then: String
  ) throws {
    let (ready, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let failure = Mutex<(any Error)?>(nil)
    Thread.detachNewThread {
      defer { done.signal() }
      do {
        let other = try begin(first, ready)
        let deadline = ContinuousClock.now + .seconds(60)
        while try !isWaitedFor(other), ContinuousClock.now < deadline { usleep(1_000) }
        try other.execute("\(then); COMMIT")
      } catch {
        failure.withLock { $0 = error }
      }
    }
    ready.wait()
    let saved = Result { try context.save() }
    done.wait()
    try saved.get()
    #expect(failure.withLock { $0 } == nil)
  }

  private func begin(_ text: String, _ ready: DispatchSemaphore) throws -> PostgresConnection {
    defer { ready.signal() }
    let connection = try connect()
    try connection.execute("BEGIN; \(text)")
    return connection
  }

  /// Whether another transaction waits for rows that this one changed.
  ///
  /// An index build elsewhere in the database waits differently.
  private func isWaitedFor(_ connection: PostgresConnection) throws -> Bool {
    try !connection.rows(
      """
      SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid' \
      AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
      """
    ).isEmpty
  }

  @Test func savesAreRepeatedAfterADeadlock() throws {
    let context = ModelContext(container)
    for crate in try crates(context) { crate.name = "new" }
    let before = try metrics()
    // The save locks the first row and waits for the second. The other transaction has locked the
    // second, and waits for the first.
    try save(
      context, meeting: "UPDATE crate SET note = 'other' WHERE number = 2",
      "UPDATE crate SET note = 'other' WHERE number = 1")
    // If the save restarts at once, it can lock the first row before the other transaction does,
    // and deadlock a second time.
    #expect(try metrics().deadlocks > before.deadlocks)
    #expect(try stored() == ["new other", "new other"])
    #expect(!context.hasChanges)
  }

  @Test func savesAreRepeatedAfterAConcurrentUpdate() throws {
    let context = ModelContext(container)
    try crates(context)[0].name = "new"
    let before = try metrics()
    try save(
      context, meeting: "UPDATE crate SET note = 'other' WHERE number = 1", "SELECT 1")
    #expect(try metrics().serializationFailures == before.serializationFailures + 1)
    #expect(try metrics().deadlocks == before.deadlocks)
    #expect(try stored() == ["new other", "old old"])
    #expect(!context.hasChanges)
  }

  /// Lets updates of rows fail a number of times, with the error of a conflict.
  private func failUpdates(_ state: String, times: Int) throws {
    try connect().execute(
      """
      CREATE SEQUENCE tries; \
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ \
      BEGIN \
        IF nextval('\(schema).tries') > \(times) THEN RETURN NEW; END IF; \
        RAISE EXCEPTION 'somebody else was first' USING ERRCODE = '\(state)'; \
      END $$; \
      CREATE TRIGGER fail BEFORE UPDATE ON crate FOR EACH STATEMENT EXECUTE FUNCTION fail()
      """)
  }

  /// The number of attempted updates; a sequence keeps its value after a rollback.
  private func tries() throws -> SQLValue {
    try connect().rows("SELECT last_value FROM tries")[0][0]
  }

  /// As with a pooler that loses prepared statements, or after `DISCARD ALL`.
  @Test func savesAreRepeatedAfterLostStatements() throws {
    let context = ModelContext(container)
    let crates = try crates(context)
    // The save's statements are now prepared.
    crates[0].name = "newer"
    try context.save()
    try connect().execute(
      """
      CREATE SEQUENCE tries; \
      CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ \
      BEGIN \
        IF nextval('\(schema).tries') = 1 THEN EXECUTE 'DEALLOCATE ALL'; END IF; \
        RETURN NULL; \
      END $$; \
      CREATE TRIGGER forget AFTER UPDATE ON crate FOR EACH STATEMENT EXECUTE FUNCTION forget()
      """)
    let before = try metrics()
    crates[0].name = "newest"
    context.insert(Crate(number: 3))
    try context.save()
    #expect(try tries() == .integer(2))
    #expect(try stored() == ["newest old", "old old", "old old"])
    #expect(!context.hasChanges)
    let metrics = try metrics()
    #expect(metrics.lostConnections == before.lostConnections)
    #expect(metrics.deadlocks == 0)
    #expect(metrics.serializationFailures == 0)
  }

  @Test(arguments: ["40001", "40P01"])
  func savesAreRepeatedUntilTheySucceed(_ state: String) throws {
    let context = ModelContext(container)
    try crates(context)[0].name = "new"
    try failUpdates(state, times: 5)
    try context.save()
    let metrics = try metrics()
    #expect((state == "40001" ? metrics.serializationFailures : metrics.deadlocks) == 5)
    #expect(metrics.serializationFailures + metrics.deadlocks == 5)
    #expect(try stored() == ["new old", "old old"])
    #expect(try tries() == .integer(6))
  }

  @Test(arguments: ["40001", "40P01"]) func repeatedSavesEndAtALimit(_ state: String) throws {
    let context = ModelContext(container)
    let crate = try crates(context)[0]
    crate.name = "new"
    context.insert(Crate(number: 3))
    try failUpdates(state, times: 1_000)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .storeIsLocked)
    #expect(try tries() == .integer(20))
    let metrics = try metrics()
    #expect(metrics.serializationFailures + metrics.deadlocks == 19)
    // Nothing was written, and the context keeps its changes.
    #expect(try stored() == ["old old", "old old"])
    #expect(context.hasChanges)
    #expect(crate.name == "new")
    #expect(context.insertedModelsArray.count == 1)
    #expect(context.changedModelsArray.count == 1)
    try connect().execute("DROP TRIGGER fail ON crate")
    try context.save()
    #expect(try stored() == ["new old", "old old", "old old"])
    #expect(!context.hasChanges)
  }
}
