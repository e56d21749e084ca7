import PredicateSQL

extension EntityBinding {
  package func sortPath(of keyPath: AnyKeyPath, before end: AnyKeyPath?) -> SortPath? {
    if end == nil, place(of: keyPath) != nil { return SortPath(property: keyPath) }
    guard let route = route(of: keyPath, ending: end), let property = route.last else { return nil }
    return SortPath(relationships: Array(route.dropLast()), property: property)
  }
}
