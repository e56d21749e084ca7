import DataSchema
import SyncPort
import SyncReplication

/// The resolvers of an engine, by entity and property.
struct SyncResolverTable: Sendable {
  private struct Place: Hashable {
    let entity: String
    /// The name of the property; nil for the model as a whole.
    let property: String?
  }

  private let resolvers: [Place: [SyncResolver]]
  /// The name of each entity followed by its ancestors, nearest first.
  private let lines: [String: [String]]

  init(_ resolvers: [SyncResolver], _ model: ModelDescription) {
    self.resolvers = Dictionary(grouping: resolvers) {
      Place(entity: $0.entity, property: $0.property)
    }
    var lines: [String: [String]] = [:]
    for entity in model.entities {
      var line: [String] = []
      var next: EntityDescription? = entity
      while let current = next {
        line.append(current.name)
        next = current.parentName.flatMap(model.entity(named:))
      }
      lines[entity.name] = line
    }
    self.lines = lines
  }

  /// Returns the value that the resolvers choose for a conflict; nil for the later value.
  func decide(_ conflict: SyncFieldConflict) -> SyncValue? {
    let line = lines[conflict.kind] ?? [conflict.kind]
    for property in [conflict.field, nil] {
      for entity in line {
        guard let own = resolvers[Place(entity: entity, property: property)] else { continue }
        let told = SyncResolver.Conflict(
          entity: conflict.kind, property: conflict.field, base: conflict.base,
          mine: conflict.mine, theirs: conflict.theirs, mineIsLater: conflict.mineIsLater)
        for resolver in own {
          if let value = resolver.decide(told) { return value }
        }
        return nil
      }
    }
    return nil
  }
}
