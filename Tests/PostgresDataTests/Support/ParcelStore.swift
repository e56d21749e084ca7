import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore

@testable import savepostgres

/// A store into which programs save parcels.
struct ParcelStore {
  /// The helper program next to the test runner; nil if it is not built.
  private static let program = HelperProgram.url("savepostgres")

  static var canRun: Bool { PostgresServer.isInstalled && program != nil }

  let address: String
  let schema: String
  private let hasPooler: Bool
  /// The replicas that programs read from; empty for the server itself.
  private let replicas: [String]
  /// The folder for the programs' output.
  var folder: URL { keeper.folder }
  private let keeper: FolderKeeper
  /// Additional environment variables of the programs.
  var environment: [String: String] = [:]

  /// - Parameters:
  ///   - server: The server of the store.
  ///   - hasPooler: Whether programs connect through a transaction pooler.
  /// - Throws: Errors of creating the store.
  init(_ server: PostgresServer, hasPooler: Bool = false) throws {
    let name = Self.makeName()
    replicas = []
    self.hasPooler = hasPooler
    if hasPooler {
      // A separate database: a pooler cannot set a search path for one client.
      try PostgresConnection(PostgresSettings(server.address())).execute("CREATE DATABASE \(name)")
      address = server.address(port: try server.pooler("transaction"), database: name)
    } else {
      address = server.address()
    }
    schema = hasPooler ? "public" : name
    keeper = try FolderKeeper(name)
    _ = try container()
  }

  /// - Parameters:
  ///   - address: The address of the store; it may list several hosts that replace each other.
  ///   - replicas: The replicas that programs read from.
  /// - Throws: Errors of creating the store.
  init(at address: String, readingFrom replicas: [String]) throws {
    (self.address, self.replicas, hasPooler) = (address, replicas, false)
    schema = Self.makeName()
    keeper = try FolderKeeper(schema)
    _ = try container()
  }

  /// The same store at an address of another server.
  init(_ other: ParcelStore, at address: String) {
    (self.address, schema, keeper) = (address, other.schema, other.keeper)
    (hasPooler, replicas) = (false, [])
  }

  private static func makeName() -> String {
    "parcels_\(UUID().uuidString.prefix(8).lowercased())"
  }

  /// A folder that is deleted with the last store that needs it.
  fileprivate final class FolderKeeper {
    let folder: URL

    init(_ name: String) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  func container() throws -> ModelContainer {
    var configuration = PostgresConfiguration(address, databaseSchema: schema)
    configuration.hasTransactionPooler = hasPooler
    return try ModelContainer(
      for: Schema(Parcels.types), migrationPlan: nil, configurations: [configuration])
  }

  /// A running program.
  struct Run {
    fileprivate let process: Process
    fileprivate let file: URL
    // Keeps the folder while the program's output may be read.
    fileprivate let keeper: FolderKeeper

    private func output() throws -> String {
      defer { try? FileManager.default.removeItem(at: file) }
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    /// The program's output until it ends.
    func waitForOutput() throws -> String {
      process.waitUntilExit()
      return try output()
    }

    /// The size of the program's output.
    func outputSize() throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    /// Waits until the output is longer than that, which shows that the program has tried
    /// something.
    func waitForFirstOutput(behind size: Int = 0) throws {
      while try outputSize() <= size, process.isRunning { usleep(2_000) }
    }

    /// Waits until the program has reported a number of completed saves.
    ///
    /// - Returns: True if it has; false if the program ended.
    func waitForSaves(_ count: Int) throws -> Bool {
      while process.isRunning {
        if try saveCount() >= count { return true }
        usleep(10_000)
      }
      return false
    }

    /// Waits until the program has printed a line a number of times.
    ///
    /// - Returns: True if it has; false if the program ended.
    func waitForLine(_ line: String, times: Int = 1) throws -> Bool {
      while true {
        let isRunning = process.isRunning
        if try lineCount(line) >= times { return true }
        guard isRunning else { return false }
        usleep(10_000)
      }
    }

    /// The number of times that the program printed a line.
    func lineCount(_ line: String) throws -> Int {
      String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
        .count { $0 == line }
    }

    /// The number of saves that the program reported as completed.
    func saveCount() throws -> Int {
      var states = ParcelStates()
      states.note(String(decoding: try Data(contentsOf: file), as: UTF8.self))
      return states.saveCount
    }

    func kill() throws -> String {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return try output()
    }
  }

  func run(_ mode: String, _ writer: String, _ more: String...) throws -> Run {
    let process = Process()
    let file = folder.appendingPathComponent("\(writer).txt")
    try Data().write(to: file)
    process.executableURL = Self.program
    process.arguments = [mode, address, schema, writer] + more
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardError = process.standardOutput
    var environment = ProcessInfo.processInfo.environment
    environment.merge(self.environment) { $1 }
    if hasPooler { environment["HAS_TRANSACTION_POOLER"] = "1" }
    if !replicas.isEmpty { environment["REPLICAS"] = replicas.joined(separator: " ") }
    process.environment = environment
    try process.run()
    return Run(process: process, file: file, keeper: keeper)
  }

  /// Waits until the server has rolled back the transactions of killed programs.
  func waitForTheServer() throws {
    let connection = try PostgresConnection(PostgresSettings(address))
    for _ in 0..<500 {
      let rows = try connection.rows(
        """
        SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation \
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1
        """, [.text(schema)])
      if rows.isEmpty { return }
      usleep(20_000)
    }
  }

  /// The faults of the stored parcels; empty if all are consistent with the output.
  func faults(_ states: ParcelStates) throws -> [String] {
    let context = ModelContext(try container())
    var faults: [String] = []
    let crates = try context.fetch(FetchDescriptor<Crate>())
    if Set(crates.map(\.number)).count < crates.count { faults.append("a crate is there twice") }
    var batches: [String: [Parcel]] = [:]
    for parcel in try context.fetch(FetchDescriptor<Parcel>()) {
      batches[parcel.batch, default: []].append(parcel)
      if !(parcel.crate?.parcels.contains { $0 === parcel } ?? false) {
        faults.append("\(parcel.code) is in a crate that does not have it")
      }
    }
    for (batch, parcels) in batches {
      let found = Set(parcels.map { "true \($0.weight) \($0.crate?.number ?? -1)" })
      if parcels.count != Parcels.batchSize || found.count != 1 {
        faults.append("\(batch) is there in part: \(parcels.count) with \(found)")
      }
      faults += states.faults(batch, found.first)
      let labels = Set(parcels.map(\.labels.count))
      if !labels.isSubset(of: [0, Parcels.labelCount]) {
        faults.append("\(batch) has \(labels) labels")
      }
    }
    for batch in states.batches where batches[batch] == nil {
      faults += states.faults(batch, nil)
    }
    return faults
  }
}
