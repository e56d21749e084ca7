// swift-format-ignore-file
final class Inferred {
  var count {
  @storageRestrictions(initializes: _count)
  init(initialValue) {
    _count = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.count)
    }
    if let value = OpenSwiftData._value(&_count) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_count, "count", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _count = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Inferred.count) {
        _count = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.count)
    }
    if case nil = _count {
      OpenSwiftData._fireFault(self, 0)
      _count = OpenSwiftData._resolved(_count, "count", of: self)
    }
    OpenSwiftData._settle(&_count)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Inferred.count)
    defer {
      OpenSwiftData._endMutation(self, \Inferred.count)
    }
    yield &_count!
  }
  }

  @exclusivity(unchecked) private var _count = OpenSwiftData._slot(0)
  var isPinned {
  @storageRestrictions(initializes: _isPinned)
  init(initialValue) {
    _isPinned = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.isPinned)
    }
    if let value = OpenSwiftData._value(&_isPinned) {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_isPinned, "isPinned", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _isPinned = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Inferred.isPinned) {
        _isPinned = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.isPinned)
    }
    if case nil = _isPinned {
      OpenSwiftData._fireFault(self, 1)
      _isPinned = OpenSwiftData._resolved(_isPinned, "isPinned", of: self)
    }
    OpenSwiftData._settle(&_isPinned)
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Inferred.isPinned)
    defer {
      OpenSwiftData._endMutation(self, \Inferred.isPinned)
    }
    yield &_isPinned!
  }
  }

  @exclusivity(unchecked) private var _isPinned = OpenSwiftData._slot(false)
  var created {
  @storageRestrictions(initializes: _created)
  init(initialValue) {
    _created = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.created)
    }
    if let value = _created {
      return value
    }
    return OpenSwiftData._resolve(&_created, 2, "created", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_created, 2,
      \Inferred.created, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.created)
    }
    OpenSwiftData._beginEdit(&_created, 2, "created", of: self)
    OpenSwiftData._beginMutation(self, \Inferred.created)
    defer {
      OpenSwiftData._endEdit(&_created, 2, of: self)
      OpenSwiftData._endMutation(self, \Inferred.created)
    }
    yield &_created!
  }
  }

  @exclusivity(unchecked) private var _created = OpenSwiftData._slot(Date())

  @exclusivity(unchecked) private var _$key_created = Swift.Int64.min
  var link {
  @storageRestrictions(initializes: _link)
  init(initialValue) {
    _link = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.link)
    }
    if let value = _link {
      return value
    }
    return OpenSwiftData._resolve(&_link, 3, "link", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_link, 3,
      \Inferred.link, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.link)
    }
    OpenSwiftData._beginEdit(&_link, 3, "link", of: self)
    OpenSwiftData._beginMutation(self, \Inferred.link)
    defer {
      OpenSwiftData._endEdit(&_link, 3, of: self)
      OpenSwiftData._endMutation(self, \Inferred.link)
    }
    yield &_link!
  }
  }

  @exclusivity(unchecked) private var _link = OpenSwiftData._slot(URL(string: "https://example.org"))

  @exclusivity(unchecked) private var _$key_link = Swift.Int64.min
  var level {
  @storageRestrictions(initializes: _level)
  init(initialValue) {
    _level = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.level)
    }
    if let value = _level {
      return value
    }
    return OpenSwiftData._resolve(&_level, 4, "level", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_level, 4,
      \Inferred.level, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Inferred.level)
    }
    OpenSwiftData._beginEdit(&_level, 4, "level", of: self)
    OpenSwiftData._beginMutation(self, \Inferred.level)
    defer {
      OpenSwiftData._endEdit(&_level, 4, of: self)
      OpenSwiftData._endMutation(self, \Inferred.level)
    }
    yield &_level!
  }
  }

  @exclusivity(unchecked) private var _level = OpenSwiftData._slot(Level.low)

  @exclusivity(unchecked) private var _$key_level = Swift.Int64.min
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Inferred, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Inferred, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("count", \Inferred.count, 0, nil),
      OpenSwiftData.Schema.PropertyMetadata("isPinned", \Inferred.isPinned, false, nil),
      OpenSwiftData.Schema.PropertyMetadata("created", \Inferred.created, Date(), nil),
      OpenSwiftData.Schema.PropertyMetadata("link", \Inferred.link, URL(string: "https://example.org"), nil),
      OpenSwiftData.Schema.PropertyMetadata("level", \Inferred.level, Level.low, nil),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _count = nil
    _isPinned = nil
    _created = nil
    _link = nil
    _level = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Inferred>
  ) {
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Inferred> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_count)
    row.load(1, &_isPinned)
    row.load(2, &_created, &_$key_created)
    row.load(3, &_link, &_$key_link)
    row.load(4, &_level, &_$key_level)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _count)
    row.bind(1, _isPinned)
    row.bind(2, _created, _$key_created)
    row.bind(3, _link, _$key_link)
    row.bind(4, _level, _$key_level)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _count = nil }
    if mask & 0x2 != 0 { _isPinned = nil }
    if mask & 0x4 != 0 {
    _created = nil
    _$key_created = Swift.Int64.min
  }
    if mask & 0x8 != 0 {
    _link = nil
    _$key_link = Swift.Int64.min
  }
    if mask & 0x10 != 0 {
    _level = nil
    _$key_level = Swift.Int64.min
  }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if index == 2 {
    return OpenSwiftData._link(&_created, &_$key_created)
  }
    if index == 3 {
    return OpenSwiftData._link(&_link, &_$key_link)
  }
    if index == 4 {
    return OpenSwiftData._link(&_level, &_$key_level)
  }
    return nil
  }

  deinit {
    OpenSwiftData._release(&_created)
    OpenSwiftData._release(&_link)
    OpenSwiftData._release(&_level)
  }
}

extension Inferred: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Inferred: Swift.Sendable {}
