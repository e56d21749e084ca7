/// The location of one relationship in an instance: the slot of its property, and a key beside it.
///
/// Generated code creates it. The container's bindings learn the offsets from one instance for all
/// of them.
public struct _Link {
  let content: UnsafeMutableRawPointer
  let key: UnsafeMutablePointer<Int64>
}

extension _GeneratedCode {
  /// Returns nil, because the property is not a relationship.
  public static func link<Slot: _Slot>(
    _ slot: UnsafeMutablePointer<Slot>, _ key: UnsafeMutablePointer<Int64>
  ) -> _Link? { nil }

  /// The location of a to-one relationship.
  public static func link<Slot: _Slot>(
    _ slot: UnsafeMutablePointer<Slot>, _ key: UnsafeMutablePointer<Int64>
  ) -> _Link? where Slot._Value: PersistentModel { _Link(content: slot, key: key) }

  /// The location of an optional to-one relationship.
  public static func link<Slot: _Slot>(
    _ slot: UnsafeMutablePointer<Slot>, _ key: UnsafeMutablePointer<Int64>
  ) -> _Link? where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
    _Link(content: slot, key: key)
  }

  /// The location of a to-many relationship.
  public static func link<Slot: _Slot>(
    _ slot: UnsafeMutablePointer<Slot>, _ key: UnsafeMutablePointer<Int64>
  ) -> _Link? where Slot._Value: RelationshipCollection { _Link(content: slot, key: key) }
}

/// One relationship of one instance, independent of both classes.
///
/// The slot of a property of class type is a single reference. The slot of a property of array type
/// is a reference to the array's storage. Both look the same for every class, unless `SlotLayout`
/// finds otherwise.
struct RelationshipLink {
  /// The key of a to-one relationship that was not read yet.
  static let unknownKey = Int64.min

  private let content: UnsafeMutableRawPointer
  /// The key of a to-one target: 0 for nil, negative while the target is unsaved.
  private let keyPointer: UnsafeMutablePointer<Int64>
  private let isOptional: Bool
  /// The type that accesses the slot; nil if slots of all classes look alike.
  private let slot: (any RelationshipSlot.Type)?

  @inline(__always)
  init(
    _ content: UnsafeMutableRawPointer, _ key: UnsafeMutablePointer<Int64>, isOptional: Bool,
    _ slot: (any RelationshipSlot.Type)?
  ) {
    self.content = content
    keyPointer = key
    self.isOptional = isOptional
    self.slot = slot
  }

  var key: Int64 {
    get { keyPointer.pointee }
    nonmutating set { keyPointer.pointee = newValue }
  }
}

extension RelationshipLink {
  private var optionalModel: UnsafeMutablePointer<AnyObject??> {
    content.assumingMemoryBound(to: AnyObject??.self)
  }
  private var plainModel: UnsafeMutablePointer<AnyObject?> {
    content.assumingMemoryBound(to: AnyObject?.self)
  }

  /// The to-one target, if the slot retains it.
  var held: AnyObject? {
    if let slot { return slot.model(content) }
    return isOptional ? optionalModel.pointee ?? nil : plainModel.pointee
  }

  /// Makes the slot retain the target.
  func set(_ model: AnyObject) {
    if let slot { return slot.setModel(content, model) }
    if isOptional { optionalModel.pointee = .some(model) } else { plainModel.pointee = model }
  }

  /// Empties the slot; the key still identifies the target.
  func clear() {
    if let slot { return slot.setModel(content, nil) }
    if isOptional { optionalModel.pointee = .none } else { plainModel.pointee = nil }
  }

  /// Sets the slot to nil, if its type is optional; otherwise empties it.
  func setNil() {
    if let slot { return slot.setNone(content) }
    if isOptional { optionalModel.pointee = .some(nil) } else { plainModel.pointee = nil }
  }
}

extension RelationshipLink {
  private var optionalModels: UnsafeMutablePointer<[AnyObject]??> {
    content.assumingMemoryBound(to: [AnyObject]??.self)
  }
  private var plainModels: UnsafeMutablePointer<[AnyObject]?> {
    content.assumingMemoryBound(to: [AnyObject]?.self)
  }

  /// The members of a to-many relationship; nil while they are not loaded.
  var models: [AnyObject]? {
    if let slot { return slot.models(content) }
    guard isOptional else { return plainModels.pointee }
    guard case .some(let models) = optionalModels.pointee else { return nil }
    return models ?? []
  }

  var hasModels: Bool {
    if let slot { return slot.models(content) != nil }
    return isOptional ? optionalModels.pointee != nil : plainModels.pointee != nil
  }

  func setModels(_ models: [AnyObject]?) {
    if let slot { return slot.setModels(content, models) }
    if isOptional {
      optionalModels.pointee = models.map(Optional.some)
    } else {
      plainModels.pointee = models
    }
  }

  /// Makes a to-many relationship that was never set read as nil if its type is optional, otherwise
  /// as empty.
  func setNoModels() {
    if let slot { return slot.setNone(content) }
    if isOptional { optionalModels.pointee = .some(nil) } else { plainModels.pointee = [] }
  }

  /// Changes loaded members in place.
  func editModels(_ body: (inout [AnyObject]) -> Void) {
    if let slot {
      guard var models = slot.models(content) else { return }
      body(&models)
      return slot.setModels(content, models)
    }
    if isOptional {
      guard case .some(var models) = optionalModels.pointee.map({ $0 ?? [] }) else { return }
      optionalModels.pointee = .some(nil)
      body(&models)
      optionalModels.pointee = .some(models)
    } else {
      guard var models = plainModels.pointee else { return }
      plainModels.pointee = nil
      body(&models)
      plainModels.pointee = models
    }
  }
}
