import SQLCore

extension PostgresSettings {
  /// The options that another server needs to connect with these settings.
  package struct ForeignOptions: Sendable {
    /// The location of the database, as libpq keywords.
    package var place: [(keyword: String, value: String)]
    /// The user and password, as libpq keywords.
    package var user: [(keyword: String, value: String)]
    /// The location of the database, without confidential values.
    package var description: String
  }

  private static let userKeywords: Set<String> = ["user", "password", "sslpassword"]
  private static let unknownKeywords: Set<String> = [
    "client_encoding", "fallback_application_name", "service", "replication",
  ]

  /// The options that another server needs to connect to the address; nil if it cannot be parsed,
  /// or leaves the host or database to this program's environment.
  package var foreignOptions: ForeignOptions? {
    guard let values = try? parsedAddress(), let database = values["dbname"],
      let host = values["hostaddr"] ?? values["host"], !host.isEmpty, !database.isEmpty
    else { return nil }
    let sorted = values.sorted { $0.key < $1.key }
    return ForeignOptions(
      place: sorted.filter {
        !Self.userKeywords.contains($0.key) && !Self.unknownKeywords.contains($0.key)
      }.map { ($0.key, $0.value) },
      user: sorted.filter { Self.userKeywords.contains($0.key) }.map { ($0.key, $0.value) },
      description: "host=\(host) port=\(values["port"] ?? "5432") dbname=\(database)")
  }
}
