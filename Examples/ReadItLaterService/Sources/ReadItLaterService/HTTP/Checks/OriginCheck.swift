/// Requires that a request that changes something does not come from a page of another origin.
///
/// Browsers send such requests for any page (cross-site request forgery), and report the origin in
/// `Sec-Fetch-Site` and `Origin`. Programs that are not browsers send neither.
package struct OriginCheck: RequestCheck {
  package init() {}

  package func check(_ request: HTTPRequest) throws(HTTPRefusal) {
    guard !request.isSafe else { return }
    for site in request.headers.values(of: "Sec-Fetch-Site")
    where !["same-origin", "none"].contains(site.lowercased()) {
      throw HTTPRefusal(
        403, "cross-site", at: "header Sec-Fetch-Site",
        "A page of another origin (“\(site)”) may not change anything here. Use a page of this server."
      )
    }
    for origin in request.headers.values(of: "Origin")
    where !Self.isOrigin(origin, of: request.headers["Host"] ?? "") {
      throw HTTPRefusal(
        403, "cross-site", at: "header Origin",
        "A page of “\(origin)” may not change anything here. Use a page of this server.")
    }
  }

  /// Whether an origin has the host and the port of a `Host`.
  private static func isOrigin(_ origin: String, of host: String) -> Bool {
    let parts = origin.lowercased().split(separator: "://", maxSplits: 1).map(String.init)
    guard parts.count == 2, let usualPort: UInt16 = ["http": 80, "https": 443][parts[0]],
      let page = HTTPAuthority(parts[1]), let own = HTTPAuthority(host)
    else { return false }
    return page.host == own.host && page.port ?? usualPort == own.port ?? usualPort
  }
}
