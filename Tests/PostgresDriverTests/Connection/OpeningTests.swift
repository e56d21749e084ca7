import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Opening connections", .needsPostgres)
struct OpeningTests {
  @Test func keywordsAndSocketsAreAccepted() throws {
    let server = try PostgresServer.shared
    let address = "host=\(server.folder) port=\(server.port) user=tester dbname=postgres"
    let connection = try PostgresConnection(PostgresSettings(address, applicationName: "app é"))
    #expect(try connection.rows("SELECT current_user::text") == [[.text("tester")]])
    #expect(connection.serverVersion >= 130_000)
    #expect(
      try TestConnection.open { $0.applicationName = "shop" }
        .rows("SHOW application_name") == [[.text("shop")]])
    #expect(
      try TestConnection.open().rows("SHOW application_name") == [[.text("OpenSwiftData")]])
    #expect(try connection.rows("SHOW client_encoding") == [[.text("UTF8")]])
  }

  /// Whatever file of services the environment names, which the test does not change, lacks it.
  @Test func missingServicesAreNamed() {
    let settings = PostgresSettings("service=openswiftdata_nowhere")
    let error = TestConnection.error { _ = try PostgresConnection(settings) }
    #expect(error?.message.contains("openswiftdata_nowhere") == true)
    #expect(settings.description == "service=openswiftdata_nowhere")
  }

  @Test func failuresToOpenAreReported() throws {
    let server = try PostgresServer.shared
    func kind(_ address: String) -> SQLError.Kind? {
      TestConnection.error { _ = try PostgresConnection(PostgresSettings(address)) }?.kind
    }
    #expect(kind(server.address(database: "nowhere")) == .cannotOpen)
    #expect(kind("postgres://tester@127.0.0.1:1/postgres") == .cannotOpen)
    let nobody = "postgres://nobody@127.0.0.1:\(server.port)/postgres"
    #expect(kind(nobody) == .authenticationFailed)
    let error = try #require(
      TestConnection.error { _ = try PostgresConnection(PostgresSettings(nobody)) })
    #expect(error.details?.state == "28000")
    #expect(error.code == SQLState.code("28000"))
    #expect(error.message.hasSuffix("FATAL:  role \"nobody\" does not exist"))
  }

  @Test func passwordsAreSentToTheServer() throws {
    let server = try PostgresServer([])
    let owner = try PostgresConnection(PostgresSettings(server.address()))
    try owner.execute("CREATE ROLE keeper LOGIN PASSWORD 's3cret'")
    let place = "127.0.0.1:\(server.port)/postgres"
    let query = "SELECT current_user::text"
    let inAddress = try PostgresConnection(PostgresSettings("postgres://keeper:s3cret@\(place)"))
    #expect(try inAddress.rows(query) == [[.text("keeper")]])
    var settings = PostgresSettings("postgres://keeper:wrong@\(place)")
    let wrong = TestConnection.error { _ = try PostgresConnection(settings) }
    #expect(wrong?.kind == .authenticationFailed)
    #expect(wrong.map { "\($0)".contains("wrong") } == false)
    settings.password = "s3cret"
    #expect(try PostgresConnection(settings).rows(query) == [[.text("keeper")]])
    let none = PostgresSettings("postgres://keeper@\(place)")
    #expect(
      TestConnection.error { _ = try PostgresConnection(none) }?.kind == .authenticationFailed)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("passwords-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try "127.0.0.1:\(server.port):*:keeper:s3cret".write(
      to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let kept = PostgresSettings("postgres://keeper@\(place)?passfile=\(file.path)")
    #expect(try PostgresConnection(kept).rows(query) == [[.text("keeper")]])
  }

  @Test(.enabled("openssl is not installed") { try PostgresServer.shared.canHaveTLS })
  func connectionsAreEncryptedAsRequested() throws {
    let server = try PostgresServer(["ssl=on"])
    func open(_ options: String, host: String = "localhost") throws -> [[SQLValue]] {
      let address =
        "postgres://tester@\(host):\(server.port)/postgres?hostaddr=127.0.0.1&\(options)"
      return try PostgresConnection(PostgresSettings(address))
        .rows("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    }
    let certificate = "sslrootcert=\(server.folder)/data/server.crt"
    #expect(try open("sslmode=disable") == [[.bool(false)]])
    #expect(try open("sslmode=require") == [[.bool(true)]])
    #expect(try open("sslmode=verify-full&\(certificate)") == [[.bool(true)]])
    for (options, host) in [
      ("sslmode=verify-full&\(certificate)", "other"),
      ("sslmode=verify-ca&sslrootcert=/none", "localhost"),
    ] {
      #expect(TestConnection.error { _ = try open(options, host: host) }?.kind == .cannotOpen)
    }
  }

  @Test func openingContinuesWithTheNextHost() throws {
    let server = try PostgresServer.shared
    let silent = try SilentServer()
    let ports = "127.0.0.1:1,127.0.0.1:\(silent.port),127.0.0.1:\(server.port)"
    let address = "postgres://tester@\(ports)/postgres?target_session_attrs=read-write"
    var settings = PostgresSettings(address)
    settings.connectTimeout = .seconds(2)
    let connection = try PostgresConnection(settings)
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    let refused = TestConnection.error {
      _ = try PostgresConnection(
        PostgresSettings(server.address() + "?target_session_attrs=standby"))
    }
    #expect(refused?.kind == .cannotOpen)
  }

  @Test func openingEndsAtTheTimeout() throws {
    let silent = try SilentServer()
    var settings = PostgresSettings("postgres://tester@127.0.0.1:\(silent.port)/postgres")
    settings.connectTimeout = .seconds(1)
    let error = TestConnection.error { _ = try PostgresConnection(settings) }
    #expect(error?.kind == .connectionLost)
  }

  @Test func timeoutsAreSetOnTheServer() throws {
    let connection = try TestConnection.open {
      $0.statementTimeout = .seconds(7)
      $0.lockTimeout = .milliseconds(1500)
    }
    #expect(try connection.rows("SHOW statement_timeout") == [[.text("7s")]])
    #expect(try connection.rows("SHOW lock_timeout") == [[.text("1500ms")]])
  }
}
