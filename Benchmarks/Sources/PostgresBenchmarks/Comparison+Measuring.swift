import BenchmarkCommon

extension Comparison {
  /// Runs all sides in turn; the order alternates.
  mutating func measure(
    _ workload: any Workload, _ databases: Databases, _ peers: [Peer], _ options: Options
  ) throws {
    var results: Set<UInt64> = []
    var expected = 0
    if limitsStatements { try countStatements(workload, databases) }
    for run in 0..<options.runCount {
      for isLibrary in run.isMultiple(of: 2) ? [true, false] : [false, true] {
        try workload.withDatabase(databases) { address in
          guard !isLibrary else {
            let outcome = try workload.runLibrary(address, databases)
            results.insert(outcome.result)
            return library.add(outcome.seconds, outcome.wallSeconds)
          }
          let connection = try Baseline(address)
          let outcome = try workload.runBaseline(connection, databases)
          results.insert(outcome.result)
          baseline.add(outcome.seconds, outcome.wallSeconds)
          expected = connection.rowCount ?? Int(outcome.result)
          if limitsStatements { baseline.statementCount = connection.statementCount }
        }
      }
      try workload.withDatabase(databases) { address in
        guard let outcome = try workload.runObjects(Baseline(address), databases) else { return }
        results.insert(outcome.result)
        objects.add(outcome.seconds, outcome.wallSeconds)
      }
      guard results.count == 1 else {
        throw BenchmarkError("row \(key): the results are not all equal: \(results)")
      }
      if run < options.peerRunCount {
        for peer in peers { try measure(peer, workload, databases, expected) }
      }
    }
  }

  private mutating func measure(
    _ peer: Peer, _ workload: any Workload, _ databases: Databases, _ expected: Int
  ) throws {
    let run = try workload.withDatabase(databases) { try peer.run(key, $0) }
    guard let run else { return }
    guard run.rows == expected else {
      throw BenchmarkError(
        "row \(key): \(peer.kind) has dealt with \(run.rows) rows, not \(expected)")
    }
    peers[peer.kind.rawValue, default: Runs()].add(run.seconds, run.wallSeconds)
  }

  /// Runs the library once more, without measuring its time.
  private mutating func countStatements(
    _ workload: any Workload, _ databases: Databases
  ) throws {
    let counter = StatementCounter()
    databases.statements = counter
    defer { databases.statements = nil }
    _ = try workload.withDatabase(databases) { try workload.runLibrary($0, databases) }
    library.statementCount = counter.texts.count
  }
}
