import CPostgres
import Foundation
import SQLCore

/// The settings for connecting to a database, and for using the connection.
///
/// libpq finds missing settings in the usual places: `PG…` environment variables, a service file
/// and `.pgpass`. No description of the settings contains the password.
package struct PostgresSettings: Hashable, Sendable {
  /// How statements are kept on the server.
  package enum Statements: Hashable, Sendable {
    /// Prepared under names, up to a limit.
    case named(limit: Int)
    /// Parsed for every execution, with the types that the server reported the first time; required
    /// for a pooler that assigns each transaction to another server.
    case unnamed
    /// Parsed and described for every use.
    case off
  }

  /// A URL (`postgres://…`) or keywords (`host=… dbname=…`), as libpq reads them; empty to use the
  /// environment's settings.
  package var address: String
  /// The application name that the server shows for the connection.
  package var applicationName: String?
  /// The password; it overrides all others.
  package var password: String?
  /// The time limit for connecting to one host.
  package var connectTimeout: Duration?
  /// How long a statement may run; nil for the server's own limit.
  package var statementTimeout: Duration?
  /// How long a statement may wait for a lock.
  package var lockTimeout: Duration?
  package var statements: Statements
  /// Whether a pooler assigns another connection to each transaction; settings then last only for a
  /// transaction.
  package var hasTransactionPooler: Bool

  /// Whether to look for the host that can be written to, if there are several, unless the address
  /// specifies otherwise.
  package var seeksPrimary = false

  package init(
    _ address: String = "", applicationName: String? = nil, hasTransactionPooler: Bool = false
  ) {
    self.address = Self.lowercasingScheme(of: address)
    self.applicationName = applicationName
    self.hasTransactionPooler = hasTransactionPooler
    statements = hasTransactionPooler ? .unnamed : .named(limit: Self.statementLimit)
  }

  /// The address with PostgreSQL's URL scheme in lowercase, the only form that libpq recognizes.
  package static func lowercasingScheme(of address: String) -> String {
    guard let colon = address.firstIndex(of: ":") else { return address }
    let scheme = address[..<colon].lowercased()
    return ["postgres", "postgresql"].contains(scheme) ? scheme + address[colon...] : address
  }

  /// The default for how many statements a connection prepares; each takes memory on the server.
  package static let statementLimit = 256
}

extension PostgresSettings {
  /// The keywords and values for libpq; later ones win.
  var keywords: [(keyword: String, value: String)] {
    var keywords: [(String, String)] = [
      ("fallback_application_name", "OpenSwiftData"), ("dbname", address),
      ("client_encoding", "UTF8"),
    ]
    if let applicationName { keywords.append(("application_name", applicationName)) }
    if let password { keywords.append(("password", password)) }
    if seeksPrimary, hasSeveralHosts, !says("target_session_attrs", or: "PGTARGETSESSIONATTRS") {
      keywords.append(("target_session_attrs", "read-write"))
    }
    if let connectTimeout {
      // libpq counts in seconds, and treats one as two.
      keywords.append(
        ("connect_timeout", "\(max(1, Int64(connectTimeout.inSeconds.rounded(.up))))"))
    }
    return keywords
  }

  /// Whether libpq can parse the address.
  package var isReadable: Bool { (try? parsedAddress()) != nil }

  /// Whether the address, or the environment, names several hosts, of which libpq uses the first
  /// suitable one.
  package var hasSeveralHosts: Bool {
    let values = (try? parsedAddress()) ?? [:]
    let names = [("host", "PGHOST"), ("hostaddr", "PGHOSTADDR")]
    return names.contains { keyword, variable in
      (values[keyword] ?? Self.environment(variable))?.contains(",") == true
    }
  }

  /// Whether the address or the environment specifies a setting.
  package func says(_ keyword: String, or variable: String) -> Bool {
    (try? parsedAddress())?[keyword] != nil || Self.environment(variable) != nil
  }

  private static func environment(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }

  /// The settings in the address, by keyword.
  ///
  /// - Throws: `SQLError` of kind `misuse`, without libpq's message, which quotes the address.
  func parsedAddress() throws(SQLError) -> [String: String] {
    // C strings end at a NUL, so the rest would be ignored.
    guard
      ![address, password ?? "", applicationName ?? ""].contains(where: { $0.utf8.contains(0) })
    else {
      throw PostgresFailure.misuse(
        "The database address, password or application name contains a NUL character",
        hint: "Remove the character, because the server would not see what follows it.")
    }
    let isURL = address.hasPrefix("postgres://") || address.hasPrefix("postgresql://")
    // Like libpq's `expand_dbname`, treats a plain name as the name of a database. An address with
    // another scheme is rejected, because error messages would quote all of it.
    guard isURL || address.contains("=") || address.contains("://") else {
      return address.isEmpty ? [:] : ["dbname": address]
    }
    guard isURL || !address.contains("://") || address.contains("="),
      let options = PQconninfoParse(address, nil)
    else {
      throw PostgresFailure.misuse(
        "The database address cannot be parsed",
        hint: "Use a URL (postgres://user@host/database) or keywords (host=… dbname=…).")
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return values
  }
}

extension PostgresSettings: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The user and the location, without the password.
  package var description: String {
    guard let values = try? parsedAddress() else { return "<invalid address>" }
    let names = ["service", "user", "host", "hostaddr", "port", "dbname"]
    let parts = names.compactMap { name in values[name].map { "\(name)=\($0)" } }
    return parts.isEmpty ? "<database from the environment>" : parts.joined(separator: " ")
  }

  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// At least 1 if the duration is greater than zero.
  var inMilliseconds: Int64 {
    Int64(clamping: Int(max(0, min(inSeconds * 1000, 2_147_483_647)).rounded(.up)))
  }
}
