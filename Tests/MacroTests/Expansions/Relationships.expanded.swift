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
    return OpenSwiftData._resolve(&_books, 0, "books", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_books, 0,
      \Author.books, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.books)
    }
    OpenSwiftData._beginEdit(&_books, 0, "books", of: self)
    OpenSwiftData._beginMutation(self, \Author.books)
    defer {
      OpenSwiftData._endEdit(&_books, 0, of: self)
      OpenSwiftData._endMutation(self, \Author.books)
    }
    yield &_books!
  }
  }

  @exclusivity(unchecked) private var _books: Swift.Optional<[Book]> = []

  @exclusivity(unchecked) private var _$key_books = Swift.Int64.min
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
    return OpenSwiftData._resolve(&_cover, 1, "cover", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_cover, 1,
      \Author.cover, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.cover)
    }
    OpenSwiftData._beginEdit(&_cover, 1, "cover", of: self)
    OpenSwiftData._beginMutation(self, \Author.cover)
    defer {
      OpenSwiftData._endEdit(&_cover, 1, of: self)
      OpenSwiftData._endMutation(self, \Author.cover)
    }
    yield &_cover!
  }
  }

  @exclusivity(unchecked) private var _cover: Swift.Optional<Cover?> = .some(nil)

  @exclusivity(unchecked) private var _$key_cover = Swift.Int64.min
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
    return OpenSwiftData._resolve(&_agent, 2, "agent", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_agent, 2,
      \Author.agent, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.agent)
    }
    OpenSwiftData._beginEdit(&_agent, 2, "agent", of: self)
    OpenSwiftData._beginMutation(self, \Author.agent)
    defer {
      OpenSwiftData._endEdit(&_agent, 2, of: self)
      OpenSwiftData._endMutation(self, \Author.agent)
    }
    yield &_agent!
  }
  }

  @exclusivity(unchecked) private var _agent: Swift.Optional<Agent?> = .some(nil)

  @exclusivity(unchecked) private var _$key_agent = Swift.Int64.min
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
    return OpenSwiftData._resolve(&_prizes, 3, "prizes", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_prizes, 3,
      \Author.prizes, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.prizes)
    }
    OpenSwiftData._beginEdit(&_prizes, 3, "prizes", of: self)
    OpenSwiftData._beginMutation(self, \Author.prizes)
    defer {
      OpenSwiftData._endEdit(&_prizes, 3, of: self)
      OpenSwiftData._endMutation(self, \Author.prizes)
    }
    yield &_prizes!
  }
  }

  @exclusivity(unchecked) private var _prizes: Swift.Optional<[Prize]> = []

  @exclusivity(unchecked) private var _$key_prizes = Swift.Int64.min
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
    return OpenSwiftData._resolve(&_drafts, 4, "drafts", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_drafts, 4,
      \Author.drafts, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.drafts)
    }
    OpenSwiftData._beginEdit(&_drafts, 4, "drafts", of: self)
    OpenSwiftData._beginMutation(self, \Author.drafts)
    defer {
      OpenSwiftData._endEdit(&_drafts, 4, of: self)
      OpenSwiftData._endMutation(self, \Author.drafts)
    }
    yield &_drafts!
  }
  }

  @exclusivity(unchecked) private var _drafts: Swift.Optional<[Draft]?> = []

  @exclusivity(unchecked) private var _$key_drafts = Swift.Int64.min
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
    return OpenSwiftData._resolve(&_archive, 5, "archive", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_archive, 5,
      \Author.archive, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Author.archive)
    }
    OpenSwiftData._beginEdit(&_archive, 5, "archive", of: self)
    OpenSwiftData._beginMutation(self, \Author.archive)
    defer {
      OpenSwiftData._endEdit(&_archive, 5, of: self)
      OpenSwiftData._endMutation(self, \Author.archive)
    }
    yield &_archive!
  }
  }

  @exclusivity(unchecked) private var _archive: Swift.Optional<Archive?> = .some(nil)

  @exclusivity(unchecked) private var _$key_archive = Swift.Int64.min
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
      OpenSwiftData.Schema.PropertyMetadata("books", \Author.books, [] as [Book], OpenSwiftData.Schema.Relationship(deleteRule: .cascade, _inverse: \Book.author, _named: "author")),
      OpenSwiftData.Schema.PropertyMetadata("cover", \Author.cover, nil, OpenSwiftData.Schema.Relationship(.unique)),
      OpenSwiftData.Schema.PropertyMetadata("agent", \Author.agent, nil, OpenSwiftData.Schema.Relationship()),
      OpenSwiftData.Schema.PropertyMetadata("prizes", \Author.prizes, [] as [Prize], OpenSwiftData.Schema.Relationship(deleteRule: .cascade, _inverse: \Prize.author, _named: "author")),
      OpenSwiftData.Schema.PropertyMetadata("drafts", \Author.drafts, [] as [Draft]?, OpenSwiftData.Schema.Relationship(deleteRule: .nullify, _inverse: \Draft.author, _named: "author")),
      OpenSwiftData.Schema.PropertyMetadata("archive", \Author.archive, nil, OpenSwiftData.Schema.Relationship(deleteRule: Schema.Relationship.DeleteRule.deny)),
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
    row.load(0, &_books, &_$key_books)
    row.load(1, &_cover, &_$key_cover)
    row.load(2, &_agent, &_$key_agent)
    row.load(3, &_prizes, &_$key_prizes)
    row.load(4, &_drafts, &_$key_drafts)
    row.load(5, &_archive, &_$key_archive)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _books, _$key_books)
    row.bind(1, _cover, _$key_cover)
    row.bind(2, _agent, _$key_agent)
    row.bind(3, _prizes, _$key_prizes)
    row.bind(4, _drafts, _$key_drafts)
    row.bind(5, _archive, _$key_archive)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 {
    _books = nil
    _$key_books = Swift.Int64.min
  }
    if mask & 0x2 != 0 {
    _cover = nil
    _$key_cover = Swift.Int64.min
  }
    if mask & 0x4 != 0 {
    _agent = nil
    _$key_agent = Swift.Int64.min
  }
    if mask & 0x8 != 0 {
    _prizes = nil
    _$key_prizes = Swift.Int64.min
  }
    if mask & 0x10 != 0 {
    _drafts = nil
    _$key_drafts = Swift.Int64.min
  }
    if mask & 0x20 != 0 {
    _archive = nil
    _$key_archive = Swift.Int64.min
  }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if index == 0 {
    return OpenSwiftData._link(&_books, &_$key_books)
  }
    if index == 1 {
    return OpenSwiftData._link(&_cover, &_$key_cover)
  }
    if index == 2 {
    return OpenSwiftData._link(&_agent, &_$key_agent)
  }
    if index == 3 {
    return OpenSwiftData._link(&_prizes, &_$key_prizes)
  }
    if index == 4 {
    return OpenSwiftData._link(&_drafts, &_$key_drafts)
  }
    if index == 5 {
    return OpenSwiftData._link(&_archive, &_$key_archive)
  }
    return nil
  }

  deinit {
    OpenSwiftData._release(&_books)
    OpenSwiftData._release(&_cover)
    OpenSwiftData._release(&_agent)
    OpenSwiftData._release(&_prizes)
    OpenSwiftData._release(&_drafts)
    OpenSwiftData._release(&_archive)
  }
}

extension Author: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Author: Swift.Sendable {}
