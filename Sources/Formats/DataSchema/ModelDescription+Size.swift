extension ModelDescription {
  /// A limit above the number of entities of any known schema.
  private static let entityLimit = 10_000
  /// A limit above the number of columns of a table.
  private static let propertyLimit = 4_000
  /// The limit for the properties of all entities together, including inherited ones.
  private static let totalLimit = 500_000
  /// The maximum depth of inheritance.
  private static let depthLimit = 64

  /// Whether the schema has a plausible size, which is checked for schemas from files.
  ///
  /// Some work is done for each pair of names, and for each entity with everything it inherits; it
  /// could take hours. The size of a schema in which an entity inherits from itself is not
  /// plausible.
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
