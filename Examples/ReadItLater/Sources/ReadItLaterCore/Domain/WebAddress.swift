import Foundation

/// A validated and trimmed web address.
package struct WebAddress: Sendable {
  /// The address as the user wrote it, without surrounding white space.
  package let text: String

  /// Validates a text.
  ///
  /// - Throws: `Bookmark.CreationError` if it is not an `http` or `https` address.
  package init(_ text: String) throws(Bookmark.CreationError) {
    // Browsers ignore tabs and line breaks inside an address, which exports that wrap long lines
    // contain.
    let cleaned = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { !"\t\r\n".unicodeScalars.contains($0) })
    ).trimmingCharacters(in: .whitespaces)
    guard !cleaned.isEmpty else { throw .emptyURL }
    guard let url = URL(string: cleaned), let scheme = url.scheme?.lowercased() else {
      throw .invalidURL(cleaned)
    }
    guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
    guard let host = url.host, !host.isEmpty else { throw .invalidURL(cleaned) }
    self.text = cleaned
  }

  /// A key that is equal for different spellings of an address.
  ///
  /// Spellings differ in the case of the scheme and host, in giving the scheme's default port, and
  /// in giving the root path.
  package static func comparisonKey(_ text: String) -> String {
    guard var parts = URLComponents(string: text) else { return text }
    parts.scheme = parts.scheme?.lowercased()
    parts.host = parts.host?.lowercased()
    if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
    if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    return parts.string ?? text
  }

  /// The longest part of a comparison key that every spelling of the address contains; empty if
  /// there is none.
  ///
  /// Spellings differ in the scheme, the host and the port, in the slash after them, and in
  /// escapes.
  static func unalterablePart(ofKey key: String) -> String {
    guard let host = key.firstRange(of: "://"),
      let slash = key[host.upperBound...].firstIndex(of: "/")
    else { return "" }
    let parts = key[slash...].dropFirst().split(separator: "%", omittingEmptySubsequences: false)
    // The part before the first `%` is complete; each later part begins with the digits of an
    // escape.
    let runs = parts.prefix(1) + parts.dropFirst().map { $0.dropFirst(2) }
    return String(runs.max { $0.count < $1.count } ?? "")
  }
}
