import Foundation

/// A search for abstract entities and ordered relationships that give a model certain version
/// hashes.
///
/// It is used for stores that contain only hashes. A hash only shows whether everything in its
/// entity is right, so all combinations are tried, one entity after the other; their number is
/// limited.
struct TraitSearch {
  private let hashes: [String: Data]
  private let lineage: Lineage

  /// The maximum number of relationships of an entity for which both orders are tried.
  private static let limit = 6

  init(_ model: ModelDescription, _ hashes: [String: Data]) {
    (self.hashes, lineage) = (hashes, Lineage(model))
  }

  /// Returns a model with the traits that were found; other entities are unchanged.
  func applied(to model: ModelDescription) -> ModelDescription {
    var found = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    // The hash of an entity includes that of its parent, so parents are resolved first.
    let lines = model.entities.map { lineage.ancestry(of: $0.name).map(\.name) }
    for line in lines.sorted(by: { $0.count < $1.count }) {
      guard let name = line.last, let entity = found[name] else { continue }
      let ancestors = line.dropLast().compactMap { found[$0] }
      found[name] = settled(entity, below: ancestors) ?? entity
    }
    var result = model
    result.entities = model.entities.map { found[$0.name] ?? $0 }
    return result
  }

  private func settled(
    _ entity: EntityDescription, below ancestors: [EntityDescription]
  ) -> EntityDescription? {
    let places = entity.properties.indices.filter { place in
      guard case .relationship(let relationship) = entity.properties[place] else { return false }
      return relationship.isToMany && !relationship.isTransient
    }
    let count = places.count <= Self.limit ? 1 << places.count : 1
    for isAbstract in [entity.isAbstract, !entity.isAbstract] {
      for ways in 0..<count {
        var candidate = entity
        candidate.isAbstract = isAbstract
        for (number, place) in places.enumerated() where ways & (1 << number) != 0 {
          guard case .relationship(var relationship) = entity.properties[place] else { continue }
          relationship.isOrdered.toggle()
          candidate.properties[place] = .relationship(relationship)
        }
        let line = ModelDescription(entities: ancestors + [candidate])
        if line.versionHashes[entity.name] == hashes[entity.name] { return candidate }
      }
    }
    return nil
  }
}
