// swift-format-ignore-file
final class Names {
  var `default`: Int {
  @storageRestrictions(initializes: _default)
  init(initialValue) {
    _default = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_default)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_default, newValue)
  }
  }

  @exclusivity(unchecked) private var _default: Swift.Optional<Int> = 0
  var description: String {
  @storageRestrictions(initializes: _description)
  init(initialValue) {
    _description = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_description)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_description, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 1, &_description)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 1) }
    yield &_description!
  }
  }

  @exclusivity(unchecked) private var _description: Swift.Optional<String> = ""
  var hashValue: Int {
  @storageRestrictions(initializes: _hashValue)
  init(initialValue) {
    _hashValue = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 2, &_hashValue)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 2, &_hashValue, newValue)
  }
  }

  @exclusivity(unchecked) private var _hashValue: Swift.Optional<Int> = 0
  var _hidden: Bool {
  @storageRestrictions(initializes: __hidden)
  init(initialValue) {
    __hidden = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 3, &__hidden)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 3, &__hidden, newValue)
  }
  }

  @exclusivity(unchecked) private var __hidden: Swift.Optional<Bool> = false
  var id: UUID {
  @storageRestrictions(initializes: _id)
  init(initialValue) {
    _id = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 4, &_id)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 4, &_id, newValue)
  }
  }

  @exclusivity(unchecked) private var _id: Swift.Optional<UUID>
  var isDeleted: Bool {
  @storageRestrictions(initializes: _isDeleted)
  init(initialValue) {
    _isDeleted = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 5, &_isDeleted)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 5, &_isDeleted, newValue)
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
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Names, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Names.self)
    _$list.add("default", (Int).self)
    _$list.setDefault(0 as Int)
    _$list.add("description", (String).self)
    _$list.setDefault("" as String)
    _$list.add("hashValue", (Int).self)
    _$list.setDefault(0 as Int)
    _$list.add("_hidden", (Bool).self)
    _$list.setDefault(false as Bool)
    _$list.add("id", (UUID).self)
    _$list.add("isDeleted", (Bool).self)
    _$list.setDefault(false as Bool)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Names.`default` }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Names.description }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Names.hashValue }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Names._hidden }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Names.id }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Names.isDeleted }
    return \Names.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Names?.?.`default` }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Names?.?.description }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Names?.?.hashValue }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Names?.?._hidden }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Names?.?.id }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Names?.?.isDeleted }
    return nil
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Names> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
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
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_default)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_description)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_hashValue)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 3, &__hidden)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 4, &_id)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 5, &_isDeleted)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Names: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Names: Swift.Sendable {}
