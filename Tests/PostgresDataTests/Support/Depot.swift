import Foundation
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore

/// The helper program that migrates a store, and its stores.
struct Depot {
  /// The helper program next to the test runner; nil if it is not built.
  static let program = HelperProgram.url("crashpostgres")

  static var canRun: Bool { PostgresServer.isInstalled && program != nil }

  let address: String
  let schema = "depot_\(UUID().uuidString.prefix(8).lowercased())"
  let connection: PostgresConnection
  private let rowCount: Int

  /// Creates a store of the first version.
  init(rowCount: Int) throws {
    self.rowCount = rowCount
    address = try PostgresServer.shared.address()
    connection = try PostgresConnection(PostgresSettings(address))
    _ = try Run("make", address, schema).text()
    try connection.execute("SET search_path TO \(schema)")
    try connection.execute(
      """
      INSERT INTO item (row_entity, number, shelf, weight) \
      SELECT 1, n, 'shelf ' || n % 7, n FROM generate_series(1, \(rowCount)) AS n
      """)
  }

  func migrate() throws -> Run { try Run("migrate", address, schema) }

  /// The version that the store declares; its tables and rows must match.
  func checkedVersion() throws -> String {
    let rows = try connection.rows("SELECT value FROM openswiftdata_store WHERE name = 'versions'")
    let version = rows.first?.first?.text ?? "none"
    let isLast = version == "3.0.0"
    let tables = try connection.rows(
      """
      SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relname NOT LIKE 'openswiftdata%' \
      AND relnamespace = current_schema()::regnamespace ORDER BY relname
      """
    ).compactMap(\.[0].text)
    let kept = try connection.rows(
      """
      SELECT 1 FROM pg_class WHERE relname LIKE 'openswiftdata_old%' \
      AND relnamespace = current_schema()::regnamespace
      """)
    guard kept.isEmpty, tables == (isLast ? ["article", "shelf"] : ["item"]) else {
      return "\(version) with \(tables)"
    }
    let sum = try connection.rows(
      isLast
        ? """
        SELECT count(*), sum(weight)::bigint, count(shelf_id), count(DISTINCT shelf_id) FROM article
        """ : "SELECT count(*), sum(weight)::bigint, 0::bigint, 0::bigint FROM item")
    let count = Int64(rowCount)
    let wanted: [Int64] = [count, count * (count + 1) / 2, isLast ? count / 10 : 0, isLast ? 7 : 0]
    return sum == [wanted.map(SQLValue.integer)] ? version : "\(version) with \(sum)"
  }

  /// A running helper program.
  struct Run {
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: String...) throws {
      process.executableURL = Depot.program
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// Waits until the program prints something, and returns what it said.
    @discardableResult
    func waitForOutput() -> String {
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The program's output until it ends.
    func text() -> String {
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
