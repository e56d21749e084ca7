import Foundation
import SyncPort

/// What is asked of the addresses of servers before credentials go there.
package enum HTTPAddress {
  /// Whether nobody on the way reads what is sent: it is encrypted, or does not leave the machine.
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

  /// Refuses to send credentials where others can read them.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - option: What allows it; nil for nothing.
  /// - Throws: `SyncError` of the kind `invalid`.
  package static func check(_ url: URL, allowedBy option: String? = nil) throws {
    guard !isSafe(url) else { return }
    throw SyncError(
      .invalid,
      "\(withoutUser(url).absoluteString) is no safe way for a sign-in: others can read what is sent.",
      advice: "Use an address that begins with https:"
        + (option.map { ", or allow this one by \($0)." } ?? "."))
  }

  /// An address without the name and the password that stand in it.
  package static func withoutUser(_ url: URL) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    (parts.user, parts.password) = (nil, nil)
    return parts.url ?? url
  }
}

extension HTTPResponse {
  /// The longest time that a server can have us wait, in seconds: a day.
  package static let longestWait = 86_400.0

  /// In how many seconds the server wants to be asked again; nil where it does not say so, or says what is no time.
  package func retryAfter(at now: Date = Date()) -> Double? {
    ["retry-after", "backoff"].compactMap { headers[$0] }.compactMap { text in
      Self.wait(Double(text) ?? Self.date(text)?.timeIntervalSince(now))
    }.max()
  }

  /// A time to wait that somebody else names; nil for what is none.
  package static func wait(_ seconds: Double?) -> Double? {
    guard let seconds, !seconds.isNaN else { return nil }
    return min(max(seconds, 0), longestWait)
  }

  /// A date as HTTP has it.
  package static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}

/// What is not shown where a value that has it is printed or dumped.
package struct Secret: Sendable, CustomStringConvertible, CustomReflectable {
  /// What it is.
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
