import Foundation

/// The response to a request.
public struct WebResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The media type of the body, with its character set.
  public var contentType: String
  /// The body; ignored if the response is a stream of events.
  public var body: Data
  /// Header fields in addition to those of every response.
  public var headers: [(name: String, value: String)] = []
  /// How long others may keep the response (`Cache-Control`).
  ///
  /// By default nobody keeps it.
  public var caching = "no-store"
  /// The events that the response consists of, as long as the client is connected; nil for a
  /// response with a body.
  public var events: EventStream?

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - contentType: The media type of the body.
  ///   - body: The body.
  public init(_ status: Int, _ contentType: String, _ body: Data) {
    (self.status, self.contentType, self.body) = (status, contentType, body)
  }

  /// Creates a response in JSON, with sorted keys and dates as in ISO 8601.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - value: The body. A value that JSON cannot represent, such as an infinite number, makes an
  ///     empty object.
  /// - Returns: The response.
  public static func json(_ status: Int, _ value: some Encodable) -> WebResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let body = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return WebResponse(status, "application/json; charset=utf-8", body)
  }

  /// Creates a page.
  ///
  /// The browser may load styles, scripts and pictures of this server alone, and no other page may
  /// frame it (`Content-Security-Policy`). Text that was taken for markup by mistake can therefore
  /// run no script.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - text: The document.
  /// - Returns: The response.
  public static func html(_ status: Int, _ text: String) -> WebResponse {
    var response = WebResponse(status, "text/html; charset=utf-8", Data(text.utf8))
    let policy = [
      "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' data:",
      "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "form-action 'self'",
      "base-uri 'none'", "frame-ancestors 'none'",
    ]
    response.headers = [
      ("Content-Security-Policy", policy.joined(separator: "; ")),
      ("Referrer-Policy", "same-origin"),
    ]
    return response
  }

  /// Sends the browser to another page after a change, so that reloading the page does not repeat
  /// the change (303).
  ///
  /// - Parameter path: The path and the query of the page, escaped.
  /// - Returns: The response.
  public static func seeOther(_ path: String) -> WebResponse {
    var response = WebResponse(303, "text/plain; charset=utf-8", Data())
    response.headers = [("Location", path)]
    return response
  }

  /// Creates a response that sends events for as long as the client is connected.
  ///
  /// - Parameter events: The events.
  /// - Returns: The response.
  public static func stream(_ events: EventStream) -> WebResponse {
    var response = WebResponse(200, "text/event-stream; charset=utf-8", Data())
    response.events = events
    // Proxies such as nginx would collect events otherwise.
    response.headers = [("X-Accel-Buffering", "no")]
    return response
  }

  /// All header fields.
  ///
  /// They tell browsers not to guess another content type (`nosniff`).
  var allHeaders: [(name: String, value: String)] {
    [
      ("Content-Type", contentType), ("X-Content-Type-Options", "nosniff"),
      ("Cache-Control", caching),
    ] + headers
  }

  /// The complete message, for a connection that has no memory left to create one; the connection
  /// is closed after it.
  var bytes: Data {
    let head = allHeaders + [("Content-Length", "\(body.count)"), ("Connection", "close")]
    let lines = ["HTTP/1.1 \(status) Refused"] + head.map { "\($0.name): \($0.value)" }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
