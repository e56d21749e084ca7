// swift-format-ignore-file
final class Note {
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

  @exclusivity(unchecked) private var _title: Swift.Optional<String>
  var body: String {
  @storageRestrictions(initializes: _body)
  init(initialValue) {
    _body = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_body)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_body, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 1, &_body)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 1) }
    yield &_body!
  }
  }

  @exclusivity(unchecked) private var _body: Swift.Optional<String> = ""
  var tagline: String? {
  @storageRestrictions(initializes: _tagline)
  init(initialValue) {
    _tagline = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 2, &_tagline)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 2, &_tagline, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 2, &_tagline)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 2) }
    yield &_tagline!
  }
  }

  @exclusivity(unchecked) private var _tagline: Swift.Optional<String?> = .some(nil)

  init(title: String) {
    self.title = title
  }

  var summary: String { "\(title): \(body)" }
  static let limit = 10
  func clear() { body = "" }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Note, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Note, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Note.self)
    _$list.add("title", (String).self)
    _$list.add("body", (String).self)
    _$list.setDefault("" as String)
    _$list.add("tagline", (String?).self)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Note.title }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Note.body }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Note.tagline }
    return \Note.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Note?.?.title }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Note?.?.body }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Note?.?.tagline }
    return nil
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _title = nil
    _body = nil
    _tagline = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Note>
  ) {
    _title = nil
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Note> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_title)
    row.load(1, &_body)
    row.load(2, &_tagline)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _title)
    row.bind(1, _body)
    row.bind(2, _tagline)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_title)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_body)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_tagline)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Note: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Note: Swift.Sendable {}
