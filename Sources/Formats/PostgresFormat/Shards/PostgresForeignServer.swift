import SQLCore

/// A server that contains partitions of a store, as defined in the store's own database.
package struct PostgresForeignServer: Sendable {
  package let name: String
  /// The location of the server, as libpq keywords.
  private let options: [(keyword: String, value: String)]
  /// The user and password, as libpq keywords.
  private let user: [(keyword: String, value: String)]

  package init(
    name: String, options: [(keyword: String, value: String)],
    user: [(keyword: String, value: String)]
  ) {
    (self.name, self.options, self.user) = (name, options, user)
  }

  /// How long a statement waits for a lock on the server, because no server can detect deadlocks
  /// that span two of them.
  private static let lockTimeout = "30s"
  /// The number of rows per message.
  private static let fetchSize = 1_000

  /// The names of a store's foreign servers.
  ///
  /// - Parameters:
  ///   - schema: The schema of the store, which distinguishes its servers from those of other
  ///     stores in the database.
  ///   - count: The number of servers.
  /// - Returns: The names, by index.
  package static func names(in schema: String, _ count: Int) -> [String] {
    var names = PostgresNames()
    return (0..<count).map { names.allocate("openswiftdata_\($0)_\(schema)") }
  }

  /// The statement that creates the server.
  package var creation: String {
    var options = options.filter { $0.keyword != "options" }
    let own = self.options.first { $0.keyword == "options" }.map { " \($0.value)" } ?? ""
    options.append(("options", "-c lock_timeout=\(Self.lockTimeout)\(own)"))
    options.append(("fetch_size", "\(Self.fetchSize)"))
    return
      "CREATE SERVER \(quoted) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (\(Self.list(options)))"
  }

  /// The statement that maps the current user to the server's user.
  package var userMapping: String {
    "CREATE USER MAPPING FOR CURRENT_USER SERVER \(quoted) OPTIONS (\(Self.list(user)))"
  }

  private var quoted: String { PostgresSchemaStatements.quoted(name) }

  private static func list(_ options: [(keyword: String, value: String)]) -> String {
    options.map {
      "\(PostgresSchemaStatements.quoted($0.keyword)) \(SQLValue.text($0.value).quotedText)"
    }
    .joined(separator: ", ")
  }
}
