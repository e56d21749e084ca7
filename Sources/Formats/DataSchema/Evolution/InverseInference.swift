/// The rule that infers inverses of relationships whose inverses are not specified.
package enum InverseInference {
  /// A candidate for the rule, with the traits that the rule depends on.
  package struct Candidate: Hashable, Sendable {
    package var name: String
    package var isToMany: Bool
    package var isOptional: Bool

    package init(name: String, isToMany: Bool, isOptional: Bool) {
      (self.name, self.isToMany, self.isOptional) = (name, isToMany, isOptional)
    }
  }

  /// Pairs the relationships of two entities, if each has exactly one to the other, at least one is
  /// to-one, and every to-one relationship is optional.
  ///
  /// - Parameters:
  ///   - there: The relationships from the first entity to the second that have no inverse yet.
  ///   - back: The relationships from the second entity to the first; nil if both entities are the
  ///     same.
  /// - Returns: The names of the two, that of the first entity's first.
  package static func pair(_ there: [Candidate], _ back: [Candidate]?) -> (String, String)? {
    guard let back else {
      // A tree's parent and children are paired; two relationships of the same kind are not.
      return pair(there.filter { !$0.isToMany }, there.filter(\.isToMany))
    }
    guard there.count == 1, back.count == 1, let first = there.first, let second = back.first
    else { return nil }
    let single = [first, second].filter { !$0.isToMany }
    guard !single.isEmpty, single.allSatisfy(\.isOptional) else { return nil }
    return (first.name, second.name)
  }
}

extension ModelDescription {
  /// Returns whether the rule pairs two relationships without inverse.
  func infersInverse(of one: RelationshipPlace, _ other: RelationshipPlace) -> Bool {
    let there = candidates(of: one.entity, to: other.entity)
    let back = one.entity == other.entity ? nil : candidates(of: other.entity, to: one.entity)
    guard let pair = InverseInference.pair(there, back) else { return false }
    let names = [one.relationship, other.relationship]
    return names == [pair.0, pair.1] || back == nil && names == [pair.1, pair.0]
  }

  private func candidates(
    of entity: String, to destination: String
  ) -> [InverseInference.Candidate] {
    (self.entity(named: entity)?.properties ?? []).compactMap { property in
      guard case .relationship(let relationship) = property, relationship.inverseName == nil,
        relationship.destination == destination, !relationship.isTransient
      else { return nil }
      return InverseInference.Candidate(
        name: relationship.name, isToMany: relationship.isToMany,
        isOptional: relationship.isOptional)
    }
  }
}
