// swift-format-ignore-file
final class Quake {
  var code: String {
  @storageRestrictions(initializes: _code)
  init(initialValue) {
    _code = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_code)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_code, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 0, &_code)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 0) }
    yield &_code!
  }
  }

  @exclusivity(unchecked) private var _code: Swift.Optional<String>
  var place: String {
  @storageRestrictions(initializes: _place)
  init(initialValue) {
    _place = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_place)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_place, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 1, &_place)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 1) }
    yield &_place!
  }
  }

  @exclusivity(unchecked) private var _place: Swift.Optional<String> = ""
  var time: Int {
  @storageRestrictions(initializes: _time)
  init(initialValue) {
    _time = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 2, &_time)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 2, &_time, newValue)
  }
  }

  @exclusivity(unchecked) private var _time: Swift.Optional<Int> = 0
  var magnitude: Double {
  @storageRestrictions(initializes: _magnitude)
  init(initialValue) {
    _magnitude = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 3, &_magnitude)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 3, &_magnitude, newValue)
  }
  }

  @exclusivity(unchecked) private var _magnitude: Swift.Optional<Double> = 0
  var latitude: Double {
  @storageRestrictions(initializes: _latitude)
  init(initialValue) {
    _latitude = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 4, &_latitude)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 4, &_latitude, newValue)
  }
  }

  @exclusivity(unchecked) private var _latitude: Swift.Optional<Double> = 0
  var longitude: Double {
  @storageRestrictions(initializes: _longitude)
  init(initialValue) {
    _longitude = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 5, &_longitude)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 5, &_longitude, newValue)
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
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Quake, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Quake.self)
    _$list.add("code", (String).self)
    _$list.add("place", (String).self)
    _$list.setDefault("" as String)
    _$list.add("time", (Int).self)
    _$list.setDefault(0 as Int)
    _$list.add("magnitude", (Double).self)
    _$list.setDefault(0 as Double)
    _$list.add("latitude", (Double).self)
    _$list.setDefault(0 as Double)
    _$list.add("longitude", (Double).self)
    _$list.setDefault(0 as Double)
    _$list.add(OpenSwiftData.Schema._unique(of: Quake.self, named: [["code"], ["place", "time"]]) { [[\Quake.code], [\Quake.place, \Quake.time]] })
    _$list.add(OpenSwiftData.Schema._index(of: Quake.self, named: [["magnitude"], ["place", "time"]]) { [[\Quake.magnitude], [\Quake.place, \Quake.time]] })
    _$list.add(OpenSwiftData.Schema._index(of: Quake.self, named: [["time"]]) { [[\Quake.time]] })
    _$list.add(OpenSwiftData.Schema._index(of: Quake.self, .binary([\Quake.place]), .rtree([\Quake.latitude, \Quake.longitude])))
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Quake.code }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Quake.place }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Quake.time }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Quake.magnitude }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Quake.latitude }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Quake.longitude }
    return \Quake.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Quake?.?.code }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Quake?.?.place }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Quake?.?.time }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Quake?.?.magnitude }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Quake?.?.latitude }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Quake?.?.longitude }
    return nil
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Quake> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
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
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_code)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_place)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_time)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 3, &_magnitude)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 4, &_latitude)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 5, &_longitude)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Quake: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Quake: Swift.Sendable {}
