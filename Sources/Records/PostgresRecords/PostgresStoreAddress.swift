import Foundation
import PostgresDriver

/// The location of a PostgreSQL store as one text: an address in libpq's form, in which `schema=`
/// names the schema that contains the tables.
///
/// libpq does not know that parameter, so it receives the address without it.
package struct PostgresStoreAddress: Hashable, Sendable {
  /// The address for libpq.
  package let address: String
  /// The schema; nil if the text does not name one.
  package let schema: String?

  /// Whether a text is an address, not a file path.
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
