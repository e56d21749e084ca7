import DataSchema
import Locks
import RecordStore

/// How instances of one model class are related to those of another.
final class RelationshipBinding: @unchecked Sendable {
  // `@unchecked`: all properties are set in `init` and never change, except for atomic ones.

  /// The relationship between the rows.
  let record: RecordRelationship
  /// The index of the property in its model.
  let index: Int
  let name: String
  let isToMany: Bool
  let isOptional: Bool
  /// Bindings live as long as the container's core, which every user of a relationship retains.
  unowned let owner: EntityBinding
  /// The index of the context's identity map that contains the models at the other end.
  let destinationMap: Int
  private let knownTarget = Lazy<Target>()
  /// A cache of `mayBeCyclic`: 1 or 0, or -1 if it was not computed yet.
  private let knownCycle = Atomic<Int8>(-1)
  /// The index of the relationship in its container.
  let number: Int
  /// The location of the relationship in instances; nil if each instance has to be asked.
  private let place: Place?
  /// The type that accesses the slot; nil if all slots look alike.
  private let slot: (any RelationshipSlot.Type)?

  /// Distances in bytes from the start of an instance.
  struct Place: Equatable {
    var content: Int
    var key: Int
  }

  init(
    _ record: RecordRelationship, owner: EntityBinding, place: Place?,
    slot: (any RelationshipSlot.Type)?
  ) {
    self.record = record
    index = record.index
    name = record.name
    isToMany = record.isToMany
    // The class decides the type of the slot; the tables may allow more.
    isOptional = isOptionalType(owner.properties[record.index].metadata.valueType)
    self.owner = owner
    destinationMap = owner.siblings.mapIndex(ofTree: record.destinationTree)
    number = owner.siblings.firstRelationship + record.number
    self.place = place
    self.slot = slot
  }

  /// The mask that contains only this property.
  var mask: PropertyMask { record.mask }

  /// Whether a model of the owner's class requires a target.
  var needsTarget: Bool { record.needsTarget }

  /// The delete rule for the related models when a model of the owner's class is deleted.
  var deleteRule: RelationshipDescription.DeleteRule { record.deleteRule }

  /// Whether links are rows of a join table, rather than columns of the members' rows.
  var hasJoinedPairs: Bool {
    if case .join = record.storage { true } else { false }
  }

  /// Whether unsaved changes are kept as pending links, because no instance has a slot that records
  /// them.
  var keepsPendingLinks: Bool {
    switch record.storage {
    case .foreignKey: false
    case .children: inverse == nil
    case .join: true
    }
  }

  /// The location of the relationship in `object`, an instance of the owner.
  func link(of object: AnyObject) -> RelationshipLink {
    guard let place else { return owner.link(of: object, self) }
    let base = Unmanaged.passUnretained(object).toOpaque()
    return link(
      at: base + place.content, (base + place.key).assumingMemoryBound(to: Int64.self))
  }

  /// The relationship of the instance that stores it at this location.
  @inline(__always)
  func link(
    at content: UnsafeMutableRawPointer, _ key: UnsafeMutablePointer<Int64>
  ) -> RelationshipLink {
    RelationshipLink(content, key, isOptional: isOptional, slot)
  }
}

extension RelationshipBinding {
  /// The binding of the destination, created at first use.
  var destination: EntityBinding {
    @inline(__always) get { target.destination }
  }

  /// The inverse relationship; nil if the destination has none.
  var inverse: RelationshipBinding? { target.inverse }

  private var target: Target {
    @inline(__always) get { knownTarget.value { Target(of: record, owner.siblings) } }
  }

  private final class Target: Sendable {
    // Unowned, like `owner`.

    unowned let destination: EntityBinding
    unowned let inverse: RelationshipBinding?

    init(of record: RecordRelationship, _ bindings: StoreBindings) {
      let destination = bindings.binding(of: record.destination)
      self.destination = destination
      inverse = record.inverse.flatMap { destination.relationship($0.index) }
    }
  }

  /// Whether models can form retain cycles through this relationship and others.
  var mayBeCyclic: Bool {
    let known = knownCycle.load(ordering: .relaxed)
    if known >= 0 { return known > 0 }
    let isCyclic = leadsBack
    knownCycle.store(isCyclic ? 1 : 0, ordering: .relaxed)
    return isCyclic
  }

  /// Whether a model can be reached from itself through arrays of members, starting with this
  /// relationship.
  private var leadsBack: Bool {
    if case .join = record.storage { return true }
    return owner.record.isReached(from: record.destination)
  }
}
