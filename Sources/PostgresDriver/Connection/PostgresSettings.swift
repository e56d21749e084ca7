import CPostgres
import Foundation
import SQLCore

/// How to connect to a database, and how to use the connection.
///
/// What is not said here libpq finds as always: in `PG…` variables, a service file, `.pgpass`. No
/// description of the settings has the password.
package struct PostgresSettings: Hashable, Sendable {
  /// How statements are kept on the server.
  package enum Statements: Hashable, Sendable {
    /// Prepared under names, so many of them at most.
    case named(limit: Int)
    /// Parsed for every run, with the types that the server said at first; what a pooler that gives
    /// each transaction to another server needs.
    case unnamed
    /// Parsed and described for every use.
    case off
  }

  /// A URL (`postgres://…`) or keywords (`host=… dbname=…`), as libpq reads them; empty for what the
  /// environment says.
  package var address: String
  /// What the server shows for the connection.
  package var applicationName: String?
  /// Instead of any other password.
  package var password: String?
  /// How long to try one host.
  package var connectTimeout: Duration?
  /// How long a statement may run; the server's own limit where nil.
  package var statementTimeout: Duration?
  /// How long a statement may wait for a lock.
  package var lockTimeout: Duration?
  package var statements: Statements
  /// Whether a pooler stands before the server that gives each transaction another connection: nothing
  /// is set for longer than a transaction then.
  package var hasTransactionPooler: Bool

  /// Whether to look for the one of several hosts that can be written to, unless the address says otherwise.
  package var seeksPrimary = false

  package init(
    _ address: String = "", applicationName: String? = nil, hasTransactionPooler: Bool = false
  ) {
    self.address = Self.lowercasingScheme(of: address)
    self.applicationName = applicationName
    self.hasTransactionPooler = hasTransactionPooler
    statements = hasTransactionPooler ? .unnamed : .named(limit: Self.statementLimit)
  }

  /// An address whose scheme is one of PostgreSQL's as libpq knows it, which has it in lower case alone.
  package static func lowercasingScheme(of address: String) -> String {
    guard let colon = address.firstIndex(of: ":") else { return address }
    let scheme = address[..<colon].lowercased()
    return ["postgres", "postgresql"].contains(scheme) ? scheme + address[colon...] : address
  }

  /// How many statements a connection prepares by default, each of which takes the server's memory.
  package static let statementLimit = 256
}

extension PostgresSettings {
  /// What libpq is given, keyword by keyword; later ones win.
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
      // libpq counts in seconds, and takes one for two.
      keywords.append(
        ("connect_timeout", "\(max(1, Int64(connectTimeout.inSeconds.rounded(.up))))"))
    }
    return keywords
  }

  /// Whether libpq can read the address.
  package var isReadable: Bool { (try? parsedAddress()) != nil }

  /// Whether the address, or the environment, names several hosts, of which libpq takes the first that will do.
  package var hasSeveralHosts: Bool {
    let values = (try? parsedAddress()) ?? [:]
    let names = [("host", "PGHOST"), ("hostaddr", "PGHOSTADDR")]
    return names.contains { keyword, variable in
      (values[keyword] ?? Self.environment(variable))?.contains(",") == true
    }
  }

  /// Whether the address sets something, or the environment does.
  package func says(_ keyword: String, or variable: String) -> Bool {
    (try? parsedAddress())?[keyword] != nil || Self.environment(variable) != nil
  }

  private static func environment(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }

  /// What the address says, keyword by keyword.
  ///
  /// - Throws: `SQLError` of kind `misuse`, without libpq's message, which quotes the address.
  func parsedAddress() throws(SQLError) -> [String: String] {
    // In C a text ends there, and the rest would not be looked at.
    guard
      ![address, password ?? "", applicationName ?? ""].contains(where: { $0.utf8.contains(0) })
    else {
      throw PostgresFailure.misuse(
        "The address of the database, or what goes with it, has a NUL in it")
    }
    let isURL = address.hasPrefix("postgres://") || address.hasPrefix("postgresql://")
    // As `expand_dbname` has it, a plain name is that of a database; one of another scheme would be told with all that
    // stands in it.
    guard isURL || address.contains("=") || address.contains("://") else {
      return address.isEmpty ? [:] : ["dbname": address]
    }
    guard isURL || !address.contains("://") || address.contains("="),
      let options = PQconninfoParse(address, nil)
    else {
      throw PostgresFailure.misuse(
        "The address of the database is neither a URL such as postgres://user@host/database nor "
          + "keywords such as host=… dbname=…")
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
  /// Who connects where.
  package var description: String {
    guard let values = try? parsedAddress() else { return "an address that cannot be read" }
    let names = ["service", "user", "host", "hostaddr", "port", "dbname"]
    let parts = names.compactMap { name in values[name].map { "\(name)=\($0)" } }
    return parts.isEmpty ? "the environment's database" : parts.joined(separator: " ")
  }

  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// At least one where it is more than nothing.
  var inMilliseconds: Int64 {
    Int64(clamping: Int(max(0, min(inSeconds * 1000, 2_147_483_647)).rounded(.up)))
  }
}
