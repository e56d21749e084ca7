/// Requires that `Host` names this server.
///
/// A web page can make its own name resolve to the loopback address (DNS rebinding). It could then
/// read every answer, because for the browser both have the same origin. The name in `Host` reveals
/// it.
public struct HostCheck: RequestCheck {
  /// The names of the loopback address.
  public static let loopbackNames: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  private let names: Set<String>
  private let trustsProxy: Bool

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - others: Names to allow in addition to those of the loopback address, without ports.
  ///   - trustsProxy: Whether the name that a proxy reports in `X-Forwarded-Host` counts. Only a
  ///     proxy may be able to connect then.
  public init(allowing others: [String] = [], trustsProxy: Bool = false) {
    self.trustsProxy = trustsProxy
    names = Self.loopbackNames.union(others.map { $0.lowercased() })
  }

  /// Compares the host of a request.
  ///
  /// - Parameter request: The request.
  /// - Throws: `WebRefusal` if it does not pass.
  public func check(_ request: WebRequest) throws(WebRefusal) {
    let values = request.hosts(trustsProxy: trustsProxy)
    guard values.count == 1, let authority = WebAuthority(values[0]) else {
      throw WebRefusal(
        400, "invalid-host", at: "header Host",
        "The request needs one Host, such as “localhost”, but has “\(values.joined(separator: ", "))”."
      )
    }
    guard names.contains(authority.host) else {
      throw WebRefusal(
        421, "wrong-host", at: "header Host",
        "This server does not answer for “\(authority.host)”. Use localhost, or allow the name when you start the server."
      )
    }
  }
}

extension WebRequest {
  /// The names that a client asked for, with their ports.
  func hosts(trustsProxy: Bool) -> [String] {
    let forwarded = trustsProxy ? headers.values(of: "X-Forwarded-Host") : []
    // Each proxy appends a name; the first one is the client's.
    guard let first = forwarded.first else { return headers.values(of: "Host") }
    return [String(first.prefix { $0 != "," })]
  }
}

/// The host and the port of an address.
public struct WebAuthority: Equatable, Sendable {
  /// The name in lowercase; an IPv6 address with its brackets.
  public let host: String
  /// Nil for the default port of the scheme.
  public let port: UInt16?

  /// Parses a text such as `localhost:8080`; nil if it has another form.
  public init?(_ text: String) {
    let isAddress = text.hasPrefix("[")
    guard
      let end = isAddress
        ? text.firstIndex(of: "]").map(text.index(after:))
        : text.firstIndex(of: ":") ?? text.endIndex
    else { return nil }
    let name = text[..<end]
    let characters = isAddress ? name.dropFirst().dropLast() : name
    let others = isAddress ? ":." : "-._"
    guard !characters.isEmpty,
      characters.utf8.allSatisfy({ $0.isAlphanumeric || others.utf8.contains($0) })
    else { return nil }
    host = name.lowercased()
    guard end < text.endIndex else {
      port = nil
      return
    }
    let digits = text[text.index(after: end)...]
    guard text[end] == ":", digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = UInt16(digits)
    else { return nil }
    port = number
  }
}
