import SQLCore

extension PostgresSettings {
  /// What another server needs to connect as these settings do.
  package struct ForeignOptions: Sendable {
    /// Where to connect, by libpq's keywords.
    package var place: [(keyword: String, value: String)]
    /// As whom, by the same.
    package var user: [(keyword: String, value: String)]
    /// Where to connect, without whatever is nobody's business.
    package var description: String
  }

  private static let userKeywords: Set<String> = ["user", "password", "sslpassword"]
  private static let unknownKeywords: Set<String> = [
    "client_encoding", "fallback_application_name", "service", "replication",
  ]

  /// What another server needs to connect to where the address leads; nil for an address that cannot be read, or
  /// leaves host or database to this program's environment.
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
