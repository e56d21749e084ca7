import Foundation

/// Resolves what a program's models leave open, or cannot express, by the contents of a store.
///
/// Inverses are part of version hashes and determine the tables. Releases of SwiftData infer them
/// by different rules, so the same classes may have created one store with an inverse and another
/// without. The file decides; an inverse that is declared explicitly is kept.
///
/// Model classes cannot express abstract entities, hash modifiers of entities, ordered
/// relationships and derived attributes, which Core Data files can contain. A version that
/// otherwise equals such a file adopts them.
package struct InverseResolution {
  private let hashes: [String: Data]
  private let stored: ModelDescription?
  private let isForeign: Bool

  /// - Parameters:
  ///   - hashes: The version hashes of the store.
  ///   - stored: The entities of the store; nil if it contains only the hashes.
  ///   - isForeign: Whether another program, with its own rule for inverses, wrote the store.
  package init(hashes: [String: Data], stored: ModelDescription?, isForeign: Bool) {
    (self.hashes, self.stored, self.isForeign) = (hashes, stored, isForeign)
  }

  /// Returns the versions of a program's models with inverses and traits adopted from the store.
  ///
  /// A version that differs from the store only in what classes leave open becomes the store's
  /// version. Later versions keep what this resolved, except for derived attributes. If no version
  /// matches, an inverse that the rule would infer but the store lacks is not added along with
  /// other changes.
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

  /// Returns a version with inverses and traits that give it the hashes of the store; nil if there
  /// are none.
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

/// A relationship, identified by the entity that declares it and its name.
struct RelationshipPlace: Hashable, Comparable {
  var entity: String
  var relationship: String

  static func < (one: Self, other: Self) -> Bool {
    (one.entity, one.relationship) < (other.entity, other.relationship)
  }
}

extension ModelDescription {
  /// The relationships whose inverses are not specified.
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

  /// Returns the model with other inverses of some relationships.
  ///
  /// - Parameter inverses: The names of the inverses by relationship; nil for no inverse.
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

  /// Returns the model with inverses adopted from the corresponding relationships of another one,
  /// for relationships that leave them open.
  ///
  /// - Parameters:
  ///   - former: The other model.
  ///   - drops: Whether two relationships that are not inverses in `former` lose their inverse in
  ///     this model.
  ///   - adds: Whether two relationships that are inverses in `former` become inverses in this
  ///     model.
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
  /// Returns the origin of a relationship of the target; nil for a new one.
  fileprivate func origin(of place: RelationshipPlace) -> RelationshipPlace? {
    guard let source = entity(becoming: place.entity)?.source,
      case .relationship(let relationship)? = origin(of: place.relationship, in: place.entity),
      let owner = self.source.owner(of: relationship.name, in: source)
    else { return nil }
    return RelationshipPlace(entity: owner, relationship: relationship.name)
  }
}
