import SQLCore

/// A server whose tables are partitions of a store's, as the store's own server knows it.
package struct PostgresForeignServer: Sendable {
  package let name: String
  /// Where it is, by libpq's keywords.
  private let options: [(keyword: String, value: String)]
  /// Who works on it, by the same.
  private let user: [(keyword: String, value: String)]

  package init(
    name: String, options: [(keyword: String, value: String)],
    user: [(keyword: String, value: String)]
  ) {
    (self.name, self.options, self.user) = (name, options, user)
  }

  /// How long a statement waits for a lock on the server: no server sees that two wait for each other on two of them.
  private static let lockTimeout = "30s"
  /// How many rows a message brings.
  private static let fetchSize = 1_000

  /// What a store calls its servers.
  ///
  /// - Parameters:
  ///   - schema: The schema of the store, by which its servers differ from those of others in the database.
  ///   - count: How many there are.
  /// - Returns: The names, by places.
  package static func names(in schema: String, _ count: Int) -> [String] {
    var names = PostgresNames()
    return (0..<count).map { names.allocate("openswiftdata_\($0)_\(schema)") }
  }

  /// Makes it known.
  package var creation: String {
    var options = options.filter { $0.keyword != "options" }
    let own = self.options.first { $0.keyword == "options" }.map { " \($0.value)" } ?? ""
    options.append(("options", "-c lock_timeout=\(Self.lockTimeout)\(own)"))
    options.append(("fetch_size", "\(Self.fetchSize)"))
    return
      "CREATE SERVER \(quoted) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (\(Self.list(options)))"
  }

  /// Says as whom whoever makes it works there.
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
