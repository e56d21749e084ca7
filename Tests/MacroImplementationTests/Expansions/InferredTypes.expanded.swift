// swift-format-ignore-file
final class Inferred {
  var count {
  @storageRestrictions(initializes: _count)
  init(initialValue) {
    _count = .some(initialValue)
  }
  get {
    OpenSwiftData._get(self, 0, &_count)
  }
  set {
    OpenSwiftData._set(self, &_$state, 0, &_count, newValue)
  }
  }

  @exclusivity(unchecked) private var _count: Swift.Optional<IntegerLiteralType> = 0
  var isPinned {
  @storageRestrictions(initializes: _isPinned)
  init(initialValue) {
    _isPinned = .some(initialValue)
  }
  get {
    OpenSwiftData._get(self, 1, &_isPinned)
  }
  set {
    OpenSwiftData._set(self, &_$state, 1, &_isPinned, newValue)
  }
  }

  @exclusivity(unchecked) private var _isPinned: Swift.Optional<BooleanLiteralType> = false
  var created {
  @storageRestrictions(initializes: _created)
  init(initialValue) {
    _created = .some(initialValue)
  }
  get {
    OpenSwiftData._getLink(self, 2, &_created)
  }
  set {
    OpenSwiftData._setLink(self, 2, &_created, newValue)
  }
  _modify {
    OpenSwiftData._beginEdit(self, 2, &_created)
    defer { OpenSwiftData._endEdit(self, 2, &_created) }
    yield &_created!
  }
  }

  @exclusivity(unchecked) private var _created = OpenSwiftData._slot(Date())

  @exclusivity(unchecked) private var _$key_created = Swift.Int64.min

  @Swift.MainActor private static func _$type_created() -> OpenSwiftData._ValueType {
    OpenSwiftData._valueType(OpenSwiftData._type(of: \Inferred.created))
  }
  var link {
  @storageRestrictions(initializes: _link)
  init(initialValue) {
    _link = .some(initialValue)
  }
  get {
    OpenSwiftData._getLink(self, 3, &_link)
  }
  set {
    OpenSwiftData._setLink(self, 3, &_link, newValue)
  }
  _modify {
    OpenSwiftData._beginEdit(self, 3, &_link)
    defer { OpenSwiftData._endEdit(self, 3, &_link) }
    yield &_link!
  }
  }

  @exclusivity(unchecked) private var _link = OpenSwiftData._slot(URL(string: "https://example.org"))

  @exclusivity(unchecked) private var _$key_link = Swift.Int64.min

  @Swift.MainActor private static func _$type_link() -> OpenSwiftData._ValueType {
    OpenSwiftData._valueType(OpenSwiftData._type(of: \Inferred.link))
  }
  var level {
  @storageRestrictions(initializes: _level)
  init(initialValue) {
    _level = .some(initialValue)
  }
  get {
    OpenSwiftData._getLink(self, 4, &_level)
  }
  set {
    OpenSwiftData._setLink(self, 4, &_level, newValue)
  }
  _modify {
    OpenSwiftData._beginEdit(self, 4, &_level)
    defer { OpenSwiftData._endEdit(self, 4, &_level) }
    yield &_level!
  }
  }

  @exclusivity(unchecked) private var _level = OpenSwiftData._slot(Level.low)

  @exclusivity(unchecked) private var _$key_level = Swift.Int64.min

  @Swift.MainActor private static func _$type_level() -> OpenSwiftData._ValueType {
    OpenSwiftData._valueType(OpenSwiftData._type(of: \Inferred.level))
  }
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
    let _$list = OpenSwiftData._PropertyList(Inferred.self)
    _$list.add("count", (IntegerLiteralType).self)
    _$list.setDefault(0 as IntegerLiteralType)
    _$list.add("isPinned", (BooleanLiteralType).self)
    _$list.setDefault(false as BooleanLiteralType)
    _$list.add("created", checked: { Inferred._$type_created() })
    _$list.setDefault(Date())
    _$list.add("link", checked: { Inferred._$type_link() })
    _$list.setDefault(URL(string: "https://example.org"))
    _$list.add("level", checked: { Inferred._$type_level() })
    _$list.setDefault(Level.low)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._is(index, 0) { return \Inferred.count }
    if OpenSwiftData._is(index, 1) { return \Inferred.isPinned }
    if OpenSwiftData._is(index, 2) { return \Inferred.created }
    if OpenSwiftData._is(index, 3) { return \Inferred.link }
    if OpenSwiftData._is(index, 4) { return \Inferred.level }
    return \Inferred.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._is(index, 0) { return \Inferred?.?.count }
    if OpenSwiftData._is(index, 1) { return \Inferred?.?.isPinned }
    if OpenSwiftData._is(index, 2) { return \Inferred?.?.created }
    if OpenSwiftData._is(index, 3) { return \Inferred?.?.link }
    if OpenSwiftData._is(index, 4) { return \Inferred?.?.level }
    return nil
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
    row.loadLink(2, &_created, &_$key_created)
    row.loadLink(3, &_link, &_$key_link)
    row.loadLink(4, &_level, &_$key_level)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _count)
    row.bind(1, _isPinned)
    row.bindLink(2, _created, _$key_created)
    row.bindLink(3, _link, _$key_link)
    row.bindLink(4, _level, _$key_level)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._unload(&_$state, mask, 0, &_count)
    OpenSwiftData._unload(&_$state, mask, 1, &_isPinned)
    OpenSwiftData._unload(&_$state, mask, 2, &_created, &_$key_created)
    OpenSwiftData._unload(&_$state, mask, 3, &_link, &_$key_link)
    OpenSwiftData._unload(&_$state, mask, 4, &_level, &_$key_level)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if OpenSwiftData._is(index, 2) {
    return OpenSwiftData._link(&_created, &_$key_created)
  }
    if OpenSwiftData._is(index, 3) {
    return OpenSwiftData._link(&_link, &_$key_link)
  }
    if OpenSwiftData._is(index, 4) {
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
