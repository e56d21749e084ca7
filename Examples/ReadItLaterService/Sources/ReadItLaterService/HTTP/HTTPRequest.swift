import Foundation

/// A request with its complete body.
package struct HTTPRequest: Sendable {
  package var method: String
  /// The decoded path, without the query.
  package var path: String
  /// The decoded components between the slashes of the path; an escaped slash is not a separator.
  package var pathComponents: [String]
  /// The parameters of the query by name; the first one if several have the same name.
  package var query: [String: String] = [:]
  package var headers = HTTPHeaders()
  package var body = Data()

  /// Creates a request whose path has no escapes.
  package init(_ method: String, _ path: String) {
    (self.method, self.path) = (method, path)
    pathComponents = path.split(separator: "/").map(String.init)
  }

  /// Parses a target.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path and the query, as they were sent.
  ///   - parameterLimit: The maximum number of parameters.
  /// - Throws: `HTTPRefusal` if the target is not a path, has an invalid escape or a control
  ///   character, or has too many parameters.
  package init(
    _ method: String, target: String, parameterLimit: Int = HTTPLimits().parameterCount
  ) throws(HTTPRefusal) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.first ?? ""
    guard text.hasPrefix("/") else {
      throw HTTPRefusal(
        400, "invalid-target", at: "path", "“\(text)” is not a path. Begin the target with “/”.")
    }
    self.method = method
    path = try Self.decoded(text, at: "path")
    pathComponents = []
    for component in text.split(separator: "/") {
      pathComponents.append(try Self.decoded(component, at: "path"))
    }
    guard parts.count > 1 else { return }
    let parameters = parts[1].split(separator: "&", maxSplits: parameterLimit)
    guard parameters.count <= parameterLimit else {
      throw HTTPRefusal(
        400, "too-many-parameters", at: "query",
        "The query has more than \(parameterLimit) parameters. Send fewer.")
    }
    for parameter in parameters {
      let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(sides[0], at: "query", plusIsSpace: true)
      guard sides.count == 2 else { continue }
      let value = try Self.decoded(sides[1], at: "query \(name)", plusIsSpace: true)
      if query[name] == nil { query[name] = value }
    }
  }

  /// Whether the method is safe, that is, changes nothing (RFC 9110, 9.2.1).
  package var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

  private static func decoded(
    _ text: Substring, at place: String, plusIsSpace: Bool = false
  ) throws(HTTPRefusal) -> String {
    guard !text.unicodeScalars.contains(where: { $0 == " " || $0.isControl }) else {
      throw .controlCharacter(at: place)
    }
    let text = plusIsSpace ? text.replacing("+", with: " ") : text
    guard let decoded = String(text).removingPercentEncoding else {
      throw HTTPRefusal(
        400, "invalid-target", at: place,
        "“\(text)” has a “%” that does not begin an escaped character in UTF-8. Write “%25” for “%”."
      )
    }
    guard !decoded.unicodeScalars.contains(where: \.isControl) else {
      throw .controlCharacter(at: place)
    }
    return decoded
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character of ASCII or Latin-1, including NUL.
  var isControl: Bool { properties.generalCategory == .control }
}

extension HTTPRefusal {
  /// The refusal of a text that contains a control character.
  ///
  /// NUL ends texts in C, and line breaks end headers: another program may read a different text.
  static func controlCharacter(at place: String) -> HTTPRefusal {
    HTTPRefusal(
      400, "control-character", at: place,
      "The \(place) contains a space or control character that is not allowed here. Leave it out."
    )
  }
}
