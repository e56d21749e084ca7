/// Requires the type of a body.
///
/// A form or a script of another origin cannot send `application/json` unless the server allows it
/// in advance (CORS), which this server never does. So a request that changes something needs the
/// type even if it has no body.
public struct ContentTypeCheck: RequestCheck {
  private let type: String

  /// Creates a check.
  ///
  /// - Parameter type: The type without parameters, in lowercase.
  public init(_ type: String) { self.type = type }

  /// Compares the type and the character set of a request.
  ///
  /// - Parameter request: The request.
  /// - Throws: `WebRefusal` if it does not pass.
  public func check(_ request: WebRequest) throws(WebRefusal) {
    let values = request.headers.values(of: "Content-Type")
    let parts = (values.first ?? "").split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    guard values.count == 1, parts.first == type else {
      throw WebRefusal(
        415, "unsupported-type", at: "header Content-Type",
        "The request needs “Content-Type: \(type)”, but has “\(values.joined(separator: ", "))”.")
    }
    let isUTF8 = parts.dropFirst().allSatisfy { parameter in
      !parameter.hasPrefix("charset=")
        || ["utf-8", "\"utf-8\""].contains(parameter.dropFirst("charset=".count))
    }
    guard isUTF8 else {
      throw WebRefusal(
        415, "unsupported-charset", at: "header Content-Type",
        "The body is not in UTF-8 (“\(values[0])”). Send it in UTF-8.")
    }
    if let encoding = request.headers["Content-Encoding"], encoding.lowercased() != "identity" {
      throw WebRefusal(
        415, "unsupported-encoding", at: "header Content-Encoding",
        "The body is encoded as “\(encoding)”. Send it without an encoding.")
    }
  }
}
