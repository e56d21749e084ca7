import DataSchema

/// The element of the old version for each element of the new one, determined only by the rules.
package struct OracleMatching {
  package struct Element {
    package var name: String
    package var originalName: String?
  }

  /// The old name for each new name.
  package private(set) var source: [String: String] = [:]
  /// The old name that a new name requested but another one had already claimed.
  package private(set) var contested: [String: String] = [:]

  package init(targets: [Element], sources: [Element]) {
    let targets = targets.sorted { $0.name.precedesByCodeUnits($1.name) }
    let sources = sources.sorted { $0.name.precedesByCodeUnits($1.name) }
    var claimed: Set<String> = []
    for target in targets {
      // An original name equal to the current one does not refer to another element.
      guard let original = target.originalName, original != target.name,
        let found = Self.source(of: target, original, sources)
      else { continue }
      if claimed.insert(found.name).inserted {
        source[target.name] = found.name
      } else {
        contested[target.name] = found.name
      }
    }
    for target in targets where source[target.name] == nil && contested[target.name] == nil {
      if sources.contains(where: { $0.name == target.name }), claimed.insert(target.name).inserted {
        source[target.name] = target.name
      }
    }
  }

  private static func source(
    of target: Element, _ original: String, _ sources: [Element]
  ) -> Element? {
    sources.first { $0.name == target.name && $0.originalName == original }
      ?? sources.first { $0.name == original }
      ?? sources.first { $0.originalName == original }
  }

  /// Matches the entities of two schemas.
  package static func entities(from source: FlatSchema, to target: FlatSchema) -> OracleMatching {
    func elements(_ schema: FlatSchema) -> [Element] {
      schema.names.map { Element(name: $0, originalName: schema[$0]?.description.originalName) }
    }
    return OracleMatching(targets: elements(target), sources: elements(source))
  }

  /// Matches the stored properties of two entities, including inherited ones.
  package static func properties(
    from source: FlatSchema.Entity, to target: FlatSchema.Entity
  ) -> OracleMatching {
    func elements(_ entity: FlatSchema.Entity) -> [Element] {
      entity.properties.values.map { Element(name: $0.name, originalName: $0.originalName) }
    }
    return OracleMatching(targets: elements(target), sources: elements(source))
  }
}
