// swift-format-ignore-file
// conformances: _InlineModel, Sendable
final class Person: NamedModel {
  var name: String {
  @storageRestrictions(initializes: _name)
  init(initialValue) {
    _name = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, Person._$firstIndex + 0, &_name)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, Person._$firstIndex + 0, &_name, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, Person._$firstIndex + 0, &_name)
    defer { OpenSwiftData._GeneratedCode.endModify(self, Person._$firstIndex + 0) }
    yield &_name!
  }
  }

  @exclusivity(unchecked) private var _name: Swift.Optional<String>
  init(name: String) { self.name = name }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Person, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Person, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Person.self)
    _$list.add("name", (String).self)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Person.name }
    return \Person.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Person?.?.name }
    return nil
  }

  private static var _$firstIndex: Int { 0 }

  required convenience init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    self.init(_$isEmpty: true)
  }

  required convenience init(
    backingData: any OpenSwiftData.BackingData<Person>
  ) {
    self.init(_$isEmpty: false)
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  private init(_$isEmpty: Swift.Bool) {
    _name = nil
    // A superclass that is not a model must have an init(), and the model must be final.
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Person> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_name)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _name)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_name)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Person: nonisolated OpenSwiftData._InlineModel {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Person: Swift.Sendable {}
