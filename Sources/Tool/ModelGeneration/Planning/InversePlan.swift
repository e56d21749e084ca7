import DataSchema

/// How the code declares the inverses of a model's relationships.
struct InversePlan {
  /// The entity and name of a relationship.
  struct Place: Hashable {
    var entity: String
    var name: String
  }

  enum Statement: Hashable {
    /// This end names the other, which belongs to the entity.
    case given(entity: String, name: String)
    /// No declaration is needed: the other end names this one, or no relationship could be mistaken
    /// for its inverse.
    case nothing
    /// There is no inverse, which must be declared because another relationship could be mistaken
    /// for it.
    case none
    /// The relationship is its own inverse, which the macro cannot declare: it would refer to its
    /// own property.
    case itself
    /// The model's inverse cannot be expressed in code.
    case impossible
  }

  private var statements: [Place: Statement] = [:]

  subscript(entity: String, name: String) -> Statement {
    statements[Place(entity: entity, name: name)] ?? .nothing
  }

  init(_ model: ModelDescription) {
    let ends = Ends(model)
    for end in ends.all { statements[end.place] = ends.statement(end) }
    let open = ends.all.filter(isWithout)
    let byDestination = Dictionary(grouping: open, by: \.relationship.destination)
    for end in open {
      let mayBePaired = (byDestination[end.place.entity] ?? []).contains { other in
        other.place != end.place && other.place.entity == end.relationship.destination
      }
      if mayBePaired, statements[end.place] != .impossible {
        statements[end.place] = Statement.none
      }
    }
  }

  private func isWithout(_ end: End) -> Bool {
    end.relationship.inverseName == nil || statements[end.place] == .impossible
  }

  fileprivate struct End {
    var place: Place
    var relationship: RelationshipDescription
  }

  /// The ends of all stored relationships.
  private struct Ends {
    let all: [End]
    let byPlace: [Place: RelationshipDescription]
    private let lineage: Lineage

    init(_ model: ModelDescription) {
      lineage = Lineage(model)
      all = model.entities.flatMap { entity in
        entity.properties.compactMap { property in
          guard case .relationship(let relationship) = property, !relationship.isTransient
          else { return nil }
          return End(
            place: Place(entity: entity.name, name: relationship.name), relationship: relationship)
        }
      }
      byPlace = Dictionary(all.map { ($0.place, $0.relationship) }, uniquingKeysWith: { $1 })
    }

    func statement(_ end: End) -> Statement {
      guard let inverse = end.relationship.inverseName else { return .nothing }
      let other = Place(entity: end.relationship.destination, name: inverse)
      // Code can pair two relationships only if each is declared by the class that the other refers
      // to.
      guard let back = byPlace[other], back.destination == end.place.entity,
        back.inverseName == end.relationship.name
      else { return .impossible }
      guard other != end.place else { return .itself }
      let isNamedHere = precedes(end, End(place: other, relationship: back))
      return isNamedHere ? .given(entity: other.entity, name: other.name) : .nothing
    }

    private func depth(of end: End) -> Int { lineage.ancestry(of: end.place.entity).count }

    /// Whether an end should name the other one: preferably the to-many end, which usually has the
    /// delete rule.
    private func precedes(_ one: End, _ other: End) -> Bool {
      // The Swift 6.3 compiler may crash if a macro names a property of a subclass, especially a
      // subclass of the class that has the macro.
      let (depth, otherDepth) = (depth(of: one), depth(of: other))
      if depth != otherDepth { return depth > otherDepth }
      let (left, right) = (one.relationship, other.relationship)
      if left.isToMany != right.isToMany { return left.isToMany }
      let hasRule = left.deleteRule != .nullify
      if hasRule != (right.deleteRule != .nullify) { return hasRule }
      return (one.place.entity, one.place.name) < (other.place.entity, other.place.name)
    }
  }
}
