// swift-format-ignore-file
final class Download {
  var source: URL {
  @storageRestrictions(initializes: _source)
  init(initialValue) {
    _source = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Download.source)
    }
    if let value = OpenSwiftData._value(&_source) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_source, "source", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _source = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Download.source) {
        _source = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Download.source)
    }
    if case nil = _source {
      OpenSwiftData._fireFault(self, 0)
      _source = OpenSwiftData._resolved(_source, "source", of: self)
    }
    OpenSwiftData._settle(&_source)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Download.source)
    defer {
      OpenSwiftData._endMutation(self, \Download.source)
    }
    yield &_source!
  }
  }

  @exclusivity(unchecked) private var _source: Swift.Optional<URL>
  var progress: Double = 0
  var onDone: (() -> Void)?
  lazy var title = source.lastPathComponent
  var percent: Int { Int(progress * 100) }
  let limit = 3
  init(source: URL) { self.source = source }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Download, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Download, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("source", \Download.source, nil, nil),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _source = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Download>
  ) {
    _source = nil
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Download> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_source)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _source)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _source = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Download: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Download: Swift.Sendable {}
