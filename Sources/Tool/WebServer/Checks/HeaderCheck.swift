/// Requires header fields that every program interprets in the same way.
///
/// A field that a proxy and this server interpret differently can hide a second request in the
/// first (request smuggling).
public struct HeaderCheck: RequestCheck {
  /// Fields that may be sent only once.
  private static let single = [
    "content-length", "content-type", "host", "origin", "transfer-encoding",
    "x-forwarded-host",
  ]

  /// Creates a check.
  public init() {}

  /// Checks the method and the headers of a request.
  ///
  /// - Parameter request: The request.
  /// - Throws: `WebRefusal` if it does not pass.
  public func check(_ request: WebRequest) throws(WebRefusal) {
    let headers = request.headers
    guard Self.isToken(request.method) else {
      throw WebRefusal(
        400, "invalid-method", at: "method",
        "The method contains a character that is not allowed there. Use a method such as GET.")
    }
    for (name, value) in headers.all {
      guard Self.isToken(name) else {
        throw WebRefusal(
          400, "invalid-header", at: "headers",
          "A header's name contains a character that is not allowed there. Leave it out.")
      }
      guard !value.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" }) else {
        throw .controlCharacter(at: "header \(name)")
      }
    }
    for name in Self.single where headers.values(of: name).count > 1 {
      throw WebRefusal(
        400, "repeated-header", at: "header \(name)",
        "The header \(name) was sent more than once. Send it once.")
    }
    guard let coding = headers["Transfer-Encoding"] else { return }
    guard headers["Content-Length"] == nil else {
      throw WebRefusal(
        400, "ambiguous-length", at: "header Content-Length",
        "The request has both Content-Length and Transfer-Encoding. Send one of them.")
    }
    guard coding.lowercased() == "chunked" else {
      throw WebRefusal(
        501, "unsupported-transfer", at: "header Transfer-Encoding",
        "The transfer encoding “\(coding)” is not supported. Use “chunked”.")
    }
  }

  /// Whether a text is a token as defined in RFC 9110, 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }
}

extension UInt8 {
  /// Whether this is a letter or a digit of ASCII.
  var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
