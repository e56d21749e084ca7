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
    if let value = OpenSwiftData._value(&_code) {
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
    if case nil = _code {
      OpenSwiftData._fireFault(self, 0)
      _code = OpenSwiftData._resolved(_code, "code", of: self)
    }
    OpenSwiftData._settle(&_code)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Quake.code)
    defer {
      OpenSwiftData._endMutation(self, \Quake.code)
    }
    yield &_code!
  }
  }

  @exclusivity(unchecked) private var _code: Swift.Optional<String>
  var place: String {
  @storageRestrictions(initializes: _place)
  init(initialValue) {
    _place = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.place)
    }
    if let value = OpenSwiftData._value(&_place) {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_place, "place", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _place = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Quake.place) {
        _place = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.place)
    }
    if case nil = _place {
      OpenSwiftData._fireFault(self, 1)
      _place = OpenSwiftData._resolved(_place, "place", of: self)
    }
    OpenSwiftData._settle(&_place)
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Quake.place)
    defer {
      OpenSwiftData._endMutation(self, \Quake.place)
    }
    yield &_place!
  }
  }

  @exclusivity(unchecked) private var _place: Swift.Optional<String> = ""
  var time: Int {
  @storageRestrictions(initializes: _time)
  init(initialValue) {
    _time = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.time)
    }
    if let value = OpenSwiftData._value(&_time) {
      return value
    }
    OpenSwiftData._fireFault(self, 2)
    return OpenSwiftData._resolved(_time, "time", of: self)
  }
  set {
    if _$state._isPlain(2) {
      _time = newValue
    } else {
      OpenSwiftData._willSet(self, 2)
      withMutation(keyPath: \Quake.time) {
        _time = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.time)
    }
    if case nil = _time {
      OpenSwiftData._fireFault(self, 2)
      _time = OpenSwiftData._resolved(_time, "time", of: self)
    }
    OpenSwiftData._settle(&_time)
    OpenSwiftData._willSet(self, 2)
    OpenSwiftData._beginMutation(self, \Quake.time)
    defer {
      OpenSwiftData._endMutation(self, \Quake.time)
    }
    yield &_time!
  }
  }

  @exclusivity(unchecked) private var _time: Swift.Optional<Int> = 0
  var magnitude: Double {
  @storageRestrictions(initializes: _magnitude)
  init(initialValue) {
    _magnitude = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.magnitude)
    }
    if let value = OpenSwiftData._value(&_magnitude) {
      return value
    }
    OpenSwiftData._fireFault(self, 3)
    return OpenSwiftData._resolved(_magnitude, "magnitude", of: self)
  }
  set {
    if _$state._isPlain(3) {
      _magnitude = newValue
    } else {
      OpenSwiftData._willSet(self, 3)
      withMutation(keyPath: \Quake.magnitude) {
        _magnitude = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.magnitude)
    }
    if case nil = _magnitude {
      OpenSwiftData._fireFault(self, 3)
      _magnitude = OpenSwiftData._resolved(_magnitude, "magnitude", of: self)
    }
    OpenSwiftData._settle(&_magnitude)
    OpenSwiftData._willSet(self, 3)
    OpenSwiftData._beginMutation(self, \Quake.magnitude)
    defer {
      OpenSwiftData._endMutation(self, \Quake.magnitude)
    }
    yield &_magnitude!
  }
  }

  @exclusivity(unchecked) private var _magnitude: Swift.Optional<Double> = 0
  var latitude: Double {
  @storageRestrictions(initializes: _latitude)
  init(initialValue) {
    _latitude = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.latitude)
    }
    if let value = OpenSwiftData._value(&_latitude) {
      return value
    }
    OpenSwiftData._fireFault(self, 4)
    return OpenSwiftData._resolved(_latitude, "latitude", of: self)
  }
  set {
    if _$state._isPlain(4) {
      _latitude = newValue
    } else {
      OpenSwiftData._willSet(self, 4)
      withMutation(keyPath: \Quake.latitude) {
        _latitude = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.latitude)
    }
    if case nil = _latitude {
      OpenSwiftData._fireFault(self, 4)
      _latitude = OpenSwiftData._resolved(_latitude, "latitude", of: self)
    }
    OpenSwiftData._settle(&_latitude)
    OpenSwiftData._willSet(self, 4)
    OpenSwiftData._beginMutation(self, \Quake.latitude)
    defer {
      OpenSwiftData._endMutation(self, \Quake.latitude)
    }
    yield &_latitude!
  }
  }

  @exclusivity(unchecked) private var _latitude: Swift.Optional<Double> = 0
  var longitude: Double {
  @storageRestrictions(initializes: _longitude)
  init(initialValue) {
    _longitude = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.longitude)
    }
    if let value = OpenSwiftData._value(&_longitude) {
      return value
    }
    OpenSwiftData._fireFault(self, 5)
    return OpenSwiftData._resolved(_longitude, "longitude", of: self)
  }
  set {
    if _$state._isPlain(5) {
      _longitude = newValue
    } else {
      OpenSwiftData._willSet(self, 5)
      withMutation(keyPath: \Quake.longitude) {
        _longitude = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Quake.longitude)
    }
    if case nil = _longitude {
      OpenSwiftData._fireFault(self, 5)
      _longitude = OpenSwiftData._resolved(_longitude, "longitude", of: self)
    }
    OpenSwiftData._settle(&_longitude)
    OpenSwiftData._willSet(self, 5)
    OpenSwiftData._beginMutation(self, \Quake.longitude)
    defer {
      OpenSwiftData._endMutation(self, \Quake.longitude)
    }
    yield &_longitude!
  }
  }

  @exclusivity(unchecked) private var _longitude: Swift.Optional<Double> = 0
  init(code: String) { self.code = code }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Quake, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Quake, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("code", \Quake.code, nil, nil),
      OpenSwiftData.Schema.PropertyMetadata("place", \Quake.place, "" as String, nil),
      OpenSwiftData.Schema.PropertyMetadata("time", \Quake.time, 0 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("magnitude", \Quake.magnitude, 0 as Double, nil),
      OpenSwiftData.Schema.PropertyMetadata("latitude", \Quake.latitude, 0 as Double, nil),
      OpenSwiftData.Schema.PropertyMetadata("longitude", \Quake.longitude, 0 as Double, nil),
      OpenSwiftData.Schema.PropertyMetadata("", \Quake.persistentModelID, nil, OpenSwiftData.Schema._unique(of: Quake.self, named: [["code"], ["place", "time"]]) { [[\Quake.code], [\Quake.place, \Quake.time]] }),
      OpenSwiftData.Schema.PropertyMetadata("", \Quake.persistentModelID, nil, OpenSwiftData.Schema._index(of: Quake.self, named: [["magnitude"], ["place", "time"]]) { [[\Quake.magnitude], [\Quake.place, \Quake.time]] }),
      OpenSwiftData.Schema.PropertyMetadata("", \Quake.persistentModelID, nil, OpenSwiftData.Schema._index(of: Quake.self, named: [["time"]]) { [[\Quake.time]] }),
      OpenSwiftData.Schema.PropertyMetadata("", \Quake.persistentModelID, nil, OpenSwiftData.Schema._index(of: Quake.self, .binary([\Quake.place]), .rtree([\Quake.latitude, \Quake.longitude]))),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _code = nil
    _place = nil
    _time = nil
    _magnitude = nil
    _latitude = nil
    _longitude = nil
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
    row.load(1, &_place)
    row.load(2, &_time)
    row.load(3, &_magnitude)
    row.load(4, &_latitude)
    row.load(5, &_longitude)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _code)
    row.bind(1, _place)
    row.bind(2, _time)
    row.bind(3, _magnitude)
    row.bind(4, _latitude)
    row.bind(5, _longitude)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _code = nil }
    if mask & 0x2 != 0 { _place = nil }
    if mask & 0x4 != 0 { _time = nil }
    if mask & 0x8 != 0 { _magnitude = nil }
    if mask & 0x10 != 0 { _latitude = nil }
    if mask & 0x20 != 0 { _longitude = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Quake: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Quake: Swift.Sendable {}
