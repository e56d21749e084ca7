/// Test servers of which some follow another by streaming replication, and can be promoted.
///
/// They are not shared with other tests, and stop with the process.
package final class PostgresCluster: Sendable {
  private let server: PostgresServer
  /// The ports of the servers; initially, only the first one is writable.
  package let ports: [Int]

  /// - Parameters:
  ///   - replicaCount: The number of servers that follow the first.
  ///   - settings: The settings of all servers.
  /// - Throws: `PostgresServerError` if they did not start.
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

  /// The address of several servers, from which libpq chooses the requested kind.
  package func address(
    of nodes: [Int], _ parameters: String = "", user: String = "tester"
  ) -> String {
    let hosts = nodes.map { "127.0.0.1:\(ports[$0])" }.joined(separator: ",")
    return "postgres://\(user)@\(hosts)/postgres\(parameters)"
  }

  /// The address of all servers.
  package var address: String { address(of: Array(ports.indices)) }

  /// Stops a server, as `pg_ctl stop -m` does: `fast`, `immediate` or `smart`.
  package func stop(_ node: Int, _ mode: String = "immediate") throws {
    try server.command("stop \(mode) \(node)")
  }

  /// Starts a server again.
  package func start(_ node: Int) throws { try server.command("start \(node)") }

  /// Promotes a replica, which is writable when this returns.
  package func promote(_ node: Int) throws { try server.command("promote \(node)") }

  /// Makes a stopped server a replica of another one, with that one's contents.
  package func follow(_ node: Int, _ source: Int) throws {
    try server.command("follow \(node) \(source)")
  }
}
