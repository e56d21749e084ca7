// swift-format-ignore-file
public final class Card {
  var number: Int {
  @storageRestrictions(initializes: _number)
  init(initialValue) {
    _number = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_number)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_number, newValue)
  }
  }

  @exclusivity(unchecked) private var _number: Swift.Optional<Int> = 0
  init() {}
  public static func == (lhs: Card, rhs: Card) -> Bool { lhs.number == rhs.number }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  public var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Card, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Card, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  public static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Card.self)
    _$list.add("number", (Int).self)
    _$list.setDefault(0 as Int)
    return _$list.metadata
  }

  public static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Card.number }
    return \Card.persistentModelID
  }

  public static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Card?.?.number }
    return nil
  }

  public required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _number = nil
  }

  public required init(
    backingData: any OpenSwiftData.BackingData<Card>
  ) {
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  public var persistentBackingData: any OpenSwiftData.BackingData<Card> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  public func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_number)
  }

  public func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _number)
  }

  public func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_number)
  }

  public func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }

  @_implements(Swift.Equatable, ==(_:_:))
  public static func _$isEqual(_ lhs: Card, _ rhs: Card) -> Swift.Bool {
    lhs == rhs
  }
}

extension Card: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Card: Swift.Sendable {}
