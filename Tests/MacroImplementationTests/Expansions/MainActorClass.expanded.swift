// swift-format-ignore-file

@MainActor
final class Draft {
  var title: String {
  @storageRestrictions(initializes: _title)
  init(initialValue) {
    _title = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_title)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_title, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 0, &_title)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 0) }
    yield &_title!
  }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _title: Swift.Optional<String>
  var count {
  @storageRestrictions(initializes: _count)
  init(initialValue) {
    _count = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_count)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_count, newValue)
  }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _count: Swift.Optional<IntegerLiteralType> = 0
  var place: Place? {
  @storageRestrictions(initializes: _place)
  init(initialValue) {
    _place = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 2, &_place)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 2, &_place, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 2, &_place)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 2, &_place) }
    yield &_place!
  }
  }

  @exclusivity(unchecked) nonisolated(unsafe) private var _place: Swift.Optional<Place?> = .some(nil)

  @exclusivity(unchecked) nonisolated(unsafe) private var _$key_place = Swift.Int64.min

  @Swift.MainActor private static func _$type_place() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Place?).self)
  }
  init(title: String) { self.title = title }

  @exclusivity(unchecked) nonisolated(unsafe) var _$state = OpenSwiftData._ModelState()

  nonisolated var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Draft, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Draft, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  nonisolated static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Draft.self)
    _$list.add("title", (String).self)
    _$list.add("count", (IntegerLiteralType).self)
    _$list.setDefault(0 as IntegerLiteralType)
    _$list.add("place", checked: { Draft._$type_place() })
    return _$list.metadata
  }

  @Swift.MainActor static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Draft.title }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Draft.count }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Draft.place }
    return \Draft.persistentModelID
  }

  @Swift.MainActor static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Draft?.?.title }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Draft?.?.count }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Draft?.?.place }
    return nil
  }

  nonisolated required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _title = nil
    _count = nil
    _place = nil
  }

  nonisolated required init(
    backingData: any OpenSwiftData.BackingData<Draft>
  ) {
    _title = nil
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  nonisolated var persistentBackingData: any OpenSwiftData.BackingData<Draft> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  nonisolated func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_title)
    row.load(1, &_count)
    row.loadLink(2, &_place, &_$key_place)
  }

  nonisolated func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _title)
    row.bind(1, _count)
    row.bindLink(2, _place, _$key_place)
  }

  nonisolated func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_title)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_count)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_place, &_$key_place)
  }

  nonisolated func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) {
    return OpenSwiftData._GeneratedCode.link(&_place, &_$key_place)
  }
    return nil
  }

  deinit {
    OpenSwiftData._GeneratedCode.release(&_place)
  }
}

extension Draft: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Draft: Swift.Sendable {}
