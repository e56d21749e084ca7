// swift-format-ignore-file
final class Inferred {
  var count {
  @storageRestrictions(initializes: _count)
  init(initialValue) {
    _count = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_count)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_count, newValue)
  }
  }

  @exclusivity(unchecked) private var _count: Swift.Optional<IntegerLiteralType> = 0
  var isPinned {
  @storageRestrictions(initializes: _isPinned)
  init(initialValue) {
    _isPinned = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_isPinned)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_isPinned, newValue)
  }
  }

  @exclusivity(unchecked) private var _isPinned: Swift.Optional<BooleanLiteralType> = false
  var created {
  @storageRestrictions(initializes: _created)
  init(initialValue) {
    _created = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 2, &_created)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 2, &_created, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 2, &_created)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 2, &_created) }
    yield &_created!
  }
  }

  @exclusivity(unchecked) private var _created = OpenSwiftData._GeneratedCode.slot(Date())

  @exclusivity(unchecked) private var _$key_created = Swift.Int64.min

  @Swift.MainActor private static func _$type_created() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(OpenSwiftData._GeneratedCode.propertyType(of: \Inferred.created))
  }
  var link {
  @storageRestrictions(initializes: _link)
  init(initialValue) {
    _link = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 3, &_link)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 3, &_link, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 3, &_link)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 3, &_link) }
    yield &_link!
  }
  }

  @exclusivity(unchecked) private var _link = OpenSwiftData._GeneratedCode.slot(URL(string: "https://example.org"))

  @exclusivity(unchecked) private var _$key_link = Swift.Int64.min

  @Swift.MainActor private static func _$type_link() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(OpenSwiftData._GeneratedCode.propertyType(of: \Inferred.link))
  }
  var level {
  @storageRestrictions(initializes: _level)
  init(initialValue) {
    _level = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 4, &_level)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 4, &_level, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 4, &_level)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 4, &_level) }
    yield &_level!
  }
  }

  @exclusivity(unchecked) private var _level = OpenSwiftData._GeneratedCode.slot(Level.low)

  @exclusivity(unchecked) private var _$key_level = Swift.Int64.min

  @Swift.MainActor private static func _$type_level() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(OpenSwiftData._GeneratedCode.propertyType(of: \Inferred.level))
  }
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Inferred, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Inferred, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
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
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Inferred.count }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Inferred.isPinned }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Inferred.created }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Inferred.link }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Inferred.level }
    return \Inferred.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Inferred?.?.count }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Inferred?.?.isPinned }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Inferred?.?.created }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Inferred?.?.link }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Inferred?.?.level }
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Inferred> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
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
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_count)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_isPinned)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_created, &_$key_created)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 3, &_link, &_$key_link)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 4, &_level, &_$key_level)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) {
    return OpenSwiftData._GeneratedCode.link(&_created, &_$key_created)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) {
    return OpenSwiftData._GeneratedCode.link(&_link, &_$key_link)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) {
    return OpenSwiftData._GeneratedCode.link(&_level, &_$key_level)
  }
    return nil
  }

  deinit {
    OpenSwiftData._GeneratedCode.release(&_created)
    OpenSwiftData._GeneratedCode.release(&_link)
    OpenSwiftData._GeneratedCode.release(&_level)
  }
}

extension Inferred: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Inferred: Swift.Sendable {}
