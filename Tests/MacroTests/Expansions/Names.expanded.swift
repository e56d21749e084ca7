// swift-format-ignore-file
final class Names {
  var `default`: Int {
  @storageRestrictions(initializes: _default)
  init(initialValue) {
    _default = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.`default`)
    }
    if let value = OpenSwiftData._value(&_default) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_default, "default", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _default = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Names.`default`) {
        _default = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.`default`)
    }
    if case nil = _default {
      OpenSwiftData._fireFault(self, 0)
      _default = OpenSwiftData._resolved(_default, "default", of: self)
    }
    OpenSwiftData._settle(&_default)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Names.`default`)
    defer {
      OpenSwiftData._endMutation(self, \Names.`default`)
    }
    yield &_default!
  }
  }

  @exclusivity(unchecked) private var _default: Swift.Optional<Int> = 0
  var description: String {
  @storageRestrictions(initializes: _description)
  init(initialValue) {
    _description = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.description)
    }
    if let value = OpenSwiftData._value(&_description) {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_description, "description", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _description = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Names.description) {
        _description = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.description)
    }
    if case nil = _description {
      OpenSwiftData._fireFault(self, 1)
      _description = OpenSwiftData._resolved(_description, "description", of: self)
    }
    OpenSwiftData._settle(&_description)
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Names.description)
    defer {
      OpenSwiftData._endMutation(self, \Names.description)
    }
    yield &_description!
  }
  }

  @exclusivity(unchecked) private var _description: Swift.Optional<String> = ""
  var hashValue: Int {
  @storageRestrictions(initializes: _hashValue)
  init(initialValue) {
    _hashValue = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.hashValue)
    }
    if let value = OpenSwiftData._value(&_hashValue) {
      return value
    }
    OpenSwiftData._fireFault(self, 2)
    return OpenSwiftData._resolved(_hashValue, "hashValue", of: self)
  }
  set {
    if _$state._isPlain(2) {
      _hashValue = newValue
    } else {
      OpenSwiftData._willSet(self, 2)
      withMutation(keyPath: \Names.hashValue) {
        _hashValue = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.hashValue)
    }
    if case nil = _hashValue {
      OpenSwiftData._fireFault(self, 2)
      _hashValue = OpenSwiftData._resolved(_hashValue, "hashValue", of: self)
    }
    OpenSwiftData._settle(&_hashValue)
    OpenSwiftData._willSet(self, 2)
    OpenSwiftData._beginMutation(self, \Names.hashValue)
    defer {
      OpenSwiftData._endMutation(self, \Names.hashValue)
    }
    yield &_hashValue!
  }
  }

  @exclusivity(unchecked) private var _hashValue: Swift.Optional<Int> = 0
  var _hidden: Bool {
  @storageRestrictions(initializes: __hidden)
  init(initialValue) {
    __hidden = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names._hidden)
    }
    if let value = OpenSwiftData._value(&__hidden) {
      return value
    }
    OpenSwiftData._fireFault(self, 3)
    return OpenSwiftData._resolved(__hidden, "_hidden", of: self)
  }
  set {
    if _$state._isPlain(3) {
      __hidden = newValue
    } else {
      OpenSwiftData._willSet(self, 3)
      withMutation(keyPath: \Names._hidden) {
        __hidden = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names._hidden)
    }
    if case nil = __hidden {
      OpenSwiftData._fireFault(self, 3)
      __hidden = OpenSwiftData._resolved(__hidden, "_hidden", of: self)
    }
    OpenSwiftData._settle(&__hidden)
    OpenSwiftData._willSet(self, 3)
    OpenSwiftData._beginMutation(self, \Names._hidden)
    defer {
      OpenSwiftData._endMutation(self, \Names._hidden)
    }
    yield &__hidden!
  }
  }

  @exclusivity(unchecked) private var __hidden: Swift.Optional<Bool> = false
  var id: UUID {
  @storageRestrictions(initializes: _id)
  init(initialValue) {
    _id = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.id)
    }
    if let value = OpenSwiftData._value(&_id) {
      return value
    }
    OpenSwiftData._fireFault(self, 4)
    return OpenSwiftData._resolved(_id, "id", of: self)
  }
  set {
    if _$state._isPlain(4) {
      _id = newValue
    } else {
      OpenSwiftData._willSet(self, 4)
      withMutation(keyPath: \Names.id) {
        _id = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.id)
    }
    if case nil = _id {
      OpenSwiftData._fireFault(self, 4)
      _id = OpenSwiftData._resolved(_id, "id", of: self)
    }
    OpenSwiftData._settle(&_id)
    OpenSwiftData._willSet(self, 4)
    OpenSwiftData._beginMutation(self, \Names.id)
    defer {
      OpenSwiftData._endMutation(self, \Names.id)
    }
    yield &_id!
  }
  }

  @exclusivity(unchecked) private var _id: Swift.Optional<UUID>
  var isDeleted: Bool {
  @storageRestrictions(initializes: _isDeleted)
  init(initialValue) {
    _isDeleted = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.isDeleted)
    }
    if let value = OpenSwiftData._value(&_isDeleted) {
      return value
    }
    OpenSwiftData._fireFault(self, 5)
    return OpenSwiftData._resolved(_isDeleted, "isDeleted", of: self)
  }
  set {
    if _$state._isPlain(5) {
      _isDeleted = newValue
    } else {
      OpenSwiftData._willSet(self, 5)
      withMutation(keyPath: \Names.isDeleted) {
        _isDeleted = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Names.isDeleted)
    }
    if case nil = _isDeleted {
      OpenSwiftData._fireFault(self, 5)
      _isDeleted = OpenSwiftData._resolved(_isDeleted, "isDeleted", of: self)
    }
    OpenSwiftData._settle(&_isDeleted)
    OpenSwiftData._willSet(self, 5)
    OpenSwiftData._beginMutation(self, \Names.isDeleted)
    defer {
      OpenSwiftData._endMutation(self, \Names.isDeleted)
    }
    yield &_isDeleted!
  }
  }

  @exclusivity(unchecked) private var _isDeleted: Swift.Optional<Bool> = false
  init(id: UUID) { self.id = id }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Names, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Names, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("default", \Names.`default`, 0 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("description", \Names.description, "" as String, nil),
      OpenSwiftData.Schema.PropertyMetadata("hashValue", \Names.hashValue, 0 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("_hidden", \Names._hidden, false as Bool, nil),
      OpenSwiftData.Schema.PropertyMetadata("id", \Names.id, nil, nil),
      OpenSwiftData.Schema.PropertyMetadata("isDeleted", \Names.isDeleted, false as Bool, nil),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _default = nil
    _description = nil
    _hashValue = nil
    __hidden = nil
    _id = nil
    _isDeleted = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Names>
  ) {
    _id = nil
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Names> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_default)
    row.load(1, &_description)
    row.load(2, &_hashValue)
    row.load(3, &__hidden)
    row.load(4, &_id)
    row.load(5, &_isDeleted)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _default)
    row.bind(1, _description)
    row.bind(2, _hashValue)
    row.bind(3, __hidden)
    row.bind(4, _id)
    row.bind(5, _isDeleted)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _default = nil }
    if mask & 0x2 != 0 { _description = nil }
    if mask & 0x4 != 0 { _hashValue = nil }
    if mask & 0x8 != 0 { __hidden = nil }
    if mask & 0x10 != 0 { _id = nil }
    if mask & 0x20 != 0 { _isDeleted = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Names: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Names: Swift.Sendable {}
