// swift-format-ignore-file

// conformances: Sendable
class BusinessTrip: Trip {
  var perDiem: Double {
  @storageRestrictions(initializes: _perDiem)
  init(initialValue) {
    _perDiem = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, BusinessTrip._$firstIndex + 0, &_perDiem)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, BusinessTrip._$firstIndex + 0, &_perDiem, newValue)
  }
  }

  @exclusivity(unchecked) private var _perDiem: Swift.Optional<Double> = 0
  var company: String {
  @storageRestrictions(initializes: _company)
  init(initialValue) {
    _company = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, BusinessTrip._$firstIndex + 1, &_company)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, BusinessTrip._$firstIndex + 1, &_company, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, BusinessTrip._$firstIndex + 1, &_company)
    defer { OpenSwiftData._GeneratedCode.endModify(self, BusinessTrip._$firstIndex + 1) }
    yield &_company!
  }
  }

  @exclusivity(unchecked) private var _company: Swift.Optional<String>
  init() {
    company = ""
    super.init(name: "")
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<BusinessTrip, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<BusinessTrip, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  override class var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Self.self, super.schemaMetadata)
    _$list.add("perDiem", (Double).self)
    _$list.setDefault(0 as Double)
    _$list.add("company", (String).self)
    _$list.setMetadata(OpenSwiftData.Schema.Attribute(.unique))
    return _$list.metadata
  }

  override class func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    return BusinessTrip._$keyPath(index, Self.self) ?? super._$keyPath(index)
  }

  private static func _$keyPath<_$Model: BusinessTrip>(
    _ index: Swift.Int, _ model: _$Model.Type
  ) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, BusinessTrip._$firstIndex + 0) { return \_$Model.perDiem }
    if OpenSwiftData._GeneratedCode.isEqual(index, BusinessTrip._$firstIndex + 1) { return \_$Model.company }
    return nil
  }

  override class func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    return BusinessTrip._$optionalKeyPath(index, Self.self) ?? super._$optionalKeyPath(index)
  }

  private static func _$optionalKeyPath<_$Model: BusinessTrip>(
    _ index: Swift.Int, _ model: _$Model.Type
  ) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, BusinessTrip._$firstIndex + 0) { return \_$Model?.?.perDiem }
    if OpenSwiftData._GeneratedCode.isEqual(index, BusinessTrip._$firstIndex + 1) { return \_$Model?.?.company }
    return nil
  }

  private static var _$firstIndex: Int { super._$propertyCount }

  override class var _$propertyCount: Int { super._$propertyCount + 2 }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _perDiem = nil
    _company = nil
    super.init(_materializing: materialization)
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Trip.Root>
  ) {
    _company = nil
    super.init(backingData: backingData)
  }

  override func _$load(_ row: OpenSwiftData._RowLoader) {
    super._$load(row)
    row.load(BusinessTrip._$firstIndex + 0, &_perDiem)
    row.load(BusinessTrip._$firstIndex + 1, &_company)
  }

  override func _$bind(_ row: OpenSwiftData._RowBinder) {
    super._$bind(row)
    row.bind(BusinessTrip._$firstIndex + 0, _perDiem)
    row.bind(BusinessTrip._$firstIndex + 1, _company)
  }

  override func _$unload(_ mask: Swift.UInt64) {
    super._$unload(mask)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, BusinessTrip._$firstIndex + 0, &_perDiem)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, BusinessTrip._$firstIndex + 1, &_company)
  }

  override func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return super._$link(index)
  }
}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension BusinessTrip: Swift.Sendable {}
