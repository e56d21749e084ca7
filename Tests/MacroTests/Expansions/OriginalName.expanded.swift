// swift-format-ignore-file
final class Journey {
  var title: String {
  @storageRestrictions(initializes: _title)
  init(initialValue) {
    _title = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Journey.title)
    }
    if let value = OpenSwiftData._value(&_title) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_title, "title", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _title = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Journey.title) {
        _title = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Journey.title)
    }
    if case nil = _title {
      OpenSwiftData._fireFault(self, 0)
      _title = OpenSwiftData._resolved(_title, "title", of: self)
    }
    OpenSwiftData._settle(&_title)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Journey.title)
    defer {
      OpenSwiftData._endMutation(self, \Journey.title)
    }
    yield &_title!
  }
  }

  @exclusivity(unchecked) private var _title: Swift.Optional<String> = ""
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Journey, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Journey, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("title", \Journey.title, "" as String, nil),
      OpenSwiftData.Schema.PropertyMetadata("", \Journey.persistentModelID, nil, OpenSwiftData.Schema._FormerName<Journey>("Trip")),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _title = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Journey>
  ) {
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Journey> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_title)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _title)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _title = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Journey: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Journey: Swift.Sendable {}
