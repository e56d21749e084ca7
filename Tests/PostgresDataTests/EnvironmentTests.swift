import Foundation
import PostgresDriver
import PostgresTesting
import Testing

/// What an address leaves out is found where libpq looks for it, in the environment of a program of its own.
@Suite(
  "Addresses that the environment completes",
  .enabled(if: ParcelStore.canRun, "PostgreSQL is not installed, or the program is not built"))
struct EnvironmentTests {
  private let server: PostgresServer
  private let store: ParcelStore
  private let folder: URL

  private static let password = "s3cret of keeper"
  /// The one user who has to have a password.
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

  /// What the program says that has saved for a moment, or of why it has not.
  private func output(_ address: String, _ environment: [String: String]) throws -> String {
    var other = ParcelStore(store, at: address)
    other.environment = environment
    // Of the name of a writer are its parcels, which nobody else has.
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

  @Test func variablesSayAll() throws {
    #expect(try saves("", keeping(["PGPASSWORD": Self.password])))
  }

  @Test func addressesCountForMoreThanVariables() throws {
    let wrong = ["PGHOST": "nowhere.invalid", "PGPORT": "1", "PGDATABASE": "x", "PGUSER": "x"]
    #expect(try saves(server.address(), wrong))
    #expect(
      try saves(
        "postgres:///?port=\(server.port)&user=tester", place.merging(["PGPORT": "1"]) { $1 }))
  }

  @Test func servicesAreInAFile() throws {
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
    #expect(output.contains("storeCannotBeOpened") && output.contains("nobody"), "\(output)")
  }

  @Test func passwordsAreInAFile() throws {
    let file = try write("passwords", "# of tests\n*:*:*:nobody:x\n" + passwords)
    #expect(try saves("", keeping(["PGPASSFILE": file])))
    #expect(try saves("passfile=\(file) user=keeper", place))
  }

  @Test func passwordsAreInTheFolderOfTheUser() throws {
    _ = try write(".pgpass", passwords)
    #expect(try saves("", keeping(["HOME": folder.path])))
  }

  @Test func wrongPasswordsAreToldWithoutThem() throws {
    let wrong = passwords.replacing(Self.password, with: "wr0ng")
    let file = try write("passwords", wrong)
    let output = try output("", keeping(["PGPASSFILE": file]))
    #expect(output.contains("storeCannotBeOpened") && !output.contains("wr0ng"), "\(output)")
    // libpq does not read what others may read.
    let open = try write("open", passwords, permissions: 0o644)
    #expect(try !self.output("", keeping(["PGPASSFILE": open])).contains("saves"))
  }
}
