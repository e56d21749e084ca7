/// Requires that a request that changes something does not come from a page of another origin.
///
/// Browsers send such requests for any page (cross-site request forgery), and report the origin in
/// `Sec-Fetch-Site` and `Origin`. Programs that are not browsers send neither.
public struct OriginCheck: RequestCheck {
  private let trustsProxy: Bool

  /// Creates a check.
  ///
  /// - Parameter trustsProxy: Whether the name that a proxy reports in `X-Forwarded-Host` counts.
  public init(trustsProxy: Bool = false) { self.trustsProxy = trustsProxy }

  /// Compares the origin of a request with its host.
  ///
  /// - Parameter request: The request.
  /// - Throws: `WebRefusal` if it does not pass.
  public func check(_ request: WebRequest) throws(WebRefusal) {
    guard !request.isSafe else { return }
    for site in request.headers.values(of: "Sec-Fetch-Site")
    where !["same-origin", "none"].contains(site.lowercased()) {
      throw WebRefusal(
        403, "cross-site", at: "header Sec-Fetch-Site",
        "A page of another origin (“\(site)”) may not change anything here. Use a page of this server."
      )
    }
    let host = request.hosts(trustsProxy: trustsProxy).first ?? ""
    for origin in request.headers.values(of: "Origin")
    where !Self.isOrigin(origin, of: host) {
      throw WebRefusal(
        403, "cross-site", at: "header Origin",
        "A page of “\(origin)” may not change anything here. Use a page of this server.")
    }
  }

  /// Whether an origin has the host and the port of a `Host`.
  private static func isOrigin(_ origin: String, of host: String) -> Bool {
    let parts = origin.lowercased().split(separator: "://", maxSplits: 1).map(String.init)
    guard parts.count == 2, let usualPort: UInt16 = ["http": 80, "https": 443][parts[0]],
      let page = WebAuthority(parts[1]), let own = WebAuthority(host)
    else { return false }
    return page.host == own.host && page.port ?? usualPort == own.port ?? usualPort
  }
}
