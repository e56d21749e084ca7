// swift-format-ignore-file
public final class Note {
  public private(set) var title: String {
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
  public init(title: String) { self.title = title }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  public var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
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

  public static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Note.self)
    _$list.add("title", (String).self)
    return _$list.metadata
  }

  public static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Note.title }
    return \Note.persistentModelID
  }

  public static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Note?.?.title }
    return nil
  }

  public required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _title = nil
  }

  public required init(
    backingData: any OpenSwiftData.BackingData<Note>
  ) {
    _title = nil
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  public var persistentBackingData: any OpenSwiftData.BackingData<Note> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  public func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_title)
  }

  public func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _title)
  }

  public func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_title)
  }

  public func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Note: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Note: Swift.Sendable {}
