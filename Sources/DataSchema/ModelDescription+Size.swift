extension ModelDescription {
  /// More than any known schema has.
  private static let entityLimit = 10_000
  /// More than a table has columns.
  private static let propertyLimit = 4_000
  /// Of all entities together, counting what is inherited.
  private static let totalLimit = 500_000
  /// How deep entities inherit from each other.
  private static let depthLimit = 64

  /// Whether the schema has as much as one can have that somebody uses, for those that come from a file: what is
  /// worked out for each pair of names, and for each entity with all that it inherits, would go on for hours.
  ///
  /// A schema in which an entity inherits from itself has no such size.
  package var isOfUsualSize: Bool {
    guard entities.count <= Self.entityLimit,
      entities.allSatisfy({ $0.properties.count <= Self.propertyLimit })
    else { return false }
    let known = Dictionary(
      entities.map { ($0.name, (parent: $0.parentName, count: $0.properties.count)) },
      uniquingKeysWith: { $1 })
    var total = 0
    for entity in entities {
      var (name, depth): (String?, Int) = (entity.name, 0)
      while let next = name, let place = known[next] {
        total += place.count
        depth += 1
        guard depth <= Self.depthLimit, total <= Self.totalLimit else { return false }
        name = place.parent
      }
    }
    return true
  }
}
