// swift-format-ignore-file
final class Odd {
  var `self`: Int {
  @storageRestrictions(initializes: _self)
  init(initialValue) {
    _self = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_self)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_self, newValue)
  }
  }

  @exclusivity(unchecked) private var _self: Swift.Optional<Int> = 1
  var `two words`: String {
  @storageRestrictions(initializes: `_two words`)
  init(initialValue) {
    `_two words` = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &`_two words`)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &`_two words`, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 1, &`_two words`)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 1) }
    yield &`_two words`!
  }
  }

  @exclusivity(unchecked) private var `_two words`: Swift.Optional<String>
  var `quote"d`: Place? {
  @storageRestrictions(initializes: `_quote"d`)
  init(initialValue) {
    `_quote"d` = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 2, &`_quote"d`)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 2, &`_quote"d`, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 2, &`_quote"d`)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 2, &`_quote"d`) }
    yield &`_quote"d`!
  }
  }

  @exclusivity(unchecked) private var `_quote"d`: Swift.Optional<Place?> = .some(nil)

  @exclusivity(unchecked) private var `_$key_quote"d` = Swift.Int64.min

  @Swift.MainActor private static func `_$type_quote"d`() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Place?).self)
  }
  init(words: String) { `two words` = words }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Odd, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Odd, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Odd.self)
    _$list.add("self", (Int).self)
    _$list.setDefault(1 as Int)
    _$list.add("two words", (String).self)
    _$list.add("quote\"d", checked: { Odd.`_$type_quote"d`() })
    _$list.add(OpenSwiftData.Schema._index(of: Odd.self, [\Odd.`two words`]))
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Odd.`self` }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Odd.`two words` }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Odd.`quote"d` }
    return \Odd.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Odd?.?.`self` }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Odd?.?.`two words` }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Odd?.?.`quote"d` }
    return nil
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _self = nil
    `_two words` = nil
    `_quote"d` = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Odd>
  ) {
    `_two words` = nil
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Odd> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_self)
    row.load(1, &`_two words`)
    row.loadLink(2, &`_quote"d`, &`_$key_quote"d`)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _self)
    row.bind(1, `_two words`)
    row.bindLink(2, `_quote"d`, `_$key_quote"d`)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_self)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &`_two words`)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &`_quote"d`, &`_$key_quote"d`)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) {
    return OpenSwiftData._GeneratedCode.link(&`_quote"d`, &`_$key_quote"d`)
  }
    return nil
  }

  deinit {
    OpenSwiftData._GeneratedCode.release(&`_quote"d`)
  }
}

extension Odd: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Odd: Swift.Sendable {}
