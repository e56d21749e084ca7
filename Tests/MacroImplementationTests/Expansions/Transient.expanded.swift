// swift-format-ignore-file
final class Download {
  var source: URL {
  @storageRestrictions(initializes: _source)
  init(initialValue) {
    _source = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_source)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_source, newValue)
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
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Download, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Download.self)
    _$list.add("source", (URL).self)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Download.source }
    return \Download.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Download?.?.source }
    return nil
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Download> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_source)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _source)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_source)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Download: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Download: Swift.Sendable {}
