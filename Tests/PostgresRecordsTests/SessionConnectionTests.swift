import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresRecords

@Suite("Connections of sessions", .enabled(if: PostgresServer.isInstalled))
struct SessionConnectionTests {
  /// A server with a single connection.
  private func makeServers(hearsOfChanges: Bool = true) throws -> PostgresServers {
    var settings = PostgresSettings(try PostgresServer.shared.address())
    settings.hasTransactionPooler = !hearsOfChanges
    var options = PostgresStoreOptions(name: "sessions", settings: settings)
    options.maximumConnections = 1
    return PostgresServers(options, storeIdentifier: "")
  }

  @Test func idleStatementsHoldNoConnection() throws {
    let servers = try makeServers()
    let pool = servers.pool
    let session = PostgresSessionConnection(servers, name: "a", observers: [])
    let statement = try session.prepare("SELECT 1")
    for use in 0..<3 {
      if use > 0 { #expect(statement.takeAgain()) }
      #expect(pool.metrics.inUse == 1)
      try #require(try statement.step())
      #expect(statement.row.int64(0) == 1)
      statement.reset()
      #expect(pool.metrics.inUse == 0)
    }
    #expect(pool.metrics.acquired == 3)
    #expect(pool.metrics.opened == 1)
  }

  @Test func statementsAreNotReusedAfterAnotherSession() throws {
    let servers = try makeServers()
    let pool = servers.pool
    let first = PostgresSessionConnection(servers, name: "a", observers: [])
    let second = PostgresSessionConnection(servers, name: "b", observers: [])
    let statement = try first.prepare("SELECT 1")
    statement.reset()
    let other = try second.prepare("SELECT 1")
    #expect(other !== statement)
    #expect(try other.step())
    other.reset()
    #expect(!statement.takeAgain())
    #expect(pool.metrics.inUse == 0)
    let again = try first.prepare("SELECT 1")
    #expect(try again.step())
    again.reset()
    #expect(again !== statement)
    #expect(pool.metrics.inUse == 0)
  }

  /// Without notifications, each use of a connection may find changes, but there are none during a
  /// use.
  @Test(arguments: [true, false])
  func contentVersionChangesWithoutNotifications(hearsOfChanges: Bool) throws {
    let servers = try makeServers(hearsOfChanges: hearsOfChanges)
    let session = PostgresSessionConnection(servers, name: "a", observers: [])
    let statement = try session.prepare("SELECT 1")
    var versions: [UInt32] = []
    for use in 0..<3 {
      if use > 0 { #expect(statement.takeAgain()) }
      #expect(try statement.step())
      let version = session.contentVersion
      #expect(session.contentVersion == version)
      statement.reset()
      #expect(session.contentVersion == version)
      versions.append(version)
    }
    #expect(Set(versions).count == (hearsOfChanges ? 1 : 3))
  }

  /// The last statement of an ended session keeps no connection.
  @Test func endedSessionsTakeNoConnection() throws {
    let servers = try makeServers()
    let pool = servers.pool
    let statement: any PreparedStatement
    do {
      let session = PostgresSessionConnection(servers, name: "a", observers: [])
      statement = try session.prepare("SELECT 1")
      statement.reset()
    }
    #expect(!statement.takeAgain())
    #expect(pool.metrics.inUse == 0)
  }
}
