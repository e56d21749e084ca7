/// The routes of a server; the first one that fits a request answers it.
public struct RouteTable: Sendable {
  /// The routes.
  public let routes: [WebRoute]
  /// What every request must fulfil, in this order.
  public let checks: [any RequestCheck]
  private let refuse: @Sendable (any Error, WebRequest) -> WebResponse
  private let note: @Sendable (WebRoute?, WebResponse, Duration) -> Void

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - routes: The routes.
  ///   - checks: What every request must fulfil, in this order.
  ///   - note: Called after each answer of a route with the route, the response and how long it
  ///     took; the route is nil if none fits.
  ///   - refuse: Makes a response of an error: an `WebRefusal`, or one that a route threw.
  public init(
    _ routes: [WebRoute], checks: [any RequestCheck] = [],
    note: @escaping @Sendable (WebRoute?, WebResponse, Duration) -> Void = { _, _, _ in },
    refuse: @escaping @Sendable (any Error, WebRequest) -> WebResponse = RouteTable.refuseInJSON
  ) {
    (self.routes, self.checks, self.refuse, self.note) = (routes, checks, refuse, note)
  }

  /// The response to an error in JSON, for programs.
  ///
  /// An error that is not a refusal says only that
  /// the request failed: its text may say more than a client should know.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - request: The request.
  /// - Returns: The response.
  @Sendable public static func refuseInJSON(
    _ error: any Error, _ request: WebRequest
  ) -> WebResponse {
    let refusal = error as? WebRefusal
    return (refusal ?? WebRefusal(500, "failed", "The request failed.")).response
  }

  /// Answers a request whose body has arrived.
  ///
  /// It may block.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response.
  public func respond(to request: WebRequest) -> WebResponse {
    let start = ContinuousClock.now
    var found: WebRoute?
    var request = request
    var response: WebResponse
    do {
      let (route, parameters) = try route(for: request)
      (found, request.parameters) = (route, parameters)
      for check in route.checks { try check.check(request) }
      response = try route.respond(request)
    } catch {
      response = refuse(error, request)
    }
    Gzip.compress(&response, for: request)
    note(found, response, start.duration(to: .now))
    return response
  }

  /// Makes a response of a refusal.
  func response(to refusal: WebRefusal, _ request: WebRequest) -> WebResponse {
    refuse(refusal, request)
  }

  /// The maximum size of a request's body in bytes; nil for the usual limit.
  func bodySize(of request: WebRequest) -> Int? { (try? route(for: request))?.0.bodySize }

  /// Finds the route of a request, and the named components of its path.
  private func route(
    for request: WebRequest
  ) throws(WebRefusal) -> (WebRoute, [String: String]) {
    // The response to HEAD is the response to GET without its body, which the server omits.
    let method = request.method == "HEAD" ? "GET" : request.method
    var methods: [String] = []
    for route in routes {
      guard let parameters = route.parameters(in: request.pathComponents) else { continue }
      guard route.method != method else { return (route, parameters) }
      methods.append(route.method)
    }
    guard !methods.isEmpty else {
      throw WebRefusal(404, "not-found", at: "path", "There is nothing at \(request.path).")
    }
    var refusal = WebRefusal(
      405, "wrong-method", at: "method",
      "\(request.method) is not supported at \(request.path). Use a method from the header Allow.")
    refusal.allowedMethods = Set(methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
    throw refusal
  }
}
