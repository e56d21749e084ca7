import CoreDataFormat
import DataSchema
import Locks

/// How one relationship of one model class meets its tables and its other end.
final class RelationshipBinding: @unchecked Sendable {
  // `@unchecked`: everything is set in `init` and never changes, but for what is atomic.

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
  unowned let owner: EntityBinding
  private unowned let lazyDestination: LazyBinding
  /// Which identity map of a context the models at the other end stand in.
  let destinationMap: Int
  private let inverseName: String?
  private let knownInverse = LazyReference<Inverse>()
  /// Whether models may hold each other through this relationship and others; -1 while nobody asked.
  private let knownCycle = Atomic<Int8>(-1)
  /// The number of the relationship in its container.
  let number: Int
  /// Where instances keep the relationship; nil where each is asked.
  private let place: Place?
  /// Uses the slot by its type; nil where all slots look alike.
  private let slot: (any RelationshipSlot.Type)?

  /// Distances in bytes from the start of an instance.
  struct Place: Equatable {
    var content: Int
    var key: Int
  }

  init(
    _ declared: LazyRelationship, _ description: RelationshipDescription, index: Int,
    storage: Storage, owner: EntityBinding, place: Place?, slot: (any RelationshipSlot.Type)?
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
    lazyDestination = declared.destination
    destinationMap = declared.destination.mapIndex
    inverseName = description.inverseName
    number = declared.number
    self.place = place
    self.slot = slot
  }

  /// The mask that the property is alone in.
  var mask: PropertyMask { PropertyMask([index]) }

  /// Whether changes of who is related are kept apart until they are saved, since no instance has
  /// a slot that tells.
  var isJournaled: Bool {
    switch storage {
    case .foreignKey: false
    case .children: inverse == nil
    case .join: true
    }
  }

  /// Whether a model of the owner's class is not complete without another end.
  var needsTarget: Bool { !isToMany && !isOptional }

  /// Where `object`, an instance of the owner, keeps the relationship.
  func link(of object: AnyObject) -> RelationshipLink {
    guard let place else { return owner.link(of: object, self) }
    let base = Unmanaged.passUnretained(object).toOpaque()
    return link(
      at: base + place.content, (base + place.key).assumingMemoryBound(to: Int64.self))
  }

  /// The relationship of the instance that keeps it there.
  @inline(__always)
  func link(
    at content: UnsafeMutableRawPointer, _ key: UnsafeMutablePointer<Int64>
  ) -> RelationshipLink {
    RelationshipLink(content, key, isOptional: isOptional, slot)
  }

  /// The column of the model's own row that holds the key of the other end, if there is one.
  var foreignKey: String? {
    if case .foreignKey(let column) = storage { column } else { nil }
  }
}

extension RelationshipBinding {
  /// The other end's binding, made when somebody asks for it.
  var destination: EntityBinding {
    @inline(__always) get { lazyDestination.binding }
  }

  /// The relationship that leads back; nil where the other end knows nothing of this one.
  var inverse: RelationshipBinding? {
    guard let inverseName else { return nil }
    return knownInverse.value {
      Inverse(destination.relationships.first { $0.name == inverseName })
    }.relationship
  }

  private final class Inverse: Sendable {
    unowned let relationship: RelationshipBinding?
    init(_ relationship: RelationshipBinding?) { self.relationship = relationship }
  }

  /// Whether models may hold each other through this relationship and others.
  var mayBeCyclic: Bool {
    let known = knownCycle.load(ordering: .relaxed)
    if known >= 0 { return known > 0 }
    let isCyclic = leadsBack
    knownCycle.store(isCyclic ? 1 : 0, ordering: .relaxed)
    return isCyclic
  }

  /// Whether a model can be reached from itself through arrays of members, this one first.
  private var leadsBack: Bool {
    if case .join = storage { return true }
    return owner.isReached(from: lazyDestination)
  }
}
