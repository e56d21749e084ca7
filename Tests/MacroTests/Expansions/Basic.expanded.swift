// swift-format-ignore-file
final class Note {
  var title: String {
  @storageRestrictions(initializes: _title)
  init(initialValue) {
    _title = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Note.title)
    }
    if let value = OpenSwiftData._value(&_title) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_title, "title", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _title = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Note.title) {
        _title = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Note.title)
    }
    if case nil = _title {
      OpenSwiftData._fireFault(self, 0)
      _title = OpenSwiftData._resolved(_title, "title", of: self)
    }
    OpenSwiftData._settle(&_title)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Note.title)
    defer {
      OpenSwiftData._endMutation(self, \Note.title)
    }
    yield &_title!
  }
  }

  @exclusivity(unchecked) private var _title: Swift.Optional<String>
  var body: String {
  @storageRestrictions(initializes: _body)
  init(initialValue) {
    _body = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Note.body)
    }
    if let value = OpenSwiftData._value(&_body) {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_body, "body", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _body = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Note.body) {
        _body = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Note.body)
    }
    if case nil = _body {
      OpenSwiftData._fireFault(self, 1)
      _body = OpenSwiftData._resolved(_body, "body", of: self)
    }
    OpenSwiftData._settle(&_body)
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Note.body)
    defer {
      OpenSwiftData._endMutation(self, \Note.body)
    }
    yield &_body!
  }
  }

  @exclusivity(unchecked) private var _body: Swift.Optional<String> = ""
  var tagline: String? {
  @storageRestrictions(initializes: _tagline)
  init(initialValue) {
    _tagline = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Note.tagline)
    }
    if let value = OpenSwiftData._value(&_tagline) {
      return value
    }
    OpenSwiftData._fireFault(self, 2)
    return OpenSwiftData._resolved(_tagline, "tagline", of: self)
  }
  set {
    if _$state._isPlain(2) {
      _tagline = newValue
    } else {
      OpenSwiftData._willSet(self, 2)
      withMutation(keyPath: \Note.tagline) {
        _tagline = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Note.tagline)
    }
    if case nil = _tagline {
      OpenSwiftData._fireFault(self, 2)
      _tagline = OpenSwiftData._resolved(_tagline, "tagline", of: self)
    }
    OpenSwiftData._settle(&_tagline)
    OpenSwiftData._willSet(self, 2)
    OpenSwiftData._beginMutation(self, \Note.tagline)
    defer {
      OpenSwiftData._endMutation(self, \Note.tagline)
    }
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
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Note, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("title", \Note.title, nil, nil),
      OpenSwiftData.Schema.PropertyMetadata("body", \Note.body, "" as String, nil),
      OpenSwiftData.Schema.PropertyMetadata("tagline", \Note.tagline, nil, nil),
    ]
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
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Note> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
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
    if mask & 0x1 != 0 { _title = nil }
    if mask & 0x2 != 0 { _body = nil }
    if mask & 0x4 != 0 { _tagline = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Note: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Note: Swift.Sendable {}
