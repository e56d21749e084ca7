// swift-format-ignore-file
final class Settings {
  var first: Int {
  @storageRestrictions(initializes: _first)
  init(initialValue) {
    _first = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Settings.first)
    }
    if let value = OpenSwiftData._value(&_first) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_first, "first", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _first = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Settings.first) {
        _first = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Settings.first)
    }
    if case nil = _first {
      OpenSwiftData._fireFault(self, 0)
      _first = OpenSwiftData._resolved(_first, "first", of: self)
    }
    OpenSwiftData._settle(&_first)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Settings.first)
    defer {
      OpenSwiftData._endMutation(self, \Settings.first)
    }
    yield &_first!
  }
  }

  @exclusivity(unchecked) private var _first: Swift.Optional<Int> = 1
  #if DEBUG
    var trace: Bool = false
    #if os(Windows)
      var registry: String = ""
    #endif
  #else
    var release: Bool = false
  #endif
  var last: Int {
  @storageRestrictions(initializes: _last)
  init(initialValue) {
    _last = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Settings.last)
    }
    if let value = OpenSwiftData._value(&_last) {
      return value
    }
    OpenSwiftData._fireFault(self, 2)
    return OpenSwiftData._resolved(_last, "last", of: self)
  }
  set {
    if _$state._isPlain(2) {
      _last = newValue
    } else {
      OpenSwiftData._willSet(self, 2)
      withMutation(keyPath: \Settings.last) {
        _last = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Settings.last)
    }
    if case nil = _last {
      OpenSwiftData._fireFault(self, 2)
      _last = OpenSwiftData._resolved(_last, "last", of: self)
    }
    OpenSwiftData._settle(&_last)
    OpenSwiftData._willSet(self, 2)
    OpenSwiftData._beginMutation(self, \Settings.last)
    defer {
      OpenSwiftData._endMutation(self, \Settings.last)
    }
    yield &_last!
  }
  }

  @exclusivity(unchecked) private var _last: Swift.Optional<Int> = 2
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Settings, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Settings, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("first", \Settings.first, 1 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("trace", \Settings.trace, false as Bool, nil),
      OpenSwiftData.Schema.PropertyMetadata("last", \Settings.last, 2 as Int, nil),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _first = nil
    _trace = nil
    _last = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Settings>
  ) {
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Settings> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_first)
    row.load(1, &_trace)
    row.load(2, &_last)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _first)
    row.bind(1, _trace)
    row.bind(2, _last)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _first = nil }
    if mask & 0x2 != 0 { _trace = nil }
    if mask & 0x4 != 0 { _last = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Settings: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Settings: Swift.Sendable {}
