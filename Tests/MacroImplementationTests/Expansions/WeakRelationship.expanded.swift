// swift-format-ignore-file
final class Leaf {
  weak var tree: Tree? {
  @storageRestrictions(initializes: _tree)
  init(initialValue) {
    _tree = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 0, &_tree)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 0, &_tree, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 0, &_tree)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 0, &_tree) }
    yield &_tree!
  }
  }

  @exclusivity(unchecked) private var _tree: Swift.Optional<Tree?> = .some(nil)

  @exclusivity(unchecked) private var _$key_tree = Swift.Int64.min

  @Swift.MainActor private static func _$type_tree() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Tree?).self)
  }
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Leaf, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Leaf, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Leaf.self)
    _$list.add("tree", checked: { Leaf._$type_tree() })
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Leaf.tree }
    return \Leaf.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Leaf?.?.tree }
    return nil
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _tree = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Leaf>
  ) {
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Leaf> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.loadLink(0, &_tree, &_$key_tree)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bindLink(0, _tree, _$key_tree)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_tree, &_$key_tree)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) {
    return OpenSwiftData._GeneratedCode.link(&_tree, &_$key_tree)
  }
    return nil
  }

  deinit {
    OpenSwiftData._GeneratedCode.release(&_tree)
  }
}

extension Leaf: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Leaf: Swift.Sendable {}
