import CoreDataFormat
import DataSchema

/// How one relationship of one model class meets its tables and its other end.
final class RelationshipBinding: @unchecked Sendable {
  // `@unchecked`: `inverse` and `mayBeCyclic` are set while the container's bindings are made, before anyone shares
  // them; nothing changes afterwards.

  /// Where the store keeps who is related.
  enum Storage {
    /// A column of the model's own row holds the key of the other end.
    case foreignKey(column: String)
    /// A column of the rows at the other end holds the key of the model.
    case children(table: String, column: String)
    case join(JoinTable)
  }

  /// The number of the property in its model.
  let index: Int
  let name: String
  let isToMany: Bool
  let isOptional: Bool
  let deleteRule: RelationshipDescription.DeleteRule
  /// The least number of models at the other end; 0 for no bound.
  let minimumCount: Int
  /// The greatest number of models at the other end; 0 for no bound.
  let maximumCount: Int
  let storage: Storage
  /// Bindings live as long as the container's core, which whoever uses a relationship holds.
  unowned(unsafe) let owner: EntityBinding
  unowned(unsafe) let destination: EntityBinding
  fileprivate(set) unowned(unsafe) var inverse: RelationshipBinding?
  /// Whether models may hold each other through this relationship and others.
  fileprivate(set) var mayBeCyclic = true
  /// The number of the relationship in its container.
  let number: Int
  /// Where instances keep the relationship; nil for models written by hand.
  private let place: Place?

  /// Distances in bytes from the start of an instance.
  struct Place {
    var content: Int
    var key: Int
  }

  init(
    _ description: RelationshipDescription, index: Int, number: Int, storage: Storage,
    owner: EntityBinding, destination: EntityBinding, place: Place?
  ) {
    self.index = index
    name = description.name
    isToMany = description.isToMany
    isOptional = description.isOptional
    deleteRule = description.deleteRule
    minimumCount = description.minimumCount
    maximumCount = description.isToMany ? description.maximumCount : 0
    self.storage = storage
    self.owner = owner
    self.destination = destination
    self.number = number
    self.place = place
  }

  /// The bit of the property in an instance's mask of changes.
  var bit: UInt64 { 1 &<< UInt64(min(index, 63)) }

  /// Whether changes of who is related are kept apart until they are saved, since no instance has
  /// a slot that tells.
  var isJournaled: Bool {
    switch storage {
    case .foreignKey: false
    case .children: inverse == nil
    case .join: true
    }
  }

  /// Where `object`, an instance of the owner, keeps the relationship.
  func link(of object: AnyObject) -> RelationshipLink {
    guard let place else { return owner.link(of: object, self) }
    let base = Unmanaged.passUnretained(object).toOpaque()
    return RelationshipLink(
      base + place.content, (base + place.key).assumingMemoryBound(to: Int64.self),
      isOptional: isOptional)
  }

  /// The column of the model's own row that holds the key of the other end, if there is one.
  var foreignKey: String? {
    if case .foreignKey(let column) = storage { column } else { nil }
  }
}

extension RelationshipBinding {
  /// Makes the relationships of `bindings` and connects them with each other.
  static func connect(_ bindings: [EntityBinding]) throws {
    var number = 0
    for binding in bindings {
      try binding.makeRelationships(among: bindings, number: &number)
    }
    for binding in bindings {
      for relationship in binding.relationships {
        guard let name = binding.relationshipDescriptions[relationship.name]?.inverseName else {
          continue
        }
        relationship.inverse = relationship.destination.relationships.first { $0.name == name }
      }
    }
    for binding in bindings {
      for relationship in binding.relationships {
        relationship.mayBeCyclic = relationship.leadsBack
        for target in bindings where target.mapIndex == relationship.destination.mapIndex {
          target.incoming.append(relationship)
        }
      }
    }
  }
}

extension RelationshipBinding {
  /// Whether a model can be reached from itself through arrays of members, this one first.
  fileprivate var leadsBack: Bool {
    if case .join = storage { return true }
    var waiting = [destination]
    var seen: [Bool] = []
    while let binding = waiting.popLast() {
      if binding.mapIndex == owner.mapIndex { return true }
      while seen.count <= binding.mapIndex { seen.append(false) }
      guard !seen[binding.mapIndex] else { continue }
      seen[binding.mapIndex] = true
      waiting += binding.relationships.filter(\.isToMany).map(\.destination)
    }
    return false
  }
}
