import Foundation
import PostgresDriver
import PostgresTesting
import Testing

/// Missing parts of an address come from libpq's sources, in the environment of a separate program.
@Suite(
  "Addresses that the environment completes",
  .enabled(if: ParcelStore.canRun, "PostgreSQL is not installed, or the program is not built"))
struct EnvironmentTests {
  private let server: PostgresServer
  private let store: ParcelStore
  private let folder: URL

  private static let password = "s3cret of keeper"
  /// The only user who needs a password.
  private static let keeper = Result {
    let server = try PostgresServer.shared
    try PostgresConnection(PostgresSettings(server.address())).execute(
      "CREATE ROLE keeper LOGIN SUPERUSER PASSWORD '\(password)'")
    return server
  }

  init() throws {
    server = try Self.keeper.get()
    store = try ParcelStore(server)
    folder = store.folder
  }

  private func write(_ name: String, _ text: String, permissions: Int = 0o600) throws -> String {
    let file = folder.appendingPathComponent(name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    return file.path
  }

  /// The output of a program that saves for a moment or fails.
  private func output(_ address: String, _ environment: [String: String]) throws -> String {
    var other = ParcelStore(store, at: address)
    other.environment = environment
    // Each writer's name is unique, so its parcels are its own.
    return try other.run("storm", "\(UUID())", "1", "0.05").waitForOutput()
  }

  private func saves(_ address: String, _ environment: [String: String]) throws -> Bool {
    var states = ParcelStates()
    let output = try output(address, environment)
    states.note(output)
    #expect(output.contains("saves "), "\(output.prefix(500))")
    return states.saveCount > 0 && states.refusals.isEmpty
  }

  private var place: [String: String] {
    ["PGHOST": "127.0.0.1", "PGPORT": "\(server.port)", "PGDATABASE": "postgres"]
  }

  private func keeping(_ more: [String: String]) -> [String: String] {
    place.merging(["PGUSER": "keeper"]) { $1 }.merging(more) { $1 }
  }

  private var passwords: String { "127.0.0.1:\(server.port):*:keeper:\(Self.password)\n" }

  @Test func variablesReplaceTheAddress() throws {
    #expect(try saves("", keeping(["PGPASSWORD": Self.password])))
  }

  @Test func addressesOverrideVariables() throws {
    let wrong = ["PGHOST": "nowhere.invalid", "PGPORT": "1", "PGDATABASE": "x", "PGUSER": "x"]
    #expect(try saves(server.address(), wrong))
    #expect(
      try saves(
        "postgres:///?port=\(server.port)&user=tester", place.merging(["PGPORT": "1"]) { $1 }))
  }

  @Test func servicesAreReadFromAFile() throws {
    let file = try write(
      "services",
      """
      [other]
      port=1
      [parcels]
      host=127.0.0.1
      port=\(server.port)
      user=tester
      dbname=postgres
      """)
    #expect(try saves("service=parcels", ["PGSERVICEFILE": file]))
    #expect(try saves("", ["PGSERVICEFILE": file, "PGSERVICE": "parcels"]))
    let output = try output("service=nobody", ["PGSERVICEFILE": file])
    #expect(output.contains("storeCannotBeOpened"), "\(output)")
    #expect(output.contains("nobody"), "\(output)")
  }

  @Test func passwordsAreReadFromAFile() throws {
    let file = try write("passwords", "# of tests\n*:*:*:nobody:x\n" + passwords)
    #expect(try saves("", keeping(["PGPASSFILE": file])))
    #expect(try saves("passfile=\(file) user=keeper", place))
  }

  @Test func passwordsAreReadFromTheHomeFolder() throws {
    _ = try write(".pgpass", passwords)
    #expect(try saves("", keeping(["HOME": folder.path])))
  }

  @Test func errorsDoNotShowWrongPasswords() throws {
    let wrong = passwords.replacing(Self.password, with: "wr0ng")
    let file = try write("passwords", wrong)
    let output = try output("", keeping(["PGPASSFILE": file]))
    #expect(output.contains("storeCannotBeOpened"), "\(output)")
    #expect(!output.contains("wr0ng"), "\(output)")
    // libpq ignores a password file that others may read.
    let open = try write("open", passwords, permissions: 0o644)
    #expect(try !self.output("", keeping(["PGPASSFILE": open])).contains("saves"))
  }
}
