import Locks

extension EntityBinding {
  package func route(of keyPath: AnyKeyPath, ending: AnyKeyPath?) -> [AnyKeyPath]? {
    if let known = knownRoutes.withLock({ $0[keyPath] }) { return known.keyPaths }
    var search = KeyPathSearch(for: keyPath, ending: ending)
    let route = KnownRoutes.Route(keyPaths: search.route(from: self))
    knownRoutes.withLock { $0.add(route, for: keyPath) }
    return route.keyPaths
  }
}
