import Foundation

/// Settles by what a store has what a program's models leave open, or cannot say.
///
/// Which relationships are each other's inverses counts in version hashes and decides on tables. Releases of
/// SwiftData infer them by different rules, so that the same classes may have made a store with an inverse and
/// another without. What stands in the file is what counts; an inverse that somebody declared stays.
///
/// Model classes say nothing of abstract entities, hash modifiers of entities, ordered relationships and derived
/// attributes, which files of Core Data's have. A version that differs from such a file in nothing else has them
/// there.
package struct InverseResolution {
  private let hashes: [String: Data]
  private let stored: ModelDescription?
  private let isForeign: Bool

  /// - Parameters:
  ///   - hashes: The version hashes of the store.
  ///   - stored: The entities of the store; nil where it tells no more than the hashes.
  ///   - isForeign: Whether another program wrote it, whose rule for inverses is its own.
  package init(hashes: [String: Data], stored: ModelDescription?, isForeign: Bool) {
    (self.hashes, self.stored, self.isForeign) = (hashes, stored, isForeign)
  }

  /// The versions of a program's models with the inverses that they have where they meet the store.
  ///
  /// A version that differs from the store in what classes leave open alone becomes the store's; what this
  /// settled, later versions keep, but for derived attributes. Where no version does, an inverse that the store
  /// could have had by the rule, and has not, is not made by a change of something else.
  ///
  /// - Parameter versions: The versions, oldest first.
  /// - Returns: The versions in the same order.
  package func resolved(_ versions: [ModelDescription]) -> [ModelDescription] {
    guard !versions.contains(where: { $0.versionHashes == hashes }) else { return versions }
    let equal = versions.map(settled)
    var result = versions
    guard let start = equal.firstIndex(where: { $0 != nil }) else {
      guard let stored else { return versions }
      return versions.map { version in
        version.adoptingInverses(
          of: stored, dropping: stored.infersInverse, adding: { _, _ in isForeign })
      }
    }
    for index in versions.indices {
      if let equal = equal[index] {
        result[index] = equal
      } else if index > start {
        let (before, given) = (result[index - 1], versions[index - 1])
        result[index] = versions[index].adoptingInverses(
          of: before, dropping: { given.inverse(of: $0) == $1.relationship },
          adding: { one, _ in given.inverse(of: one) == nil }
        ).adoptingTraits(of: before, addsDerived: false)
      }
    }
    return result
  }

  /// A version with the inverses and traits that give it the hashes of the store; nil where there are none.
  private func settled(_ version: ModelDescription) -> ModelDescription? {
    guard version.entities.count == hashes.count,
      version.entities.allSatisfy({ hashes[$0.name] != nil })
    else { return nil }
    guard let stored else {
      let version = TraitSearch(version, hashes).applied(to: version)
      return version.versionHashes == hashes ? version : InverseSearch(version, hashes).found()
    }
    let candidate = version.adoptingInverses(
      of: stored, dropping: { _, _ in true }, adding: { _, _ in isForeign }
    ).adoptingTraits(of: stored, addsDerived: true)
    return candidate.versionHashes == hashes ? candidate : nil
  }
}

/// A relationship, by the entity that declares it.
struct RelationshipPlace: Hashable, Comparable {
  var entity: String
  var relationship: String

  static func < (one: Self, other: Self) -> Bool {
    (one.entity, one.relationship) < (other.entity, other.relationship)
  }
}

extension ModelDescription {
  /// The relationships whose inverses nobody gave.
  var openRelationships: [RelationshipPlace: RelationshipDescription] {
    var found: [RelationshipPlace: RelationshipDescription] = [:]
    for entity in entities {
      for case .relationship(let relationship) in entity.properties
      where relationship.leavesInverseOpen && !relationship.isTransient {
        found[RelationshipPlace(entity: entity.name, relationship: relationship.name)] =
          relationship
      }
    }
    return found
  }

  func inverse(of place: RelationshipPlace) -> String? {
    for case .relationship(let relationship) in entity(named: place.entity)?.properties ?? []
    where relationship.name == place.relationship {
      return relationship.inverseName
    }
    return nil
  }

  /// The model with other inverses of some relationships.
  ///
  /// - Parameter inverses: The names by the relationships; nil for none.
  /// - Returns: The model.
  func settingInverses(_ inverses: [RelationshipPlace: String?]) -> ModelDescription {
    guard !inverses.isEmpty else { return self }
    var result = self
    for (index, entity) in entities.enumerated() {
      for (number, property) in entity.properties.enumerated() {
        guard case .relationship(var relationship) = property,
          let inverse = inverses[
            RelationshipPlace(entity: entity.name, relationship: relationship.name)]
        else { continue }
        relationship.inverseName = inverse
        result.entities[index].properties[number] = .relationship(relationship)
      }
    }
    return result
  }

  /// The model with the inverses that another one has of what became the same relationships, as far as they
  /// were left open.
  ///
  /// - Parameters:
  ///   - former: The other model.
  ///   - drops: Whether two relationships of `former`, which are not each other's inverses there, keep
  ///     those which they became from being it.
  ///   - adds: Whether two that are each other's inverses there make those be it.
  /// - Returns: The model.
  fileprivate func adoptingInverses(
    of former: ModelDescription, dropping drops: (RelationshipPlace, RelationshipPlace) -> Bool,
    adding adds: (RelationshipPlace, RelationshipPlace) -> Bool
  ) -> ModelDescription {
    let open = openRelationships
    guard !open.isEmpty else { return self }
    let mapping = SchemaMapping(from: former, to: self)
    let origins = open.keys.reduce(into: [RelationshipPlace: RelationshipPlace]()) {
      $0[$1] = mapping.origin(of: $1)
    }
    var inverses: [RelationshipPlace: String?] = [:]
    for (place, relationship) in open {
      guard let name = relationship.inverseName, let was = origins[place] else { continue }
      let other = RelationshipPlace(entity: relationship.destination, relationship: name)
      guard open[other] != nil, let otherWas = origins[other],
        former.inverse(of: was) != otherWas.relationship, drops(was, otherWas)
      else { continue }
      inverses[place] = .some(nil)
    }
    for (place, relationship) in open {
      guard relationship.inverseName == nil || inverses[place] != nil, let was = origins[place],
        let inverse = former.inverse(of: was)
      else { continue }
      let other = open.first { other, back in
        back.destination == place.entity && other.entity == relationship.destination
          && (back.inverseName == nil || inverses[other] != nil)
          && origins[other]?.relationship == inverse
          && former.inverse(of: origins[other] ?? other) == was.relationship
      }
      guard let other = other?.key, let otherWas = origins[other], adds(was, otherWas) else {
        continue
      }
      inverses[place] = .some(other.relationship)
    }
    return settingInverses(inverses)
  }
}

extension SchemaMapping {
  /// The relationship that a relationship of the target was; nil for a new one.
  fileprivate func origin(of place: RelationshipPlace) -> RelationshipPlace? {
    guard let source = entity(becoming: place.entity)?.source,
      case .relationship(let relationship)? = origin(of: place.relationship, in: place.entity),
      let owner = self.source.owner(of: relationship.name, in: source)
    else { return nil }
    return RelationshipPlace(entity: owner, relationship: relationship.name)
  }
}
