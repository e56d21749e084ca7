/// Breaks retain cycles among models that leave a context.
///
/// Those are unsaved models that the context forgets, and models whose rows were deleted. Nothing
/// else could break these cycles. Models that are not part of a cycle stay as they are, and can be
/// inserted again.
struct CircleCut {
  private enum Mark { case open, done }

  private struct Visit {
    let object: AnyObject
    var ways: [(relationship: RelationshipBinding, other: AnyObject)]
  }

  private let bindings: [ObjectIdentifier: EntityBinding]
  private var marks: [ObjectIdentifier: Mark] = [:]

  /// - Parameter entries: The models that leave the context.
  init(_ entries: [PendingChanges.Entry]) {
    bindings = Dictionary(
      entries.map { (ObjectIdentifier($0.model as AnyObject), $0.binding) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Breaks each cycle by clearing the reference that closes it.
  ///
  /// - Complexity: O(n) for n models and the models that they retain; chains may be of any length.
  mutating func run(_ entries: [PendingChanges.Entry]) {
    for entry in entries where !entry.binding.relationships.isEmpty {
      let object = entry.model as AnyObject
      guard marks[ObjectIdentifier(object)] == nil else { continue }
      walk(from: object)
    }
  }

  private mutating func walk(from object: AnyObject) {
    var way: [Visit] = []
    enter(object, &way)
    while !way.isEmpty {
      guard let (relationship, other) = way[way.count - 1].ways.popLast() else {
        marks[ObjectIdentifier(way.removeLast().object)] = .done
        continue
      }
      switch marks[ObjectIdentifier(other)] {
      case .done?: break
      case .open?: part(from: other, way[way.count - 1].object, relationship)
      case nil: enter(other, &way)
      }
    }
  }

  private mutating func enter(_ object: AnyObject, _ way: inout [Visit]) {
    guard let binding = bindings[ObjectIdentifier(object)] else { return }
    marks[ObjectIdentifier(object)] = .open
    var ways: [(RelationshipBinding, AnyObject)] = []
    for relationship in binding.relationships {
      let link = relationship.link(of: object)
      if relationship.isToMany {
        guard link.hasModels else { continue }
        for member in link.models ?? [] { ways.append((relationship, member)) }
      } else if let target = link.held {
        ways.append((relationship, target))
      }
    }
    way.append(Visit(object: object, ways: ways))
  }

  private func part(
    from other: AnyObject, _ object: AnyObject, _ relationship: RelationshipBinding
  ) {
    relationship.owner.mutate(object, property: relationship.index) {
      let link = relationship.link(of: object)
      if relationship.isToMany {
        link.editModels { $0.removeAll { $0 === other } }
      } else {
        link.setNil()
      }
    }
  }
}
