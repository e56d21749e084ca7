/// Servers of the tests that follow one of them by streaming replication, and can take over from it.
///
/// Nobody else uses them, and they end with the process.
package final class PostgresCluster: Sendable {
  private let server: PostgresServer
  /// Where the servers listen, the first of which can be written to at the beginning.
  package let ports: [Int]

  /// - Parameters:
  ///   - replicaCount: How many servers follow the first.
  ///   - settings: The settings of all.
  /// - Throws: Why they did not start.
  package init(replicaCount: Int, _ settings: [String] = []) throws {
    let server = try PostgresServer(["max_connections=100"] + settings)
    self.server = server
    ports =
      try [server.port]
      + (0..<replicaCount).map { _ in
        let answer = try server.command("replica 0").split(separator: " ")
        return answer.last.flatMap { Int($0) } ?? 0
      }
  }

  /// The address of one server.
  package func address(_ node: Int, user: String = "tester") -> String {
    address(of: [node], user: user)
  }

  /// The address of several, of which libpq takes the one that is wanted.
  package func address(
    of nodes: [Int], _ parameters: String = "", user: String = "tester"
  ) -> String {
    let hosts = nodes.map { "127.0.0.1:\(ports[$0])" }.joined(separator: ",")
    return "postgres://\(user)@\(hosts)/postgres\(parameters)"
  }

  /// The address of all.
  package var address: String { address(of: Array(ports.indices)) }

  /// Ends a server, as `pg_ctl stop -m` does: `fast`, `immediate` or `smart`.
  package func stop(_ node: Int, _ mode: String = "immediate") throws {
    try server.command("stop \(mode) \(node)")
  }

  /// Starts a server again.
  package func start(_ node: Int) throws { try server.command("start \(node)") }

  /// Has a replica take over, of which it can be written to when this returns.
  package func promote(_ node: Int) throws { try server.command("promote \(node)") }

  /// Makes a server that has ended a replica of another, with that one's contents.
  package func follow(_ node: Int, _ source: Int) throws {
    try server.command("follow \(node) \(source)")
  }
}
