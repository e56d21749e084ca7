import WebServer

/// The page of a long list that a request specifies with `limit` and `offset`.
struct PageRequest: Sendable {
  let limit: Int
  let offset: Int

  private static let usualLimit = 100
  private static let largestLimit = 500

  /// - Throws: `WebRefusal` if a parameter is not a number or out of range.
  init(_ request: WebRequest) throws(WebRefusal) {
    limit = try Self.number("limit", 1...Self.largestLimit, request) ?? Self.usualLimit
    offset = try Self.number("offset", 0...Int(Int32.max), request) ?? 0
  }

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ request: WebRequest
  ) throws(WebRefusal) -> Int? {
    guard let text = request.query[name] else { return nil }
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
      range.contains(number)
    else {
      throw WebRefusal(
        400, "invalid-number", at: "query \(name)",
        "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
    }
    return number
  }

  /// The header field with the link to the next page (RFC 8288).
  func link(from request: WebRequest) -> (name: String, value: String) {
    var query = request.query
    (query["limit"], query["offset"]) = ("\(limit)", "\(offset + limit)")
    let path = request.pathComponents.map(Percent.encoded).joined(separator: "/")
    return ("Link", "</\(path)?\(query.encoded)>; rel=\"next\"")
  }
}
