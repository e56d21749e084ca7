import Foundation

/// A request with its complete body.
public struct WebRequest: Sendable {
  /// The method in uppercase, such as `GET`.
  public var method: String
  /// The decoded path, without the query.
  public var path: String
  /// The decoded components between the slashes of the path; an escaped slash is not a separator.
  public var pathComponents: [String]
  /// The parameters of the query.
  public var query = FormValues()
  /// The header fields.
  public var headers = WebHeaders()
  /// The body; empty if the request has none.
  public var body = Data()
  /// The components of the path that a route's pattern names, by name.
  public internal(set) var parameters: [String: String] = [:]

  /// Creates a request whose path has no escapes.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path.
  public init(_ method: String, _ path: String) {
    (self.method, self.path) = (method, path)
    pathComponents = path.split(separator: "/").map(String.init)
  }

  /// Parses a target.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path and the query, as they were sent.
  ///   - parameterLimit: The maximum number of parameters.
  /// - Throws: `WebRefusal` if the target is not a path, has an invalid escape or a control
  ///   character, or has too many parameters.
  public init(
    _ method: String, target: String, parameterLimit: Int = WebLimits().parameterCount
  ) throws(WebRefusal) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.first ?? ""
    guard text.hasPrefix("/") else {
      throw WebRefusal(
        400, "invalid-target", at: "path", "“\(text)” is not a path. Begin the target with “/”.")
    }
    self.method = method
    path = try Percent.decoded(text, at: "path")
    pathComponents = []
    for component in text.split(separator: "/") {
      pathComponents.append(try Percent.decoded(component, at: "path"))
    }
    guard parts.count > 1 else { return }
    query = try FormValues(
      parts[1], at: "query", limit: parameterLimit, allowsLineBreaks: false)
  }

  /// Whether the method is safe, that is, changes nothing (RFC 9110, 9.2.1).
  public var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

  /// A component of the path that the route's pattern names.
  ///
  /// - Parameter name: The name, without the colon of the pattern.
  /// - Returns: The decoded component; empty if the pattern does not have the name.
  public subscript(name: String) -> String { parameters[name] ?? "" }
}

extension Unicode.Scalar {
  /// Whether this is a control character of ASCII or Latin-1, including NUL.
  var isControl: Bool { properties.generalCategory == .control }
}
