import Foundation

/// The text of a web address, checked and trimmed.
package struct WebAddress: Sendable {
  /// The address as the user wrote it, without surrounding white space.
  package let text: String

  /// Checks a text.
  /// - Throws: `Bookmark.CreationError` where it is not an `http` or `https` address.
  package init(_ text: String) throws(Bookmark.CreationError) {
    // Browsers drop tabs and line breaks inside an address; so do exports that wrap long lines.
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

  /// Equal for two spellings of one address: the scheme and host in any case, the scheme's own
  /// port given or not, the root path given or not.
  package static func comparisonKey(_ text: String) -> String {
    guard var parts = URLComponents(string: text) else { return text }
    parts.scheme = parts.scheme?.lowercased()
    parts.host = parts.host?.lowercased()
    if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
    if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    return parts.string ?? text
  }
}
