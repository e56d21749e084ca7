import DataSchema
import Locks
import RecordStore

/// How instances of one model class are related to those of another.
final class RelationshipBinding: @unchecked Sendable {
  // `@unchecked`: everything is set in `init` and never changes, but for what is atomic.

  /// How the rows are related.
  let record: RecordRelationship
  /// The number of the property in its model.
  let index: Int
  let name: String
  let isToMany: Bool
  let isOptional: Bool
  /// Bindings live as long as the container's core, which whoever uses a relationship holds.
  unowned let owner: EntityBinding
  private unowned let lazyDestination: LazyBinding
  /// Which identity map of a context the models at the other end stand in.
  let destinationMap: Int
  private let knownInverse = Lazy<Inverse>()
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
    _ record: RecordRelationship, number: Int, owner: EntityBinding, destination: LazyBinding,
    place: Place?, slot: (any RelationshipSlot.Type)?
  ) {
    self.record = record
    index = record.index
    name = record.name
    isToMany = record.isToMany
    // What the slot looks like is the class's matter; the tables may leave more open.
    isOptional = isOptionalType(owner.properties[record.index].metadata.valueType)
    self.owner = owner
    lazyDestination = destination
    destinationMap = destination.mapIndex
    self.number = number
    self.place = place
    self.slot = slot
  }

  /// The mask that the property is alone in.
  var mask: PropertyMask { record.mask }

  /// Whether a model of the owner's class is not complete without another end.
  var needsTarget: Bool { record.needsTarget }

  /// What becomes of the models at the other end when a model of the owner's class is deleted.
  var deleteRule: RelationshipDescription.DeleteRule { record.deleteRule }

  /// Whether pairs of rows tell who is related, rather than the members' rows.
  var hasJoinedPairs: Bool {
    if case .join = record.storage { true } else { false }
  }

  /// Whether changes of who is related are kept apart until they are saved, since no instance has
  /// a slot that tells.
  var keepsPendingLinks: Bool {
    switch record.storage {
    case .foreignKey: false
    case .children: inverse == nil
    case .join: true
    }
  }

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
}

extension RelationshipBinding {
  /// The other end's binding, made when somebody asks for it.
  var destination: EntityBinding {
    @inline(__always) get { lazyDestination.binding }
  }

  /// The relationship that leads back; nil where the other end knows nothing of this one.
  var inverse: RelationshipBinding? {
    knownInverse.value {
      Inverse(record.inverse.flatMap { destination.relationship($0.index) })
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
    if case .join = record.storage { return true }
    return owner.record.node.isReached(from: lazyDestination.node)
  }
}
