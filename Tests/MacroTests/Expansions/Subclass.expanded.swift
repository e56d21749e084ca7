// swift-format-ignore-file

// conformances: Sendable
class BusinessTrip: Trip {
  var perDiem: Double {
  @storageRestrictions(initializes: _perDiem)
  init(initialValue) {
    _perDiem = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \BusinessTrip.perDiem)
    }
    if let value = OpenSwiftData._value(&_perDiem) {
      return value
    }
    OpenSwiftData._fireFault(self, BusinessTrip._$firstIndex + 0)
    return OpenSwiftData._resolved(_perDiem, "perDiem", of: self)
  }
  set {
    if _$state._isPlain(BusinessTrip._$firstIndex + 0) {
      _perDiem = newValue
    } else {
      OpenSwiftData._willSet(self, BusinessTrip._$firstIndex + 0)
      withMutation(keyPath: \BusinessTrip.perDiem) {
        _perDiem = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \BusinessTrip.perDiem)
    }
    if case nil = _perDiem {
      OpenSwiftData._fireFault(self, BusinessTrip._$firstIndex + 0)
      _perDiem = OpenSwiftData._resolved(_perDiem, "perDiem", of: self)
    }
    OpenSwiftData._settle(&_perDiem)
    OpenSwiftData._willSet(self, BusinessTrip._$firstIndex + 0)
    OpenSwiftData._beginMutation(self, \BusinessTrip.perDiem)
    defer {
      OpenSwiftData._endMutation(self, \BusinessTrip.perDiem)
    }
    yield &_perDiem!
  }
  }

  @exclusivity(unchecked) private var _perDiem: Swift.Optional<Double> = 0
  var company: String {
  @storageRestrictions(initializes: _company)
  init(initialValue) {
    _company = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \BusinessTrip.company)
    }
    if let value = OpenSwiftData._value(&_company) {
      return value
    }
    OpenSwiftData._fireFault(self, BusinessTrip._$firstIndex + 1)
    return OpenSwiftData._resolved(_company, "company", of: self)
  }
  set {
    if _$state._isPlain(BusinessTrip._$firstIndex + 1) {
      _company = newValue
    } else {
      OpenSwiftData._willSet(self, BusinessTrip._$firstIndex + 1)
      withMutation(keyPath: \BusinessTrip.company) {
        _company = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \BusinessTrip.company)
    }
    if case nil = _company {
      OpenSwiftData._fireFault(self, BusinessTrip._$firstIndex + 1)
      _company = OpenSwiftData._resolved(_company, "company", of: self)
    }
    OpenSwiftData._settle(&_company)
    OpenSwiftData._willSet(self, BusinessTrip._$firstIndex + 1)
    OpenSwiftData._beginMutation(self, \BusinessTrip.company)
    defer {
      OpenSwiftData._endMutation(self, \BusinessTrip.company)
    }
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
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<BusinessTrip, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  override class var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    super.schemaMetadata + [
      OpenSwiftData.Schema.PropertyMetadata("perDiem", \BusinessTrip.perDiem, 0 as Double, nil),
      OpenSwiftData.Schema.PropertyMetadata("company", \BusinessTrip.company, nil, OpenSwiftData.Schema.Attribute(.unique)),
    ]
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
    backingData: any OpenSwiftData.BackingData<Root>
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
    if _$state._unloads(mask, BusinessTrip._$firstIndex + 0) { _perDiem = nil }
    if _$state._unloads(mask, BusinessTrip._$firstIndex + 1) { _company = nil }
  }

  override func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return super._$link(index)
  }
}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension BusinessTrip: Swift.Sendable {}
