// swift-format-ignore-file
package final class Note {
  package var title: String {
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
  package init(title: String) { self.title = title }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  package var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
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

  package static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("title", \Note.title, nil, nil),
    ]
  }

  package required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _title = nil
  }

  package required init(
    backingData: any OpenSwiftData.BackingData<Note>
  ) {
    _title = nil
    OpenSwiftData._adopt(backingData, by: self)
  }

  package var persistentBackingData: any OpenSwiftData.BackingData<Note> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  package func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_title)
  }

  package func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _title)
  }

  package func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _title = nil }
  }

  package func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Note: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Note: Swift.Sendable {}
