// swift-format-ignore-file
final class Quake {
  var code: String {
  @storageRestrictions(initializes: _code)
  init(initialValue) {
    _code = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.code)
    }
    if let value = _code {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_code, "code", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _code = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Quake.code) {
        _code = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.code)
    }
    if _code == nil {
      OpenSwiftData._fireFault(self, 0)
      _code = OpenSwiftData._resolved(_code, "code", of: self)
    }
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Quake.code)
    defer {
      OpenSwiftData._endMutation(self, \Quake.code)
    }
    yield &_code!
  }
  }

  @exclusivity(unchecked) private var _code: Swift.Optional<String>
  init(code: String) { self.code = code }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: KeyPath<Quake, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: KeyPath<Quake, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata(name: "code", keypath: \Quake.code, defaultValue: nil, metadata: nil),
      OpenSwiftData.Schema.PropertyMetadata(name: "", keypath: \Quake.persistentModelID, defaultValue: nil, metadata: OpenSwiftData.Schema.Unique<Quake>([\.code], [\.place, \.time])),
      OpenSwiftData.Schema.PropertyMetadata(name: "", keypath: \Quake.persistentModelID, defaultValue: nil, metadata: OpenSwiftData.Schema.Index<Quake>([\.magnitude], [\.place, \.time])),
      OpenSwiftData.Schema.PropertyMetadata(name: "", keypath: \Quake.persistentModelID, defaultValue: nil, metadata: OpenSwiftData.Schema.Index<Quake>([\.time])),
      OpenSwiftData.Schema.PropertyMetadata(name: "", keypath: \Quake.persistentModelID, defaultValue: nil, metadata: OpenSwiftData.Schema.Index<Quake>(.binary([\.place]), .rtree([\.latitude, \.longitude]))),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _code = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Quake>
  ) {
    _code = nil
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Quake> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_code)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _code)
  }

  func _$unload(_ mask: UInt64) {
    if mask & 0x1 != 0 { _code = nil }
  }
}

extension Quake: OpenSwiftData.PersistentModel, OpenSwiftData._InlineModel, Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Quake: Sendable {}
