import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore

@testable import savepostgres

/// A store that programs save parcels into.
struct ParcelStore {
  /// The program beside the one that runs the tests; nil where it is not built.
  private static let program: URL? = {
    let candidates = [
      Bundle.main.bundleURL,
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ].map { $0.appendingPathComponent("savepostgres") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  static var canRun: Bool { PostgresServer.isInstalled && program != nil }

  private let address: String
  private let schema: String
  private let hasPooler: Bool
  private let folder: URL

  /// - Parameters:
  ///   - server: Where the store is to be.
  ///   - hasPooler: Whether programs go through a pooler of transactions.
  /// - Throws: What making the store throws.
  init(_ server: PostgresServer, hasPooler: Bool = false) throws {
    let name = "parcels_\(UUID().uuidString.prefix(8).lowercased())"
    self.hasPooler = hasPooler
    if hasPooler {
      // A database of its own: a pooler gives nobody a schema of his own.
      try PostgresConnection(PostgresSettings(server.address())).execute("CREATE DATABASE \(name)")
      address = server.address(port: try server.pooler("transaction"), database: name)
    } else {
      address = server.address()
    }
    schema = hasPooler ? "public" : name
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try container()
  }

  private func container() throws -> ModelContainer {
    var configuration = PostgresConfiguration(address, databaseSchema: schema)
    configuration.hasTransactionPooler = hasPooler
    return try ModelContainer(
      for: Schema(Parcels.types), migrationPlan: nil, configurations: [configuration])
  }

  /// A program that is under way.
  struct Run {
    fileprivate let process: Process
    fileprivate let file: URL

    private func output() throws -> String {
      defer { try? FileManager.default.removeItem(at: file) }
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    /// What the program says until it ends.
    func waitForOutput() throws -> String {
      process.waitUntilExit()
      return try output()
    }

    /// Waits until the program has saved something.
    func waitForFirstOutput() throws {
      for _ in 0..<4_000 {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        if (attributes[.size] as? NSNumber)?.intValue ?? 0 > 0 || !process.isRunning { return }
        usleep(2_000)
      }
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
    if hasPooler {
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["HAS_TRANSACTION_POOLER": "1"]) { $1 }
    }
    try process.run()
    return Run(process: process, file: file)
  }

  /// Waits until the server has undone what killed programs had not committed.
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

  /// What is wrong with the parcels that are there; nothing where all follows from what was told.
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
