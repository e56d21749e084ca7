// swift-format-ignore-file
final class Settings {
  var first: Int {
  @storageRestrictions(initializes: _first)
  init(initialValue) {
    _first = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_first)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_first, newValue)
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
    _last = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 2, &_last)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 2, &_last, newValue)
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
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Settings, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Settings.self)
    _$list.add("first", (Int).self)
    _$list.setDefault(1 as Int)
    _$list.add("trace", (Bool).self)
    _$list.setDefault(false as Bool)
    _$list.add("last", (Int).self)
    _$list.setDefault(2 as Int)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Settings.first }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Settings.trace }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Settings.last }
    return \Settings.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Settings?.?.first }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Settings?.?.trace }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Settings?.?.last }
    return nil
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Settings> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
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
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_first)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_trace)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_last)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Settings: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Settings: Swift.Sendable {}
