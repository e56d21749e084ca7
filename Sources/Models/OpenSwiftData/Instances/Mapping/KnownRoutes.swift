/// The results of earlier searches for key paths along relationships.
struct KnownRoutes: @unchecked Sendable {
  // `@unchecked`: the key paths within are immutable values that the standard library does not mark
  // Sendable.

  /// The properties that a key path passes; nil if they were not found.
  struct Route: @unchecked Sendable {
    let keyPaths: [AnyKeyPath]?
  }

  /// Keyed by equality, since key paths may be joined repeatedly at run time.
  private var routes: [AnyKeyPath: Route] = [:]

  private static let limit = 1_000

  subscript(keyPath: AnyKeyPath) -> Route? { routes[keyPath] }

  mutating func add(_ route: Route, for keyPath: AnyKeyPath) {
    if routes.count < Self.limit { routes[keyPath] = route }
  }
}
