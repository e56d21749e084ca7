// swift-format-ignore-file
final class Sketch: Drawing {
  var title: String {
  @storageRestrictions(initializes: _title)
  init(initialValue) {
    _title = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, Sketch._$firstIndex + 0, &_title)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, Sketch._$firstIndex + 0, &_title, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, Sketch._$firstIndex + 0, &_title)
    defer { OpenSwiftData._GeneratedCode.endModify(self, Sketch._$firstIndex + 0) }
    yield &_title!
  }
  }

  @exclusivity(unchecked) private var _title: Swift.Optional<String>
  var count: Int {
  @storageRestrictions(initializes: _count)
  init(initialValue) {
    _count = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, Sketch._$firstIndex + 1, &_count)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, Sketch._$firstIndex + 1, &_count, newValue)
  }
  }

  @exclusivity(unchecked) private var _count: Swift.Optional<Int> = 0
  init(title: String) {
    self.title = title
    super.init()
  }

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Sketch, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Sketch, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Sketch.self)
    _$list.add("title", (String).self)
    _$list.add("count", (Int).self)
    _$list.setDefault(0 as Int)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Sketch.title }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Sketch.count }
    return \Sketch.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Sketch?.?.title }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Sketch?.?.count }
    return nil
  }

  private static var _$firstIndex: Int { 0 }

  required convenience init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    self.init(_$isEmpty: true)
  }

  required convenience init(
    backingData: any OpenSwiftData.BackingData<Sketch>
  ) {
    self.init(_$isEmpty: false)
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  private init(_$isEmpty: Swift.Bool) {
    _title = nil
    if _$isEmpty {
      _count = nil
    }
    // A superclass that is not a model must have an init(), and the model must be final.
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Sketch> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_title)
    row.load(1, &_count)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _title)
    row.bind(1, _count)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_title)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_count)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Sketch: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Sketch: Swift.Sendable {}
