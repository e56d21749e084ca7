import Foundation
import SyncPort

/// Checks addresses of servers before credentials are sent to them.
package enum HTTPAddress {
  /// Whether data sent to an address cannot be read on the way: it is encrypted, or does not leave
  /// the machine.
  package static func isSafe(_ url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "https": true
    case "http": isLoopback(url.host ?? "")
    default: false
    }
  }

  private static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    if ["localhost", "::1", "[::1]"].contains(host) || host.hasSuffix(".localhost") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Refuses to send credentials to an address if others can read them.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - option: The option that allows it; nil if there is none.
  /// - Throws: `SyncError` of the kind `invalid`.
  package static func check(_ url: URL, allowedBy option: String? = nil) throws {
    guard !isSafe(url) else { return }
    throw SyncError(
      .invalid,
      "Cannot sign in at \(withoutUser(url).absoluteString): the connection is not encrypted, and others can read the data.",
      advice: "Use an address that begins with https:"
        + (option.map { ", or allow this one with \($0)." } ?? "."))
  }

  /// Returns an address without user name and password.
  package static func withoutUser(_ url: URL) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    (parts.user, parts.password) = (nil, nil)
    return parts.url ?? url
  }
}

extension HTTPResponse {
  /// The longest delay in seconds that a server can impose: a day.
  package static let longestWait = 86_400.0

  /// Returns the seconds after which the server wants to be asked again; nil if it specifies no
  /// valid delay.
  package func retryAfter(at now: Date = Date()) -> Double? {
    ["retry-after", "backoff"].compactMap { headers[$0] }.compactMap { text in
      Self.wait(Double(text) ?? Self.date(text)?.timeIntervalSince(now))
    }.max()
  }

  /// Limits a delay from elsewhere to the allowed range; nil if it is not a number.
  package static func wait(_ seconds: Double?) -> Double? {
    guard let seconds, !seconds.isNaN else { return nil }
    return min(max(seconds, 0), longestWait)
  }

  /// Parses a date in the format of HTTP.
  package static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}

/// Text that is hidden when a value containing it is printed or dumped.
package struct Secret: Sendable, CustomStringConvertible, CustomReflectable {
  /// The text.
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
