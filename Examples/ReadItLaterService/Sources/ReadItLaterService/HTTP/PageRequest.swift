/// The page of a long list that a request specifies with `limit` and `offset`.
package struct PageRequest: Sendable {
  package let limit: Int
  package let offset: Int

  private static let usualLimit = 100
  private static let largestLimit = 500

  /// - Throws: `HTTPRefusal` if a parameter is not a number or out of range.
  package init(_ request: HTTPRequest) throws(HTTPRefusal) {
    limit = try Self.number("limit", 1...Self.largestLimit, request) ?? Self.usualLimit
    offset = try Self.number("offset", 0...Int(Int32.max), request) ?? 0
  }

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ request: HTTPRequest
  ) throws(HTTPRefusal) -> Int? {
    guard let text = request.query[name] else { return nil }
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
      range.contains(number)
    else {
      throw HTTPRefusal(
        400, "invalid-number", at: "query \(name)",
        "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
    }
    return number
  }

  /// The header field with the link to the next page (RFC 8288).
  package func link(from request: HTTPRequest) -> (name: String, value: String) {
    var query = request.query
    (query["limit"], query["offset"]) = ("\(limit)", "\(offset + limit)")
    let parameters = query.sorted { $0.key < $1.key }
      .map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
    let path = request.pathComponents.map(Self.escaped).joined(separator: "/")
    return ("Link", "</\(path)?\(parameters.joined(separator: "&"))>; rel=\"next\"")
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      guard !byte.isAlphanumeric, !"-._~".utf8.contains(byte) else {
        return String(Unicode.Scalar(byte))
      }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
