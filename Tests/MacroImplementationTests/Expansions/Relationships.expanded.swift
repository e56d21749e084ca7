// swift-format-ignore-file
final class Author {
  var books: [Book] {
  @storageRestrictions(initializes: _books)
  init(initialValue) {
    _books = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 0, &_books)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 0, &_books, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 0, &_books)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 0, &_books) }
    yield &_books!
  }
  }

  @exclusivity(unchecked) private var _books: Swift.Optional<[Book]> = []

  @exclusivity(unchecked) private var _$key_books = Swift.Int64.min

  @Swift.MainActor private static func _$type_books() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(([Book]).self)
  }
  var cover: Cover? {
  @storageRestrictions(initializes: _cover)
  init(initialValue) {
    _cover = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 1, &_cover)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 1, &_cover, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 1, &_cover)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 1, &_cover) }
    yield &_cover!
  }
  }

  @exclusivity(unchecked) private var _cover: Swift.Optional<Cover?> = .some(nil)

  @exclusivity(unchecked) private var _$key_cover = Swift.Int64.min

  @Swift.MainActor private static func _$type_cover() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Cover?).self)
  }
  var agent: Agent? {
  @storageRestrictions(initializes: _agent)
  init(initialValue) {
    _agent = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 2, &_agent)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 2, &_agent, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 2, &_agent)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 2, &_agent) }
    yield &_agent!
  }
  }

  @exclusivity(unchecked) private var _agent: Swift.Optional<Agent?> = .some(nil)

  @exclusivity(unchecked) private var _$key_agent = Swift.Int64.min

  @Swift.MainActor private static func _$type_agent() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Agent?).self)
  }
  var prizes: [Prize] {
  @storageRestrictions(initializes: _prizes)
  init(initialValue) {
    _prizes = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 3, &_prizes)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 3, &_prizes, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 3, &_prizes)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 3, &_prizes) }
    yield &_prizes!
  }
  }

  @exclusivity(unchecked) private var _prizes: Swift.Optional<[Prize]> = []

  @exclusivity(unchecked) private var _$key_prizes = Swift.Int64.min

  @Swift.MainActor private static func _$type_prizes() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(([Prize]).self)
  }
  var drafts: [Draft]? {  // none at first
  @storageRestrictions(initializes: _drafts)
  init(initialValue) {
    _drafts = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 4, &_drafts)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 4, &_drafts, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 4, &_drafts)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 4, &_drafts) }
    yield &_drafts!
  }
  }

  @exclusivity(unchecked) private var _drafts: Swift.Optional<[Draft]?> = []

  @exclusivity(unchecked) private var _$key_drafts = Swift.Int64.min

  @Swift.MainActor private static func _$type_drafts() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(([Draft]?).self)
  }
  var archive: Archive? {
  @storageRestrictions(initializes: _archive)
  init(initialValue) {
    _archive = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 5, &_archive)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 5, &_archive, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 5, &_archive)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 5, &_archive) }
    yield &_archive!
  }
  }

  @exclusivity(unchecked) private var _archive: Swift.Optional<Archive?> = .some(nil)

  @exclusivity(unchecked) private var _$key_archive = Swift.Int64.min

  @Swift.MainActor private static func _$type_archive() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Archive?).self)
  }
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Author, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Author, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Author.self)
    _$list.add("books", checked: { Author._$type_books() })
    _$list.setDefault([] as [Book])
    _$list.setMetadata(OpenSwiftData.Schema.Relationship(deleteRule: .cascade, _inverse: \Book.author, _named: "author"))
    _$list.add("cover", checked: { Author._$type_cover() })
    _$list.setMetadata(OpenSwiftData.Schema.Relationship(.unique))
    _$list.add("agent", checked: { Author._$type_agent() })
    _$list.setMetadata(OpenSwiftData.Schema.Relationship())
    _$list.add("prizes", checked: { Author._$type_prizes() })
    _$list.setDefault([] as [Prize])
    _$list.setMetadata(OpenSwiftData.Schema.Relationship(deleteRule: .cascade, _inverse: \Prize.author, _named: "author"))
    _$list.add("drafts", checked: { Author._$type_drafts() })
    _$list.setDefault([] as [Draft]?)
    _$list.setMetadata(OpenSwiftData.Schema.Relationship(deleteRule: .nullify, _inverse: \Draft.author, _named: "author"))
    _$list.add("archive", checked: { Author._$type_archive() })
    _$list.setMetadata(OpenSwiftData.Schema.Relationship(deleteRule: Schema.Relationship.DeleteRule.deny, _inverse: nil))
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Author.books }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Author.cover }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Author.agent }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Author.prizes }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Author.drafts }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Author.archive }
    return \Author.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Author?.?.books }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Author?.?.cover }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Author?.?.agent }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Author?.?.prizes }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Author?.?.drafts }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Author?.?.archive }
    return nil
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Author> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.loadLink(0, &_books, &_$key_books)
    row.loadLink(1, &_cover, &_$key_cover)
    row.loadLink(2, &_agent, &_$key_agent)
    row.loadLink(3, &_prizes, &_$key_prizes)
    row.loadLink(4, &_drafts, &_$key_drafts)
    row.loadLink(5, &_archive, &_$key_archive)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bindLink(0, _books, _$key_books)
    row.bindLink(1, _cover, _$key_cover)
    row.bindLink(2, _agent, _$key_agent)
    row.bindLink(3, _prizes, _$key_prizes)
    row.bindLink(4, _drafts, _$key_drafts)
    row.bindLink(5, _archive, _$key_archive)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_books, &_$key_books)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_cover, &_$key_cover)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_agent, &_$key_agent)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 3, &_prizes, &_$key_prizes)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 4, &_drafts, &_$key_drafts)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 5, &_archive, &_$key_archive)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) {
    return OpenSwiftData._GeneratedCode.link(&_books, &_$key_books)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) {
    return OpenSwiftData._GeneratedCode.link(&_cover, &_$key_cover)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) {
    return OpenSwiftData._GeneratedCode.link(&_agent, &_$key_agent)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) {
    return OpenSwiftData._GeneratedCode.link(&_prizes, &_$key_prizes)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) {
    return OpenSwiftData._GeneratedCode.link(&_drafts, &_$key_drafts)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) {
    return OpenSwiftData._GeneratedCode.link(&_archive, &_$key_archive)
  }
    return nil
  }

  deinit {
    OpenSwiftData._GeneratedCode.release(&_books)
    OpenSwiftData._GeneratedCode.release(&_cover)
    OpenSwiftData._GeneratedCode.release(&_agent)
    OpenSwiftData._GeneratedCode.release(&_prizes)
    OpenSwiftData._GeneratedCode.release(&_drafts)
    OpenSwiftData._GeneratedCode.release(&_archive)
  }
}

extension Author: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Author: Swift.Sendable {}
