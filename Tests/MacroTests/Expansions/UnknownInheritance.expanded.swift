// swift-format-ignore-file
final class Person: Named {
  var name: String {
  @storageRestrictions(initializes: _name)
  init(initialValue) {
    _name = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Person.name)
    }
    if let value = OpenSwiftData._value(&_name) {
      return value
    }
    OpenSwiftData._fireFault(self, Person._$firstIndex + 0)
    return OpenSwiftData._resolved(_name, "name", of: self)
  }
  set {
    if _$state._isPlain(Person._$firstIndex + 0) {
      _name = newValue
    } else {
      OpenSwiftData._willSet(self, Person._$firstIndex + 0)
      withMutation(keyPath: \Person.name) {
        _name = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Person.name)
    }
    if case nil = _name {
      OpenSwiftData._fireFault(self, Person._$firstIndex + 0)
      _name = OpenSwiftData._resolved(_name, "name", of: self)
    }
    OpenSwiftData._settle(&_name)
    OpenSwiftData._willSet(self, Person._$firstIndex + 0)
    OpenSwiftData._beginMutation(self, \Person.name)
    defer {
      OpenSwiftData._endMutation(self, \Person.name)
    }
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
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Person, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("name", \Person.name, nil, nil),
    ]
  }

  private static var _$firstIndex: Int { 0 }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _name = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Person>
  ) {
    _name = nil
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Person> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_name)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _name)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _name = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Person: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Person: Swift.Sendable {}
