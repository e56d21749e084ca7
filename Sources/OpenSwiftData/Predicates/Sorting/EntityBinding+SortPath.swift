import PredicateSQL

extension EntityBinding {
  package func sortPath(of keyPath: AnyKeyPath, before end: AnyKeyPath?) -> SortPath? {
    guard let end else {
      if place(of: keyPath) != nil { return SortPath(property: keyPath) }
      return KeyPathText(keyPath).flatMap(relatedPath)
    }
    if let own = properties.first(where: { $0.keyPath.appending(path: end) == keyPath }) {
      return SortPath(property: own.keyPath)
    }
    guard let whole = KeyPathText(keyPath), let end = KeyPathText(end) else { return nil }
    return whole.dropping(last: end).flatMap(path)
  }

  private func path(_ keyPath: KeyPathText) -> SortPath? {
    ownProperty(keyPath).map { SortPath(property: $0) } ?? relatedPath(keyPath)
  }

  private func relatedPath(_ keyPath: KeyPathText) -> SortPath? {
    for relationship in relationships where !relationship.isToMany {
      let start = properties[relationship.index].keyPath
      guard let rest = KeyPathText(start).flatMap({ keyPath.dropping(first: $0) }),
        var found = relationship.destination.path(rest.unwrapped)
      else { continue }
      found.relationships.insert(start, at: 0)
      return found
    }
    return nil
  }

  private func ownProperty(_ keyPath: KeyPathText) -> AnyKeyPath? {
    properties.lazy.map(\.keyPath).first { candidate in
      guard keyPath.mayLead(to: candidate), let text = KeyPathText(candidate) else { return false }
      return keyPath.leadsWhere(text) && self.place(of: candidate)?.wholeColumn != nil
    }
  }
}
