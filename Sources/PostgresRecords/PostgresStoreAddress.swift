import Foundation
import PostgresDriver

/// Where a store in a PostgreSQL is, in one text: an address as libpq reads it, in which `schema=` names the
/// schema that has the tables.
///
/// libpq knows no such parameter and takes the address without it.
package struct PostgresStoreAddress: Hashable, Sendable {
  /// What libpq reads.
  package let address: String
  /// The schema; nil where the text names none.
  package let schema: String?

  /// Whether a text is an address and no path.
  package static func recognizes(_ text: String) -> Bool {
    let text = PostgresSettings.lowercasingScheme(of: text)
    return text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// - Parameter text: A URL such as `postgres://app@localhost/trips?schema=travel`.
  package init(_ text: String) {
    let text = PostgresSettings.lowercasingScheme(of: text)
    guard let mark = text.firstIndex(of: "?") else {
      (address, schema) = (text, nil)
      return
    }
    var schema: String?
    let others = text[text.index(after: mark)...].split(separator: "&").filter { parameter in
      guard parameter.hasPrefix("schema=") else { return true }
      let name = String(parameter.dropFirst("schema=".count))
      schema = name.removingPercentEncoding ?? name
      return false
    }
    self.schema = schema.flatMap { $0.isEmpty ? nil : $0 }
    let kept = others.joined(separator: "&")
    address = kept.isEmpty ? String(text[..<mark]) : "\(text[..<mark])?\(kept)"
  }
}
