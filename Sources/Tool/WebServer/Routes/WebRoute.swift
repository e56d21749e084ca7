/// What a server answers to the requests of a method and a pattern of paths.
public struct WebRoute: Sendable {
  /// One component of a pattern.
  enum Component: Sendable {
    case text(String)
    case parameter(String)
  }

  /// The method in uppercase.
  ///
  /// `GET` includes `HEAD`.
  public let method: String
  /// The pattern, such as `/bookmarks/:id`.
  ///
  /// A component that begins with a colon stands for any one
  /// component, which the request then has under that name.
  public let pattern: String
  /// The route's name, such as in metrics.
  public let name: String
  /// The maximum size of a body in bytes; nil for the server's usual limit.
  public var bodySize: Int?
  /// What requests of this route must fulfil besides what all must.
  public var checks: [any RequestCheck]
  let respond: @Sendable (WebRequest) throws -> WebResponse
  private let components: [Component]

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: The method in uppercase.
  ///   - pattern: The pattern of paths.
  ///   - name: The route's name; by default the pattern.
  ///   - bodySize: The maximum size of a body in bytes.
  ///   - checks: What requests of this route must fulfil besides what all must.
  ///   - respond: Answers a request. It may block.
  public init(
    _ method: String, _ pattern: String, name: String? = nil, bodySize: Int? = nil,
    checks: [any RequestCheck] = [],
    respond: @escaping @Sendable (WebRequest) throws -> WebResponse
  ) {
    (self.method, self.pattern, self.name) = (method, pattern, name ?? pattern)
    (self.bodySize, self.checks, self.respond) = (bodySize, checks, respond)
    components = pattern.split(separator: "/").map {
      $0.hasPrefix(":") ? .parameter(String($0.dropFirst())) : .text(String($0))
    }
  }

  /// Compares a path with the pattern.
  ///
  /// - Returns: The named components; nil if the path is another one.
  func parameters(in path: [String]) -> [String: String]? {
    guard path.count == components.count else { return nil }
    var parameters: [String: String] = [:]
    for (component, text) in zip(components, path) {
      switch component {
      case .text(let own): guard own == text else { return nil }
      case .parameter(let name): parameters[name] = text
      }
    }
    return parameters
  }
}
