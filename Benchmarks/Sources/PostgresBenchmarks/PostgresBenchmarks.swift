import BenchmarkCommon
import Foundation

/// Compares the library with the same work hand-written with libpq, and with other libraries.
@main
enum PostgresBenchmarks {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let server = try options.server.map(BenchmarkServer.init(_:)) ?? BenchmarkServer()
      defer { server.stop() }
      let databases = try Databases(server, rowCount: options.rowCount)
      defer { databases.remove() }
      if let side = options.side {
        try runOnce(side, databases, options)
      } else if options.printsStatements {
        try printStatements(databases, options)
      } else {
        try run(databases, options)
      }
    } catch {
      FileHandle.standardError.write(Data("postgresbenchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs one side of each row, and prints the row and its number of items.
  private static func runOnce(
    _ side: Options.Side, _ databases: Databases, _ options: Options
  ) throws {
    for workload in workloads where options.includes(workload.key) {
      try workload.withDatabase(databases) { address in
        switch side {
        case .library: _ = try workload.runLibrary(address, databases)
        case .baseline: _ = try workload.runBaseline(Baseline(address), databases)
        case .objects: _ = try workload.runObjects(Baseline(address), databases)
        }
      }
      print(workload.key, workload.itemCount(databases))
    }
  }

  /// Prints each statement that the library runs, and its number of consecutive runs.
  private static func printStatements(_ databases: Databases, _ options: Options) throws {
    for workload in workloads where options.includes(workload.key) {
      let counter = StatementCounter()
      databases.statements = counter
      _ = try workload.withDatabase(databases) { try workload.runLibrary($0, databases) }
      print("## \(workload.key)\n")
      var last: (text: String, count: Int)?
      for text in counter.texts + [""] {
        if let last, last.text != text { print("\(last.count) × \(last.text)") }
        last = (text, last?.text == text ? (last?.count ?? 0) + 1 : 1)
      }
    }
  }

  private static func run(_ databases: Databases, _ options: Options) throws {
    let page = Page()
    let kinds = options.python == nil ? [] : Peer.Kind.allCases
    let peers = try start(kinds, databases, options)
    defer { for peer in peers { peer.stop() } }
    page.add(Report.header(kinds))
    var comparisons: [Comparison] = []
    for workload in workloads where options.includes(workload.key) {
      var comparison = Comparison(workload, databases)
      try comparison.measure(workload, databases, peers, options)
      page.add(Report.line(comparison, kinds))
      comparisons.append(comparison)
    }
    if let file = options.markdown { try page.write(to: file) }
    if let file = options.json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(comparisons).write(to: file)
    }
  }

  private static func start(
    _ kinds: [Peer.Kind], _ databases: Databases, _ options: Options
  ) throws -> [Peer] {
    guard let python = options.python else { return [] }
    let values = FileManager.default.temporaryDirectory
      .appendingPathComponent("postgres-benchmark-\(UUID().uuidString).json")
    try databases.writeValues(to: values)
    defer { try? FileManager.default.removeItem(at: values) }
    // A process has read the file when it reports that it is ready.
    return try kinds.map { try Peer($0, python: python, values: values) }
  }
}
