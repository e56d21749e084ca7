import Foundation

/// A search for unspecified inverses that give a model certain version hashes.
///
/// A hash only shows whether everything in its entity is right, so all combinations are tried.
/// Those of unrelated entities are tried separately, and their number is limited.
struct InverseSearch {
  private let model: ModelDescription
  private let hashes: [String: Data]
  private let lineage: Lineage

  /// The maximum number of combinations for a group of related entities.
  private static let limit = 1_024

  init(_ model: ModelDescription, _ hashes: [String: Data]) {
    (self.model, self.hashes, lineage) = (model, hashes, Lineage(model))
  }

  /// Returns the model with these inverses; nil if there are none.
  func found() -> ModelDescription? {
    let own = model.versionHashes
    let wrong = Set(own.keys.filter { own[$0] != hashes[$0] })
    let open = model.openRelationships.filter { wrong.contains($0.key.entity) }
    var result = model
    for ways in groups(of: Self.ways(open)) {
      let ends = Set(ways.flatMap { [$0.one, $0.other] })
      let none = ends.reduce(into: [RelationshipPlace: String?]()) { $0[$1] = .some(nil) }
      var attempt = Attempt(ways: ways, inverses: none)
      guard attempt.succeeds({ isRight($0, Set(ends.map(\.entity))) }) else { return nil }
      result = result.settingInverses(attempt.inverses)
    }
    return result.versionHashes == hashes ? result : nil
  }

  /// Two relationships that could be inverses of each other.
  private struct Way {
    var one: RelationshipPlace
    var other: RelationshipPlace
  }

  private static func ways(
    _ open: [RelationshipPlace: RelationshipDescription]
  ) -> [Way] {
    let places = open.keys.sorted()
    return places.indices.flatMap { index -> [Way] in
      let one = places[index]
      return places[(index + 1)...].compactMap { other in
        open[one]?.destination == other.entity && open[other]?.destination == one.entity
          ? Way(one: one, other: other) : nil
      }
    }
  }

  /// Groups the pairs of relationships whose entities are connected by them.
  private func groups(of ways: [Way]) -> [[Way]] {
    var groups: [(entities: Set<String>, ways: [Way])] = []
    for way in ways {
      let entities: Set<String> = [way.one.entity, way.other.entity]
      let touching = groups.filter { !$0.entities.isDisjoint(with: entities) }
      groups.removeAll { !$0.entities.isDisjoint(with: entities) }
      groups.append(
        (
          touching.reduce(entities) { $0.union($1.entities) },
          touching.flatMap(\.ways) + [way]
        ))
    }
    return groups.map(\.ways)
  }

  /// Returns whether some entities have the required hashes with these inverses.
  private func isRight(
    _ inverses: [RelationshipPlace: String?], _ names: Set<String>
  ) -> Bool {
    let lines = Set(names.flatMap { lineage.ancestry(of: $0).map(\.name) })
    let part = ModelDescription(entities: model.entities.filter { lines.contains($0.name) })
    let found = part.settingInverses(inverses).versionHashes
    return names.allSatisfy { found[$0] == hashes[$0] }
  }

  /// The combinations of one group, tried recursively, starting without any pair.
  private struct Attempt {
    let ways: [Way]
    var inverses: [RelationshipPlace: String?]
    private var count = 0

    init(ways: [Way], inverses: [RelationshipPlace: String?]) {
      (self.ways, self.inverses) = (ways, inverses)
    }

    mutating func succeeds(
      from index: Int = 0, _ isRight: ([RelationshipPlace: String?]) -> Bool
    ) -> Bool {
      guard index < ways.count else {
        count += 1
        return isRight(inverses)
      }
      if succeeds(from: index + 1, isRight) { return true }
      let way = ways[index]
      guard count < InverseSearch.limit, inverses[way.one] == .some(nil),
        inverses[way.other] == .some(nil)
      else { return false }
      inverses[way.one] = .some(way.other.relationship)
      inverses[way.other] = .some(way.one.relationship)
      if succeeds(from: index + 1, isRight) { return true }
      inverses[way.one] = .some(nil)
      inverses[way.other] = .some(nil)
      return false
    }
  }
}
