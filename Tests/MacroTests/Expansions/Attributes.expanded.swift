// swift-format-ignore-file
final class Account {
  var email: String {
  @storageRestrictions(initializes: _email)
  init(initialValue) {
    _email = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.email)
    }
    if let value = OpenSwiftData._value(&_email) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_email, "email", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _email = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Account.email) {
        _email = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.email)
    }
    if case nil = _email {
      OpenSwiftData._fireFault(self, 0)
      _email = OpenSwiftData._resolved(_email, "email", of: self)
    }
    OpenSwiftData._settle(&_email)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Account.email)
    defer {
      OpenSwiftData._endMutation(self, \Account.email)
    }
    yield &_email!
  }
  }

  @exclusivity(unchecked) private var _email: Swift.Optional<String>
  var userName: String {
  @storageRestrictions(initializes: _userName)
  init(initialValue) {
    _userName = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.userName)
    }
    if let value = OpenSwiftData._value(&_userName) {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_userName, "userName", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _userName = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Account.userName) {
        _userName = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.userName)
    }
    if case nil = _userName {
      OpenSwiftData._fireFault(self, 1)
      _userName = OpenSwiftData._resolved(_userName, "userName", of: self)
    }
    OpenSwiftData._settle(&_userName)
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Account.userName)
    defer {
      OpenSwiftData._endMutation(self, \Account.userName)
    }
    yield &_userName!
  }
  }

  @exclusivity(unchecked) private var _userName: Swift.Optional<String>
  @SwiftData.Attribute(.externalStorage)
  var avatar: Data? {
  @storageRestrictions(initializes: _avatar)
  init(initialValue) {
    _avatar = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.avatar)
    }
    if let value = OpenSwiftData._value(&_avatar) {
      return value
    }
    OpenSwiftData._fireFault(self, 2)
    return OpenSwiftData._resolved(_avatar, "avatar", of: self)
  }
  set {
    if _$state._isPlain(2) {
      _avatar = newValue
    } else {
      OpenSwiftData._willSet(self, 2)
      withMutation(keyPath: \Account.avatar) {
        _avatar = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.avatar)
    }
    if case nil = _avatar {
      OpenSwiftData._fireFault(self, 2)
      _avatar = OpenSwiftData._resolved(_avatar, "avatar", of: self)
    }
    OpenSwiftData._settle(&_avatar)
    OpenSwiftData._willSet(self, 2)
    OpenSwiftData._beginMutation(self, \Account.avatar)
    defer {
      OpenSwiftData._endMutation(self, \Account.avatar)
    }
    yield &_avatar!
  }
  }

  @exclusivity(unchecked) private var _avatar: Swift.Optional<Data?> = .some(nil)
  var city: String? {
  @storageRestrictions(initializes: _city)
  init(initialValue) {
    _city = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.city)
    }
    if let value = OpenSwiftData._value(&_city) {
      return value
    }
    OpenSwiftData._fireFault(self, 3)
    return OpenSwiftData._resolved(_city, "city", of: self)
  }
  set {
    if _$state._isPlain(3) {
      _city = newValue
    } else {
      OpenSwiftData._willSet(self, 3)
      withMutation(keyPath: \Account.city) {
        _city = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.city)
    }
    if case nil = _city {
      OpenSwiftData._fireFault(self, 3)
      _city = OpenSwiftData._resolved(_city, "city", of: self)
    }
    OpenSwiftData._settle(&_city)
    OpenSwiftData._willSet(self, 3)
    OpenSwiftData._beginMutation(self, \Account.city)
    defer {
      OpenSwiftData._endMutation(self, \Account.city)
    }
    yield &_city!
  }
  }

  @exclusivity(unchecked) private var _city: Swift.Optional<String?> = .some(nil)
  var plain: Bool {
  @storageRestrictions(initializes: _plain)
  init(initialValue) {
    _plain = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.plain)
    }
    if let value = OpenSwiftData._value(&_plain) {
      return value
    }
    OpenSwiftData._fireFault(self, 4)
    return OpenSwiftData._resolved(_plain, "plain", of: self)
  }
  set {
    if _$state._isPlain(4) {
      _plain = newValue
    } else {
      OpenSwiftData._willSet(self, 4)
      withMutation(keyPath: \Account.plain) {
        _plain = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.plain)
    }
    if case nil = _plain {
      OpenSwiftData._fireFault(self, 4)
      _plain = OpenSwiftData._resolved(_plain, "plain", of: self)
    }
    OpenSwiftData._settle(&_plain)
    OpenSwiftData._willSet(self, 4)
    OpenSwiftData._beginMutation(self, \Account.plain)
    defer {
      OpenSwiftData._endMutation(self, \Account.plain)
    }
    yield &_plain!
  }
  }

  @exclusivity(unchecked) private var _plain: Swift.Optional<Bool> = true
  var palette: Palette? {
  @storageRestrictions(initializes: _palette)
  init(initialValue) {
    _palette = OpenSwiftData._storedTransformable(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.palette)
    }
    if let value = OpenSwiftData._value(&_palette) {
      return value
    }
    OpenSwiftData._fireFault(self, 5)
    return OpenSwiftData._resolved(_palette, "palette", of: self)
  }
  set {
    if _$state._isPlain(5) {
      _palette = newValue
    } else {
      OpenSwiftData._willSet(self, 5)
      withMutation(keyPath: \Account.palette) {
        _palette = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.palette)
    }
    if case nil = _palette {
      OpenSwiftData._fireFault(self, 5)
      _palette = OpenSwiftData._resolved(_palette, "palette", of: self)
    }
    OpenSwiftData._settle(&_palette)
    OpenSwiftData._willSet(self, 5)
    OpenSwiftData._beginMutation(self, \Account.palette)
    defer {
      OpenSwiftData._endMutation(self, \Account.palette)
    }
    yield &_palette!
  }
  }

  @exclusivity(unchecked) private var _palette: Swift.Optional<Palette?> = .some(nil)
  var backup: Palette {
  @storageRestrictions(initializes: _backup)
  init(initialValue) {
    _backup = OpenSwiftData._storedTransformable(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.backup)
    }
    if let value = OpenSwiftData._value(&_backup) {
      return value
    }
    OpenSwiftData._fireFault(self, 6)
    return OpenSwiftData._resolved(_backup, "backup", of: self)
  }
  set {
    if _$state._isPlain(6) {
      _backup = newValue
    } else {
      OpenSwiftData._willSet(self, 6)
      withMutation(keyPath: \Account.backup) {
        _backup = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Account.backup)
    }
    if case nil = _backup {
      OpenSwiftData._fireFault(self, 6)
      _backup = OpenSwiftData._resolved(_backup, "backup", of: self)
    }
    OpenSwiftData._settle(&_backup)
    OpenSwiftData._willSet(self, 6)
    OpenSwiftData._beginMutation(self, \Account.backup)
    defer {
      OpenSwiftData._endMutation(self, \Account.backup)
    }
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
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Account, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("email", \Account.email, nil, OpenSwiftData.Schema.Attribute(.unique)),
      OpenSwiftData.Schema.PropertyMetadata("userName", \Account.userName, nil, OpenSwiftData.Schema.Attribute(.unique, .preserveValueOnDeletion, originalName: "user_name", hashModifier: "v3")),
      OpenSwiftData.Schema.PropertyMetadata("avatar", \Account.avatar, nil, OpenSwiftData.Schema.Attribute(.externalStorage)),
      OpenSwiftData.Schema.PropertyMetadata("city", \Account.city, nil, OpenSwiftData.Schema.Attribute(.spotlight,  // searched for
      .allowsCloudEncryption)),
      OpenSwiftData.Schema.PropertyMetadata("plain", \Account.plain, true as Bool, OpenSwiftData.Schema.Attribute()),
      OpenSwiftData.Schema.PropertyMetadata("palette", \Account.palette, nil, OpenSwiftData.Schema.Attribute(.transformable(by: PaletteTransformer.self))),
      OpenSwiftData.Schema.PropertyMetadata("backup", \Account.backup, nil, OpenSwiftData.Schema.Attribute(Schema.Attribute.Option.transformable(by: "Palette"))),
    ]
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
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Account> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
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
    if mask & 0x1 != 0 { _email = nil }
    if mask & 0x2 != 0 { _userName = nil }
    if mask & 0x4 != 0 { _avatar = nil }
    if mask & 0x8 != 0 { _city = nil }
    if mask & 0x10 != 0 { _plain = nil }
    if mask & 0x20 != 0 { _palette = nil }
    if mask & 0x40 != 0 { _backup = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Account: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Account: Swift.Sendable {}
