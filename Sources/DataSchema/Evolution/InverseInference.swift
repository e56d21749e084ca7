/// The rule by which two relationships whose inverse nobody gave become each other's.
package enum InverseInference {
  /// A relationship that the rule may choose, with all that it looks at.
  package struct Candidate: Hashable, Sendable {
    package var name: String
    package var isToMany: Bool
    package var isOptional: Bool

    package init(name: String, isToMany: Bool, isOptional: Bool) {
      (self.name, self.isToMany, self.isOptional) = (name, isToMany, isOptional)
    }
  }

  /// Pairs relationships of two entities that have exactly one each to the other, one of which holds a
  /// single model, while every single one may be nil.
  ///
  /// - Parameters:
  ///   - there: Those of the one entity to the other that have no inverse yet.
  ///   - back: Those of the other entity to the one; nil where both are the same.
  /// - Returns: The names of the two, that of the first entity's first.
  package static func pair(_ there: [Candidate], _ back: [Candidate]?) -> (String, String)? {
    guard let back else {
      // Parent and children of a tree; two of a kind say nothing of each other.
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
  /// Whether the rule makes two relationships without inverse each other's.
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
