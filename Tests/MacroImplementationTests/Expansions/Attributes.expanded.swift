// swift-format-ignore-file
final class Account {
  var email: String {
  @storageRestrictions(initializes: _email)
  init(initialValue) {
    _email = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_email)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_email, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 0, &_email)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 0) }
    yield &_email!
  }
  }

  @exclusivity(unchecked) private var _email: Swift.Optional<String>
  var userName: String {
  @storageRestrictions(initializes: _userName)
  init(initialValue) {
    _userName = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_userName)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_userName, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 1, &_userName)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 1) }
    yield &_userName!
  }
  }

  @exclusivity(unchecked) private var _userName: Swift.Optional<String>
  @SwiftData.Attribute(.externalStorage)
  var avatar: Data? {
  @storageRestrictions(initializes: _avatar)
  init(initialValue) {
    _avatar = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 2, &_avatar)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 2, &_avatar, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 2, &_avatar)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 2) }
    yield &_avatar!
  }
  }

  @exclusivity(unchecked) private var _avatar: Swift.Optional<Data?> = .some(nil)
  var city: String? {
  @storageRestrictions(initializes: _city)
  init(initialValue) {
    _city = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 3, &_city)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 3, &_city, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 3, &_city)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 3) }
    yield &_city!
  }
  }

  @exclusivity(unchecked) private var _city: Swift.Optional<String?> = .some(nil)
  var plain: Bool {
  @storageRestrictions(initializes: _plain)
  init(initialValue) {
    _plain = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 4, &_plain)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 4, &_plain, newValue)
  }
  }

  @exclusivity(unchecked) private var _plain: Swift.Optional<Bool> = true
  var palette: Palette? {
  @storageRestrictions(initializes: _palette)
  init(initialValue) {
    _palette = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 5, &_palette)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 5, &_palette, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 5, &_palette)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 5) }
    yield &_palette!
  }
  }

  @exclusivity(unchecked) private var _palette: Swift.Optional<Palette?> = .some(nil)
  var backup: Palette {
  @storageRestrictions(initializes: _backup)
  init(initialValue) {
    _backup = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 6, &_backup)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 6, &_backup, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 6, &_backup)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 6) }
    yield &_backup!
  }
  }

  @exclusivity(unchecked) private var _backup: Swift.Optional<Palette>
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Account, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Account, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Account.self)
    _$list.add("email", (String).self)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute(.unique))
    _$list.add("userName", (String).self)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute(.unique, .preserveValueOnDeletion, originalName: "user_name", hashModifier: "v3"))
    _$list.add("avatar", (Data?).self)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute(.externalStorage))
    _$list.add("city", (String?).self)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute(.spotlight,  // searched for
      .allowsCloudEncryption))
    _$list.add("plain", (Bool).self)
    _$list.setDefault(true as Bool)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute())
    _$list.add("palette", (Palette?).self)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute(.transformable(by: PaletteTransformer.self)))
    _$list.add("backup", (Palette).self)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute(Schema.Attribute.Option.transformable(by: "Palette")))
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Account.email }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Account.userName }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Account.avatar }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Account.city }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Account.plain }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Account.palette }
    if OpenSwiftData._GeneratedCode.isEqual(index, 6) { return \Account.backup }
    return \Account.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Account?.?.email }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Account?.?.userName }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Account?.?.avatar }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Account?.?.city }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Account?.?.plain }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Account?.?.palette }
    if OpenSwiftData._GeneratedCode.isEqual(index, 6) { return \Account?.?.backup }
    return nil
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _email = nil
    _userName = nil
    _avatar = nil
    _city = nil
    _plain = nil
    _palette = nil
    _backup = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Account>
  ) {
    _email = nil
    _userName = nil
    _backup = nil
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Account> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_email)
    row.load(1, &_userName)
    row.load(2, &_avatar)
    row.load(3, &_city)
    row.load(4, &_plain)
    row.loadTransformable(5, &_palette)
    row.loadTransformable(6, &_backup)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _email)
    row.bind(1, _userName)
    row.bind(2, _avatar)
    row.bind(3, _city)
    row.bind(4, _plain)
    row.bindTransformable(5, _palette)
    row.bindTransformable(6, _backup)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_email)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_userName)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_avatar)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 3, &_city)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 4, &_plain)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 5, &_palette)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 6, &_backup)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Account: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Account: Swift.Sendable {}
