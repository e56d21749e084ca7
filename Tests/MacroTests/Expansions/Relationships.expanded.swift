// swift-format-ignore-file
final class Author {
  var books: [Book] {
  @storageRestrictions(initializes: _books)
  init(initialValue) {
    _books = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.books)
    }
    if let value = _books {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_books, "books", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _books = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Author.books) {
        _books = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.books)
    }
    if case nil = _books {
      OpenSwiftData._fireFault(self, 0)
      _books = OpenSwiftData._resolved(_books, "books", of: self)
    }
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Author.books)
    defer {
      OpenSwiftData._endMutation(self, \Author.books)
    }
    yield &_books!
  }
  }

  @exclusivity(unchecked) private var _books: Swift.Optional<[Book]> = []
  var cover: Cover? {
  @storageRestrictions(initializes: _cover)
  init(initialValue) {
    _cover = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.cover)
    }
    if let value = _cover {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_cover, "cover", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _cover = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Author.cover) {
        _cover = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.cover)
    }
    if case nil = _cover {
      OpenSwiftData._fireFault(self, 1)
      _cover = OpenSwiftData._resolved(_cover, "cover", of: self)
    }
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Author.cover)
    defer {
      OpenSwiftData._endMutation(self, \Author.cover)
    }
    yield &_cover!
  }
  }

  @exclusivity(unchecked) private var _cover: Swift.Optional<Cover?> = .some(nil)
  var agent: Agent? {
  @storageRestrictions(initializes: _agent)
  init(initialValue) {
    _agent = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.agent)
    }
    if let value = _agent {
      return value
    }
    OpenSwiftData._fireFault(self, 2)
    return OpenSwiftData._resolved(_agent, "agent", of: self)
  }
  set {
    if _$state._isPlain(2) {
      _agent = newValue
    } else {
      OpenSwiftData._willSet(self, 2)
      withMutation(keyPath: \Author.agent) {
        _agent = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.agent)
    }
    if case nil = _agent {
      OpenSwiftData._fireFault(self, 2)
      _agent = OpenSwiftData._resolved(_agent, "agent", of: self)
    }
    OpenSwiftData._willSet(self, 2)
    OpenSwiftData._beginMutation(self, \Author.agent)
    defer {
      OpenSwiftData._endMutation(self, \Author.agent)
    }
    yield &_agent!
  }
  }

  @exclusivity(unchecked) private var _agent: Swift.Optional<Agent?> = .some(nil)
  var prizes: [Prize] {
  @storageRestrictions(initializes: _prizes)
  init(initialValue) {
    _prizes = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.prizes)
    }
    if let value = _prizes {
      return value
    }
    OpenSwiftData._fireFault(self, 3)
    return OpenSwiftData._resolved(_prizes, "prizes", of: self)
  }
  set {
    if _$state._isPlain(3) {
      _prizes = newValue
    } else {
      OpenSwiftData._willSet(self, 3)
      withMutation(keyPath: \Author.prizes) {
        _prizes = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.prizes)
    }
    if case nil = _prizes {
      OpenSwiftData._fireFault(self, 3)
      _prizes = OpenSwiftData._resolved(_prizes, "prizes", of: self)
    }
    OpenSwiftData._willSet(self, 3)
    OpenSwiftData._beginMutation(self, \Author.prizes)
    defer {
      OpenSwiftData._endMutation(self, \Author.prizes)
    }
    yield &_prizes!
  }
  }

  @exclusivity(unchecked) private var _prizes: Swift.Optional<[Prize]> = []
  var drafts: [Draft]? {  // none at first
  @storageRestrictions(initializes: _drafts)
  init(initialValue) {
    _drafts = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.drafts)
    }
    if let value = _drafts {
      return value
    }
    OpenSwiftData._fireFault(self, 4)
    return OpenSwiftData._resolved(_drafts, "drafts", of: self)
  }
  set {
    if _$state._isPlain(4) {
      _drafts = newValue
    } else {
      OpenSwiftData._willSet(self, 4)
      withMutation(keyPath: \Author.drafts) {
        _drafts = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.drafts)
    }
    if case nil = _drafts {
      OpenSwiftData._fireFault(self, 4)
      _drafts = OpenSwiftData._resolved(_drafts, "drafts", of: self)
    }
    OpenSwiftData._willSet(self, 4)
    OpenSwiftData._beginMutation(self, \Author.drafts)
    defer {
      OpenSwiftData._endMutation(self, \Author.drafts)
    }
    yield &_drafts!
  }
  }

  @exclusivity(unchecked) private var _drafts: Swift.Optional<[Draft]?> = []
  var archive: Archive? {
  @storageRestrictions(initializes: _archive)
  init(initialValue) {
    _archive = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.archive)
    }
    if let value = _archive {
      return value
    }
    OpenSwiftData._fireFault(self, 5)
    return OpenSwiftData._resolved(_archive, "archive", of: self)
  }
  set {
    if _$state._isPlain(5) {
      _archive = newValue
    } else {
      OpenSwiftData._willSet(self, 5)
      withMutation(keyPath: \Author.archive) {
        _archive = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.archive)
    }
    if case nil = _archive {
      OpenSwiftData._fireFault(self, 5)
      _archive = OpenSwiftData._resolved(_archive, "archive", of: self)
    }
    OpenSwiftData._willSet(self, 5)
    OpenSwiftData._beginMutation(self, \Author.archive)
    defer {
      OpenSwiftData._endMutation(self, \Author.archive)
    }
    yield &_archive!
  }
  }

  @exclusivity(unchecked) private var _archive: Swift.Optional<Archive?> = .some(nil)
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Author, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Author, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata(name: "books", keypath: \Author.books, defaultValue: [] as [Book], metadata: OpenSwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Book.author)),
      OpenSwiftData.Schema.PropertyMetadata(name: "cover", keypath: \Author.cover, defaultValue: nil, metadata: OpenSwiftData.Schema.Relationship(.unique)),
      OpenSwiftData.Schema.PropertyMetadata(name: "agent", keypath: \Author.agent, defaultValue: nil, metadata: OpenSwiftData.Schema.Relationship()),
      OpenSwiftData.Schema.PropertyMetadata(name: "prizes", keypath: \Author.prizes, defaultValue: [] as [Prize], metadata: OpenSwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Prize.author)),
      OpenSwiftData.Schema.PropertyMetadata(name: "drafts", keypath: \Author.drafts, defaultValue: [] as [Draft]?, metadata: OpenSwiftData.Schema.Relationship(deleteRule: .nullify, inverse: \Draft.author)),
      OpenSwiftData.Schema.PropertyMetadata(name: "archive", keypath: \Author.archive, defaultValue: nil, metadata: OpenSwiftData.Schema.Relationship(deleteRule: Schema.Relationship.DeleteRule.deny)),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _books = nil
    _cover = nil
    _agent = nil
    _prizes = nil
    _drafts = nil
    _archive = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Author>
  ) {
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Author> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_books)
    row.load(1, &_cover)
    row.load(2, &_agent)
    row.load(3, &_prizes)
    row.load(4, &_drafts)
    row.load(5, &_archive)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _books)
    row.bind(1, _cover)
    row.bind(2, _agent)
    row.bind(3, _prizes)
    row.bind(4, _drafts)
    row.bind(5, _archive)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _books = nil }
    if mask & 0x2 != 0 { _cover = nil }
    if mask & 0x4 != 0 { _agent = nil }
    if mask & 0x8 != 0 { _prizes = nil }
    if mask & 0x10 != 0 { _drafts = nil }
    if mask & 0x20 != 0 { _archive = nil }
  }
}

extension Author: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Author: Swift.Sendable {}
