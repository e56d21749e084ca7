// swift-format-ignore-file
final class Wide {
  var property0: Int {
  @storageRestrictions(initializes: _property0)
  init(initialValue) {
    _property0 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property0)
    }
    if let value = OpenSwiftData._value(&_property0) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_property0, "property0", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _property0 = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Wide.property0) {
        _property0 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property0)
    }
    if case nil = _property0 {
      OpenSwiftData._fireFault(self, 0)
      _property0 = OpenSwiftData._resolved(_property0, "property0", of: self)
    }
    OpenSwiftData._settle(&_property0)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Wide.property0)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property0)
    }
    yield &_property0!
  }
  }

  @exclusivity(unchecked) private var _property0: Swift.Optional<Int> = 0
  var property1: Int {
  @storageRestrictions(initializes: _property1)
  init(initialValue) {
    _property1 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property1)
    }
    if let value = OpenSwiftData._value(&_property1) {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_property1, "property1", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _property1 = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Wide.property1) {
        _property1 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property1)
    }
    if case nil = _property1 {
      OpenSwiftData._fireFault(self, 1)
      _property1 = OpenSwiftData._resolved(_property1, "property1", of: self)
    }
    OpenSwiftData._settle(&_property1)
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Wide.property1)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property1)
    }
    yield &_property1!
  }
  }

  @exclusivity(unchecked) private var _property1: Swift.Optional<Int> = 1
  var property2: Int {
  @storageRestrictions(initializes: _property2)
  init(initialValue) {
    _property2 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property2)
    }
    if let value = OpenSwiftData._value(&_property2) {
      return value
    }
    OpenSwiftData._fireFault(self, 2)
    return OpenSwiftData._resolved(_property2, "property2", of: self)
  }
  set {
    if _$state._isPlain(2) {
      _property2 = newValue
    } else {
      OpenSwiftData._willSet(self, 2)
      withMutation(keyPath: \Wide.property2) {
        _property2 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property2)
    }
    if case nil = _property2 {
      OpenSwiftData._fireFault(self, 2)
      _property2 = OpenSwiftData._resolved(_property2, "property2", of: self)
    }
    OpenSwiftData._settle(&_property2)
    OpenSwiftData._willSet(self, 2)
    OpenSwiftData._beginMutation(self, \Wide.property2)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property2)
    }
    yield &_property2!
  }
  }

  @exclusivity(unchecked) private var _property2: Swift.Optional<Int> = 2
  var property3: Int {
  @storageRestrictions(initializes: _property3)
  init(initialValue) {
    _property3 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property3)
    }
    if let value = OpenSwiftData._value(&_property3) {
      return value
    }
    OpenSwiftData._fireFault(self, 3)
    return OpenSwiftData._resolved(_property3, "property3", of: self)
  }
  set {
    if _$state._isPlain(3) {
      _property3 = newValue
    } else {
      OpenSwiftData._willSet(self, 3)
      withMutation(keyPath: \Wide.property3) {
        _property3 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property3)
    }
    if case nil = _property3 {
      OpenSwiftData._fireFault(self, 3)
      _property3 = OpenSwiftData._resolved(_property3, "property3", of: self)
    }
    OpenSwiftData._settle(&_property3)
    OpenSwiftData._willSet(self, 3)
    OpenSwiftData._beginMutation(self, \Wide.property3)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property3)
    }
    yield &_property3!
  }
  }

  @exclusivity(unchecked) private var _property3: Swift.Optional<Int> = 3
  var property4: Int {
  @storageRestrictions(initializes: _property4)
  init(initialValue) {
    _property4 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property4)
    }
    if let value = OpenSwiftData._value(&_property4) {
      return value
    }
    OpenSwiftData._fireFault(self, 4)
    return OpenSwiftData._resolved(_property4, "property4", of: self)
  }
  set {
    if _$state._isPlain(4) {
      _property4 = newValue
    } else {
      OpenSwiftData._willSet(self, 4)
      withMutation(keyPath: \Wide.property4) {
        _property4 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property4)
    }
    if case nil = _property4 {
      OpenSwiftData._fireFault(self, 4)
      _property4 = OpenSwiftData._resolved(_property4, "property4", of: self)
    }
    OpenSwiftData._settle(&_property4)
    OpenSwiftData._willSet(self, 4)
    OpenSwiftData._beginMutation(self, \Wide.property4)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property4)
    }
    yield &_property4!
  }
  }

  @exclusivity(unchecked) private var _property4: Swift.Optional<Int> = 4
  var property5: Int {
  @storageRestrictions(initializes: _property5)
  init(initialValue) {
    _property5 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property5)
    }
    if let value = OpenSwiftData._value(&_property5) {
      return value
    }
    OpenSwiftData._fireFault(self, 5)
    return OpenSwiftData._resolved(_property5, "property5", of: self)
  }
  set {
    if _$state._isPlain(5) {
      _property5 = newValue
    } else {
      OpenSwiftData._willSet(self, 5)
      withMutation(keyPath: \Wide.property5) {
        _property5 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property5)
    }
    if case nil = _property5 {
      OpenSwiftData._fireFault(self, 5)
      _property5 = OpenSwiftData._resolved(_property5, "property5", of: self)
    }
    OpenSwiftData._settle(&_property5)
    OpenSwiftData._willSet(self, 5)
    OpenSwiftData._beginMutation(self, \Wide.property5)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property5)
    }
    yield &_property5!
  }
  }

  @exclusivity(unchecked) private var _property5: Swift.Optional<Int> = 5
  var property6: Int {
  @storageRestrictions(initializes: _property6)
  init(initialValue) {
    _property6 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property6)
    }
    if let value = OpenSwiftData._value(&_property6) {
      return value
    }
    OpenSwiftData._fireFault(self, 6)
    return OpenSwiftData._resolved(_property6, "property6", of: self)
  }
  set {
    if _$state._isPlain(6) {
      _property6 = newValue
    } else {
      OpenSwiftData._willSet(self, 6)
      withMutation(keyPath: \Wide.property6) {
        _property6 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property6)
    }
    if case nil = _property6 {
      OpenSwiftData._fireFault(self, 6)
      _property6 = OpenSwiftData._resolved(_property6, "property6", of: self)
    }
    OpenSwiftData._settle(&_property6)
    OpenSwiftData._willSet(self, 6)
    OpenSwiftData._beginMutation(self, \Wide.property6)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property6)
    }
    yield &_property6!
  }
  }

  @exclusivity(unchecked) private var _property6: Swift.Optional<Int> = 6
  var property7: Int {
  @storageRestrictions(initializes: _property7)
  init(initialValue) {
    _property7 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property7)
    }
    if let value = OpenSwiftData._value(&_property7) {
      return value
    }
    OpenSwiftData._fireFault(self, 7)
    return OpenSwiftData._resolved(_property7, "property7", of: self)
  }
  set {
    if _$state._isPlain(7) {
      _property7 = newValue
    } else {
      OpenSwiftData._willSet(self, 7)
      withMutation(keyPath: \Wide.property7) {
        _property7 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property7)
    }
    if case nil = _property7 {
      OpenSwiftData._fireFault(self, 7)
      _property7 = OpenSwiftData._resolved(_property7, "property7", of: self)
    }
    OpenSwiftData._settle(&_property7)
    OpenSwiftData._willSet(self, 7)
    OpenSwiftData._beginMutation(self, \Wide.property7)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property7)
    }
    yield &_property7!
  }
  }

  @exclusivity(unchecked) private var _property7: Swift.Optional<Int> = 7
  var property8: Int {
  @storageRestrictions(initializes: _property8)
  init(initialValue) {
    _property8 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property8)
    }
    if let value = OpenSwiftData._value(&_property8) {
      return value
    }
    OpenSwiftData._fireFault(self, 8)
    return OpenSwiftData._resolved(_property8, "property8", of: self)
  }
  set {
    if _$state._isPlain(8) {
      _property8 = newValue
    } else {
      OpenSwiftData._willSet(self, 8)
      withMutation(keyPath: \Wide.property8) {
        _property8 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property8)
    }
    if case nil = _property8 {
      OpenSwiftData._fireFault(self, 8)
      _property8 = OpenSwiftData._resolved(_property8, "property8", of: self)
    }
    OpenSwiftData._settle(&_property8)
    OpenSwiftData._willSet(self, 8)
    OpenSwiftData._beginMutation(self, \Wide.property8)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property8)
    }
    yield &_property8!
  }
  }

  @exclusivity(unchecked) private var _property8: Swift.Optional<Int> = 8
  var property9: Int {
  @storageRestrictions(initializes: _property9)
  init(initialValue) {
    _property9 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property9)
    }
    if let value = OpenSwiftData._value(&_property9) {
      return value
    }
    OpenSwiftData._fireFault(self, 9)
    return OpenSwiftData._resolved(_property9, "property9", of: self)
  }
  set {
    if _$state._isPlain(9) {
      _property9 = newValue
    } else {
      OpenSwiftData._willSet(self, 9)
      withMutation(keyPath: \Wide.property9) {
        _property9 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property9)
    }
    if case nil = _property9 {
      OpenSwiftData._fireFault(self, 9)
      _property9 = OpenSwiftData._resolved(_property9, "property9", of: self)
    }
    OpenSwiftData._settle(&_property9)
    OpenSwiftData._willSet(self, 9)
    OpenSwiftData._beginMutation(self, \Wide.property9)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property9)
    }
    yield &_property9!
  }
  }

  @exclusivity(unchecked) private var _property9: Swift.Optional<Int> = 9
  var property10: Int {
  @storageRestrictions(initializes: _property10)
  init(initialValue) {
    _property10 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property10)
    }
    if let value = OpenSwiftData._value(&_property10) {
      return value
    }
    OpenSwiftData._fireFault(self, 10)
    return OpenSwiftData._resolved(_property10, "property10", of: self)
  }
  set {
    if _$state._isPlain(10) {
      _property10 = newValue
    } else {
      OpenSwiftData._willSet(self, 10)
      withMutation(keyPath: \Wide.property10) {
        _property10 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property10)
    }
    if case nil = _property10 {
      OpenSwiftData._fireFault(self, 10)
      _property10 = OpenSwiftData._resolved(_property10, "property10", of: self)
    }
    OpenSwiftData._settle(&_property10)
    OpenSwiftData._willSet(self, 10)
    OpenSwiftData._beginMutation(self, \Wide.property10)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property10)
    }
    yield &_property10!
  }
  }

  @exclusivity(unchecked) private var _property10: Swift.Optional<Int> = 10
  var property11: Int {
  @storageRestrictions(initializes: _property11)
  init(initialValue) {
    _property11 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property11)
    }
    if let value = OpenSwiftData._value(&_property11) {
      return value
    }
    OpenSwiftData._fireFault(self, 11)
    return OpenSwiftData._resolved(_property11, "property11", of: self)
  }
  set {
    if _$state._isPlain(11) {
      _property11 = newValue
    } else {
      OpenSwiftData._willSet(self, 11)
      withMutation(keyPath: \Wide.property11) {
        _property11 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property11)
    }
    if case nil = _property11 {
      OpenSwiftData._fireFault(self, 11)
      _property11 = OpenSwiftData._resolved(_property11, "property11", of: self)
    }
    OpenSwiftData._settle(&_property11)
    OpenSwiftData._willSet(self, 11)
    OpenSwiftData._beginMutation(self, \Wide.property11)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property11)
    }
    yield &_property11!
  }
  }

  @exclusivity(unchecked) private var _property11: Swift.Optional<Int> = 11
  var property12: Int {
  @storageRestrictions(initializes: _property12)
  init(initialValue) {
    _property12 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property12)
    }
    if let value = OpenSwiftData._value(&_property12) {
      return value
    }
    OpenSwiftData._fireFault(self, 12)
    return OpenSwiftData._resolved(_property12, "property12", of: self)
  }
  set {
    if _$state._isPlain(12) {
      _property12 = newValue
    } else {
      OpenSwiftData._willSet(self, 12)
      withMutation(keyPath: \Wide.property12) {
        _property12 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property12)
    }
    if case nil = _property12 {
      OpenSwiftData._fireFault(self, 12)
      _property12 = OpenSwiftData._resolved(_property12, "property12", of: self)
    }
    OpenSwiftData._settle(&_property12)
    OpenSwiftData._willSet(self, 12)
    OpenSwiftData._beginMutation(self, \Wide.property12)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property12)
    }
    yield &_property12!
  }
  }

  @exclusivity(unchecked) private var _property12: Swift.Optional<Int> = 12
  var property13: Int {
  @storageRestrictions(initializes: _property13)
  init(initialValue) {
    _property13 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property13)
    }
    if let value = OpenSwiftData._value(&_property13) {
      return value
    }
    OpenSwiftData._fireFault(self, 13)
    return OpenSwiftData._resolved(_property13, "property13", of: self)
  }
  set {
    if _$state._isPlain(13) {
      _property13 = newValue
    } else {
      OpenSwiftData._willSet(self, 13)
      withMutation(keyPath: \Wide.property13) {
        _property13 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property13)
    }
    if case nil = _property13 {
      OpenSwiftData._fireFault(self, 13)
      _property13 = OpenSwiftData._resolved(_property13, "property13", of: self)
    }
    OpenSwiftData._settle(&_property13)
    OpenSwiftData._willSet(self, 13)
    OpenSwiftData._beginMutation(self, \Wide.property13)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property13)
    }
    yield &_property13!
  }
  }

  @exclusivity(unchecked) private var _property13: Swift.Optional<Int> = 13
  var property14: Int {
  @storageRestrictions(initializes: _property14)
  init(initialValue) {
    _property14 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property14)
    }
    if let value = OpenSwiftData._value(&_property14) {
      return value
    }
    OpenSwiftData._fireFault(self, 14)
    return OpenSwiftData._resolved(_property14, "property14", of: self)
  }
  set {
    if _$state._isPlain(14) {
      _property14 = newValue
    } else {
      OpenSwiftData._willSet(self, 14)
      withMutation(keyPath: \Wide.property14) {
        _property14 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property14)
    }
    if case nil = _property14 {
      OpenSwiftData._fireFault(self, 14)
      _property14 = OpenSwiftData._resolved(_property14, "property14", of: self)
    }
    OpenSwiftData._settle(&_property14)
    OpenSwiftData._willSet(self, 14)
    OpenSwiftData._beginMutation(self, \Wide.property14)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property14)
    }
    yield &_property14!
  }
  }

  @exclusivity(unchecked) private var _property14: Swift.Optional<Int> = 14
  var property15: Int {
  @storageRestrictions(initializes: _property15)
  init(initialValue) {
    _property15 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property15)
    }
    if let value = OpenSwiftData._value(&_property15) {
      return value
    }
    OpenSwiftData._fireFault(self, 15)
    return OpenSwiftData._resolved(_property15, "property15", of: self)
  }
  set {
    if _$state._isPlain(15) {
      _property15 = newValue
    } else {
      OpenSwiftData._willSet(self, 15)
      withMutation(keyPath: \Wide.property15) {
        _property15 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property15)
    }
    if case nil = _property15 {
      OpenSwiftData._fireFault(self, 15)
      _property15 = OpenSwiftData._resolved(_property15, "property15", of: self)
    }
    OpenSwiftData._settle(&_property15)
    OpenSwiftData._willSet(self, 15)
    OpenSwiftData._beginMutation(self, \Wide.property15)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property15)
    }
    yield &_property15!
  }
  }

  @exclusivity(unchecked) private var _property15: Swift.Optional<Int> = 15
  var property16: Int {
  @storageRestrictions(initializes: _property16)
  init(initialValue) {
    _property16 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property16)
    }
    if let value = OpenSwiftData._value(&_property16) {
      return value
    }
    OpenSwiftData._fireFault(self, 16)
    return OpenSwiftData._resolved(_property16, "property16", of: self)
  }
  set {
    if _$state._isPlain(16) {
      _property16 = newValue
    } else {
      OpenSwiftData._willSet(self, 16)
      withMutation(keyPath: \Wide.property16) {
        _property16 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property16)
    }
    if case nil = _property16 {
      OpenSwiftData._fireFault(self, 16)
      _property16 = OpenSwiftData._resolved(_property16, "property16", of: self)
    }
    OpenSwiftData._settle(&_property16)
    OpenSwiftData._willSet(self, 16)
    OpenSwiftData._beginMutation(self, \Wide.property16)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property16)
    }
    yield &_property16!
  }
  }

  @exclusivity(unchecked) private var _property16: Swift.Optional<Int> = 16
  var property17: Int {
  @storageRestrictions(initializes: _property17)
  init(initialValue) {
    _property17 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property17)
    }
    if let value = OpenSwiftData._value(&_property17) {
      return value
    }
    OpenSwiftData._fireFault(self, 17)
    return OpenSwiftData._resolved(_property17, "property17", of: self)
  }
  set {
    if _$state._isPlain(17) {
      _property17 = newValue
    } else {
      OpenSwiftData._willSet(self, 17)
      withMutation(keyPath: \Wide.property17) {
        _property17 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property17)
    }
    if case nil = _property17 {
      OpenSwiftData._fireFault(self, 17)
      _property17 = OpenSwiftData._resolved(_property17, "property17", of: self)
    }
    OpenSwiftData._settle(&_property17)
    OpenSwiftData._willSet(self, 17)
    OpenSwiftData._beginMutation(self, \Wide.property17)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property17)
    }
    yield &_property17!
  }
  }

  @exclusivity(unchecked) private var _property17: Swift.Optional<Int> = 17
  var property18: Int {
  @storageRestrictions(initializes: _property18)
  init(initialValue) {
    _property18 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property18)
    }
    if let value = OpenSwiftData._value(&_property18) {
      return value
    }
    OpenSwiftData._fireFault(self, 18)
    return OpenSwiftData._resolved(_property18, "property18", of: self)
  }
  set {
    if _$state._isPlain(18) {
      _property18 = newValue
    } else {
      OpenSwiftData._willSet(self, 18)
      withMutation(keyPath: \Wide.property18) {
        _property18 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property18)
    }
    if case nil = _property18 {
      OpenSwiftData._fireFault(self, 18)
      _property18 = OpenSwiftData._resolved(_property18, "property18", of: self)
    }
    OpenSwiftData._settle(&_property18)
    OpenSwiftData._willSet(self, 18)
    OpenSwiftData._beginMutation(self, \Wide.property18)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property18)
    }
    yield &_property18!
  }
  }

  @exclusivity(unchecked) private var _property18: Swift.Optional<Int> = 18
  var property19: Int {
  @storageRestrictions(initializes: _property19)
  init(initialValue) {
    _property19 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property19)
    }
    if let value = OpenSwiftData._value(&_property19) {
      return value
    }
    OpenSwiftData._fireFault(self, 19)
    return OpenSwiftData._resolved(_property19, "property19", of: self)
  }
  set {
    if _$state._isPlain(19) {
      _property19 = newValue
    } else {
      OpenSwiftData._willSet(self, 19)
      withMutation(keyPath: \Wide.property19) {
        _property19 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property19)
    }
    if case nil = _property19 {
      OpenSwiftData._fireFault(self, 19)
      _property19 = OpenSwiftData._resolved(_property19, "property19", of: self)
    }
    OpenSwiftData._settle(&_property19)
    OpenSwiftData._willSet(self, 19)
    OpenSwiftData._beginMutation(self, \Wide.property19)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property19)
    }
    yield &_property19!
  }
  }

  @exclusivity(unchecked) private var _property19: Swift.Optional<Int> = 19
  var property20: Int {
  @storageRestrictions(initializes: _property20)
  init(initialValue) {
    _property20 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property20)
    }
    if let value = OpenSwiftData._value(&_property20) {
      return value
    }
    OpenSwiftData._fireFault(self, 20)
    return OpenSwiftData._resolved(_property20, "property20", of: self)
  }
  set {
    if _$state._isPlain(20) {
      _property20 = newValue
    } else {
      OpenSwiftData._willSet(self, 20)
      withMutation(keyPath: \Wide.property20) {
        _property20 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property20)
    }
    if case nil = _property20 {
      OpenSwiftData._fireFault(self, 20)
      _property20 = OpenSwiftData._resolved(_property20, "property20", of: self)
    }
    OpenSwiftData._settle(&_property20)
    OpenSwiftData._willSet(self, 20)
    OpenSwiftData._beginMutation(self, \Wide.property20)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property20)
    }
    yield &_property20!
  }
  }

  @exclusivity(unchecked) private var _property20: Swift.Optional<Int> = 20
  var property21: Int {
  @storageRestrictions(initializes: _property21)
  init(initialValue) {
    _property21 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property21)
    }
    if let value = OpenSwiftData._value(&_property21) {
      return value
    }
    OpenSwiftData._fireFault(self, 21)
    return OpenSwiftData._resolved(_property21, "property21", of: self)
  }
  set {
    if _$state._isPlain(21) {
      _property21 = newValue
    } else {
      OpenSwiftData._willSet(self, 21)
      withMutation(keyPath: \Wide.property21) {
        _property21 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property21)
    }
    if case nil = _property21 {
      OpenSwiftData._fireFault(self, 21)
      _property21 = OpenSwiftData._resolved(_property21, "property21", of: self)
    }
    OpenSwiftData._settle(&_property21)
    OpenSwiftData._willSet(self, 21)
    OpenSwiftData._beginMutation(self, \Wide.property21)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property21)
    }
    yield &_property21!
  }
  }

  @exclusivity(unchecked) private var _property21: Swift.Optional<Int> = 21
  var property22: Int {
  @storageRestrictions(initializes: _property22)
  init(initialValue) {
    _property22 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property22)
    }
    if let value = OpenSwiftData._value(&_property22) {
      return value
    }
    OpenSwiftData._fireFault(self, 22)
    return OpenSwiftData._resolved(_property22, "property22", of: self)
  }
  set {
    if _$state._isPlain(22) {
      _property22 = newValue
    } else {
      OpenSwiftData._willSet(self, 22)
      withMutation(keyPath: \Wide.property22) {
        _property22 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property22)
    }
    if case nil = _property22 {
      OpenSwiftData._fireFault(self, 22)
      _property22 = OpenSwiftData._resolved(_property22, "property22", of: self)
    }
    OpenSwiftData._settle(&_property22)
    OpenSwiftData._willSet(self, 22)
    OpenSwiftData._beginMutation(self, \Wide.property22)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property22)
    }
    yield &_property22!
  }
  }

  @exclusivity(unchecked) private var _property22: Swift.Optional<Int> = 22
  var property23: Int {
  @storageRestrictions(initializes: _property23)
  init(initialValue) {
    _property23 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property23)
    }
    if let value = OpenSwiftData._value(&_property23) {
      return value
    }
    OpenSwiftData._fireFault(self, 23)
    return OpenSwiftData._resolved(_property23, "property23", of: self)
  }
  set {
    if _$state._isPlain(23) {
      _property23 = newValue
    } else {
      OpenSwiftData._willSet(self, 23)
      withMutation(keyPath: \Wide.property23) {
        _property23 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property23)
    }
    if case nil = _property23 {
      OpenSwiftData._fireFault(self, 23)
      _property23 = OpenSwiftData._resolved(_property23, "property23", of: self)
    }
    OpenSwiftData._settle(&_property23)
    OpenSwiftData._willSet(self, 23)
    OpenSwiftData._beginMutation(self, \Wide.property23)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property23)
    }
    yield &_property23!
  }
  }

  @exclusivity(unchecked) private var _property23: Swift.Optional<Int> = 23
  var property24: Int {
  @storageRestrictions(initializes: _property24)
  init(initialValue) {
    _property24 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property24)
    }
    if let value = OpenSwiftData._value(&_property24) {
      return value
    }
    OpenSwiftData._fireFault(self, 24)
    return OpenSwiftData._resolved(_property24, "property24", of: self)
  }
  set {
    if _$state._isPlain(24) {
      _property24 = newValue
    } else {
      OpenSwiftData._willSet(self, 24)
      withMutation(keyPath: \Wide.property24) {
        _property24 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property24)
    }
    if case nil = _property24 {
      OpenSwiftData._fireFault(self, 24)
      _property24 = OpenSwiftData._resolved(_property24, "property24", of: self)
    }
    OpenSwiftData._settle(&_property24)
    OpenSwiftData._willSet(self, 24)
    OpenSwiftData._beginMutation(self, \Wide.property24)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property24)
    }
    yield &_property24!
  }
  }

  @exclusivity(unchecked) private var _property24: Swift.Optional<Int> = 24
  var property25: Int {
  @storageRestrictions(initializes: _property25)
  init(initialValue) {
    _property25 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property25)
    }
    if let value = OpenSwiftData._value(&_property25) {
      return value
    }
    OpenSwiftData._fireFault(self, 25)
    return OpenSwiftData._resolved(_property25, "property25", of: self)
  }
  set {
    if _$state._isPlain(25) {
      _property25 = newValue
    } else {
      OpenSwiftData._willSet(self, 25)
      withMutation(keyPath: \Wide.property25) {
        _property25 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property25)
    }
    if case nil = _property25 {
      OpenSwiftData._fireFault(self, 25)
      _property25 = OpenSwiftData._resolved(_property25, "property25", of: self)
    }
    OpenSwiftData._settle(&_property25)
    OpenSwiftData._willSet(self, 25)
    OpenSwiftData._beginMutation(self, \Wide.property25)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property25)
    }
    yield &_property25!
  }
  }

  @exclusivity(unchecked) private var _property25: Swift.Optional<Int> = 25
  var property26: Int {
  @storageRestrictions(initializes: _property26)
  init(initialValue) {
    _property26 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property26)
    }
    if let value = OpenSwiftData._value(&_property26) {
      return value
    }
    OpenSwiftData._fireFault(self, 26)
    return OpenSwiftData._resolved(_property26, "property26", of: self)
  }
  set {
    if _$state._isPlain(26) {
      _property26 = newValue
    } else {
      OpenSwiftData._willSet(self, 26)
      withMutation(keyPath: \Wide.property26) {
        _property26 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property26)
    }
    if case nil = _property26 {
      OpenSwiftData._fireFault(self, 26)
      _property26 = OpenSwiftData._resolved(_property26, "property26", of: self)
    }
    OpenSwiftData._settle(&_property26)
    OpenSwiftData._willSet(self, 26)
    OpenSwiftData._beginMutation(self, \Wide.property26)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property26)
    }
    yield &_property26!
  }
  }

  @exclusivity(unchecked) private var _property26: Swift.Optional<Int> = 26
  var property27: Int {
  @storageRestrictions(initializes: _property27)
  init(initialValue) {
    _property27 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property27)
    }
    if let value = OpenSwiftData._value(&_property27) {
      return value
    }
    OpenSwiftData._fireFault(self, 27)
    return OpenSwiftData._resolved(_property27, "property27", of: self)
  }
  set {
    if _$state._isPlain(27) {
      _property27 = newValue
    } else {
      OpenSwiftData._willSet(self, 27)
      withMutation(keyPath: \Wide.property27) {
        _property27 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property27)
    }
    if case nil = _property27 {
      OpenSwiftData._fireFault(self, 27)
      _property27 = OpenSwiftData._resolved(_property27, "property27", of: self)
    }
    OpenSwiftData._settle(&_property27)
    OpenSwiftData._willSet(self, 27)
    OpenSwiftData._beginMutation(self, \Wide.property27)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property27)
    }
    yield &_property27!
  }
  }

  @exclusivity(unchecked) private var _property27: Swift.Optional<Int> = 27
  var property28: Int {
  @storageRestrictions(initializes: _property28)
  init(initialValue) {
    _property28 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property28)
    }
    if let value = OpenSwiftData._value(&_property28) {
      return value
    }
    OpenSwiftData._fireFault(self, 28)
    return OpenSwiftData._resolved(_property28, "property28", of: self)
  }
  set {
    if _$state._isPlain(28) {
      _property28 = newValue
    } else {
      OpenSwiftData._willSet(self, 28)
      withMutation(keyPath: \Wide.property28) {
        _property28 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property28)
    }
    if case nil = _property28 {
      OpenSwiftData._fireFault(self, 28)
      _property28 = OpenSwiftData._resolved(_property28, "property28", of: self)
    }
    OpenSwiftData._settle(&_property28)
    OpenSwiftData._willSet(self, 28)
    OpenSwiftData._beginMutation(self, \Wide.property28)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property28)
    }
    yield &_property28!
  }
  }

  @exclusivity(unchecked) private var _property28: Swift.Optional<Int> = 28
  var property29: Int {
  @storageRestrictions(initializes: _property29)
  init(initialValue) {
    _property29 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property29)
    }
    if let value = OpenSwiftData._value(&_property29) {
      return value
    }
    OpenSwiftData._fireFault(self, 29)
    return OpenSwiftData._resolved(_property29, "property29", of: self)
  }
  set {
    if _$state._isPlain(29) {
      _property29 = newValue
    } else {
      OpenSwiftData._willSet(self, 29)
      withMutation(keyPath: \Wide.property29) {
        _property29 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property29)
    }
    if case nil = _property29 {
      OpenSwiftData._fireFault(self, 29)
      _property29 = OpenSwiftData._resolved(_property29, "property29", of: self)
    }
    OpenSwiftData._settle(&_property29)
    OpenSwiftData._willSet(self, 29)
    OpenSwiftData._beginMutation(self, \Wide.property29)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property29)
    }
    yield &_property29!
  }
  }

  @exclusivity(unchecked) private var _property29: Swift.Optional<Int> = 29
  var property30: Int {
  @storageRestrictions(initializes: _property30)
  init(initialValue) {
    _property30 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property30)
    }
    if let value = OpenSwiftData._value(&_property30) {
      return value
    }
    OpenSwiftData._fireFault(self, 30)
    return OpenSwiftData._resolved(_property30, "property30", of: self)
  }
  set {
    if _$state._isPlain(30) {
      _property30 = newValue
    } else {
      OpenSwiftData._willSet(self, 30)
      withMutation(keyPath: \Wide.property30) {
        _property30 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property30)
    }
    if case nil = _property30 {
      OpenSwiftData._fireFault(self, 30)
      _property30 = OpenSwiftData._resolved(_property30, "property30", of: self)
    }
    OpenSwiftData._settle(&_property30)
    OpenSwiftData._willSet(self, 30)
    OpenSwiftData._beginMutation(self, \Wide.property30)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property30)
    }
    yield &_property30!
  }
  }

  @exclusivity(unchecked) private var _property30: Swift.Optional<Int> = 30
  var property31: Int {
  @storageRestrictions(initializes: _property31)
  init(initialValue) {
    _property31 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property31)
    }
    if let value = OpenSwiftData._value(&_property31) {
      return value
    }
    OpenSwiftData._fireFault(self, 31)
    return OpenSwiftData._resolved(_property31, "property31", of: self)
  }
  set {
    if _$state._isPlain(31) {
      _property31 = newValue
    } else {
      OpenSwiftData._willSet(self, 31)
      withMutation(keyPath: \Wide.property31) {
        _property31 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property31)
    }
    if case nil = _property31 {
      OpenSwiftData._fireFault(self, 31)
      _property31 = OpenSwiftData._resolved(_property31, "property31", of: self)
    }
    OpenSwiftData._settle(&_property31)
    OpenSwiftData._willSet(self, 31)
    OpenSwiftData._beginMutation(self, \Wide.property31)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property31)
    }
    yield &_property31!
  }
  }

  @exclusivity(unchecked) private var _property31: Swift.Optional<Int> = 31
  var property32: Int {
  @storageRestrictions(initializes: _property32)
  init(initialValue) {
    _property32 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property32)
    }
    if let value = OpenSwiftData._value(&_property32) {
      return value
    }
    OpenSwiftData._fireFault(self, 32)
    return OpenSwiftData._resolved(_property32, "property32", of: self)
  }
  set {
    if _$state._isPlain(32) {
      _property32 = newValue
    } else {
      OpenSwiftData._willSet(self, 32)
      withMutation(keyPath: \Wide.property32) {
        _property32 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property32)
    }
    if case nil = _property32 {
      OpenSwiftData._fireFault(self, 32)
      _property32 = OpenSwiftData._resolved(_property32, "property32", of: self)
    }
    OpenSwiftData._settle(&_property32)
    OpenSwiftData._willSet(self, 32)
    OpenSwiftData._beginMutation(self, \Wide.property32)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property32)
    }
    yield &_property32!
  }
  }

  @exclusivity(unchecked) private var _property32: Swift.Optional<Int> = 32
  var property33: Int {
  @storageRestrictions(initializes: _property33)
  init(initialValue) {
    _property33 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property33)
    }
    if let value = OpenSwiftData._value(&_property33) {
      return value
    }
    OpenSwiftData._fireFault(self, 33)
    return OpenSwiftData._resolved(_property33, "property33", of: self)
  }
  set {
    if _$state._isPlain(33) {
      _property33 = newValue
    } else {
      OpenSwiftData._willSet(self, 33)
      withMutation(keyPath: \Wide.property33) {
        _property33 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property33)
    }
    if case nil = _property33 {
      OpenSwiftData._fireFault(self, 33)
      _property33 = OpenSwiftData._resolved(_property33, "property33", of: self)
    }
    OpenSwiftData._settle(&_property33)
    OpenSwiftData._willSet(self, 33)
    OpenSwiftData._beginMutation(self, \Wide.property33)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property33)
    }
    yield &_property33!
  }
  }

  @exclusivity(unchecked) private var _property33: Swift.Optional<Int> = 33
  var property34: Int {
  @storageRestrictions(initializes: _property34)
  init(initialValue) {
    _property34 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property34)
    }
    if let value = OpenSwiftData._value(&_property34) {
      return value
    }
    OpenSwiftData._fireFault(self, 34)
    return OpenSwiftData._resolved(_property34, "property34", of: self)
  }
  set {
    if _$state._isPlain(34) {
      _property34 = newValue
    } else {
      OpenSwiftData._willSet(self, 34)
      withMutation(keyPath: \Wide.property34) {
        _property34 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property34)
    }
    if case nil = _property34 {
      OpenSwiftData._fireFault(self, 34)
      _property34 = OpenSwiftData._resolved(_property34, "property34", of: self)
    }
    OpenSwiftData._settle(&_property34)
    OpenSwiftData._willSet(self, 34)
    OpenSwiftData._beginMutation(self, \Wide.property34)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property34)
    }
    yield &_property34!
  }
  }

  @exclusivity(unchecked) private var _property34: Swift.Optional<Int> = 34
  var property35: Int {
  @storageRestrictions(initializes: _property35)
  init(initialValue) {
    _property35 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property35)
    }
    if let value = OpenSwiftData._value(&_property35) {
      return value
    }
    OpenSwiftData._fireFault(self, 35)
    return OpenSwiftData._resolved(_property35, "property35", of: self)
  }
  set {
    if _$state._isPlain(35) {
      _property35 = newValue
    } else {
      OpenSwiftData._willSet(self, 35)
      withMutation(keyPath: \Wide.property35) {
        _property35 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property35)
    }
    if case nil = _property35 {
      OpenSwiftData._fireFault(self, 35)
      _property35 = OpenSwiftData._resolved(_property35, "property35", of: self)
    }
    OpenSwiftData._settle(&_property35)
    OpenSwiftData._willSet(self, 35)
    OpenSwiftData._beginMutation(self, \Wide.property35)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property35)
    }
    yield &_property35!
  }
  }

  @exclusivity(unchecked) private var _property35: Swift.Optional<Int> = 35
  var property36: Int {
  @storageRestrictions(initializes: _property36)
  init(initialValue) {
    _property36 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property36)
    }
    if let value = OpenSwiftData._value(&_property36) {
      return value
    }
    OpenSwiftData._fireFault(self, 36)
    return OpenSwiftData._resolved(_property36, "property36", of: self)
  }
  set {
    if _$state._isPlain(36) {
      _property36 = newValue
    } else {
      OpenSwiftData._willSet(self, 36)
      withMutation(keyPath: \Wide.property36) {
        _property36 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property36)
    }
    if case nil = _property36 {
      OpenSwiftData._fireFault(self, 36)
      _property36 = OpenSwiftData._resolved(_property36, "property36", of: self)
    }
    OpenSwiftData._settle(&_property36)
    OpenSwiftData._willSet(self, 36)
    OpenSwiftData._beginMutation(self, \Wide.property36)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property36)
    }
    yield &_property36!
  }
  }

  @exclusivity(unchecked) private var _property36: Swift.Optional<Int> = 36
  var property37: Int {
  @storageRestrictions(initializes: _property37)
  init(initialValue) {
    _property37 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property37)
    }
    if let value = OpenSwiftData._value(&_property37) {
      return value
    }
    OpenSwiftData._fireFault(self, 37)
    return OpenSwiftData._resolved(_property37, "property37", of: self)
  }
  set {
    if _$state._isPlain(37) {
      _property37 = newValue
    } else {
      OpenSwiftData._willSet(self, 37)
      withMutation(keyPath: \Wide.property37) {
        _property37 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property37)
    }
    if case nil = _property37 {
      OpenSwiftData._fireFault(self, 37)
      _property37 = OpenSwiftData._resolved(_property37, "property37", of: self)
    }
    OpenSwiftData._settle(&_property37)
    OpenSwiftData._willSet(self, 37)
    OpenSwiftData._beginMutation(self, \Wide.property37)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property37)
    }
    yield &_property37!
  }
  }

  @exclusivity(unchecked) private var _property37: Swift.Optional<Int> = 37
  var property38: Int {
  @storageRestrictions(initializes: _property38)
  init(initialValue) {
    _property38 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property38)
    }
    if let value = OpenSwiftData._value(&_property38) {
      return value
    }
    OpenSwiftData._fireFault(self, 38)
    return OpenSwiftData._resolved(_property38, "property38", of: self)
  }
  set {
    if _$state._isPlain(38) {
      _property38 = newValue
    } else {
      OpenSwiftData._willSet(self, 38)
      withMutation(keyPath: \Wide.property38) {
        _property38 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property38)
    }
    if case nil = _property38 {
      OpenSwiftData._fireFault(self, 38)
      _property38 = OpenSwiftData._resolved(_property38, "property38", of: self)
    }
    OpenSwiftData._settle(&_property38)
    OpenSwiftData._willSet(self, 38)
    OpenSwiftData._beginMutation(self, \Wide.property38)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property38)
    }
    yield &_property38!
  }
  }

  @exclusivity(unchecked) private var _property38: Swift.Optional<Int> = 38
  var property39: Int {
  @storageRestrictions(initializes: _property39)
  init(initialValue) {
    _property39 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property39)
    }
    if let value = OpenSwiftData._value(&_property39) {
      return value
    }
    OpenSwiftData._fireFault(self, 39)
    return OpenSwiftData._resolved(_property39, "property39", of: self)
  }
  set {
    if _$state._isPlain(39) {
      _property39 = newValue
    } else {
      OpenSwiftData._willSet(self, 39)
      withMutation(keyPath: \Wide.property39) {
        _property39 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property39)
    }
    if case nil = _property39 {
      OpenSwiftData._fireFault(self, 39)
      _property39 = OpenSwiftData._resolved(_property39, "property39", of: self)
    }
    OpenSwiftData._settle(&_property39)
    OpenSwiftData._willSet(self, 39)
    OpenSwiftData._beginMutation(self, \Wide.property39)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property39)
    }
    yield &_property39!
  }
  }

  @exclusivity(unchecked) private var _property39: Swift.Optional<Int> = 39
  var property40: Int {
  @storageRestrictions(initializes: _property40)
  init(initialValue) {
    _property40 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property40)
    }
    if let value = OpenSwiftData._value(&_property40) {
      return value
    }
    OpenSwiftData._fireFault(self, 40)
    return OpenSwiftData._resolved(_property40, "property40", of: self)
  }
  set {
    if _$state._isPlain(40) {
      _property40 = newValue
    } else {
      OpenSwiftData._willSet(self, 40)
      withMutation(keyPath: \Wide.property40) {
        _property40 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property40)
    }
    if case nil = _property40 {
      OpenSwiftData._fireFault(self, 40)
      _property40 = OpenSwiftData._resolved(_property40, "property40", of: self)
    }
    OpenSwiftData._settle(&_property40)
    OpenSwiftData._willSet(self, 40)
    OpenSwiftData._beginMutation(self, \Wide.property40)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property40)
    }
    yield &_property40!
  }
  }

  @exclusivity(unchecked) private var _property40: Swift.Optional<Int> = 40
  var property41: Int {
  @storageRestrictions(initializes: _property41)
  init(initialValue) {
    _property41 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property41)
    }
    if let value = OpenSwiftData._value(&_property41) {
      return value
    }
    OpenSwiftData._fireFault(self, 41)
    return OpenSwiftData._resolved(_property41, "property41", of: self)
  }
  set {
    if _$state._isPlain(41) {
      _property41 = newValue
    } else {
      OpenSwiftData._willSet(self, 41)
      withMutation(keyPath: \Wide.property41) {
        _property41 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property41)
    }
    if case nil = _property41 {
      OpenSwiftData._fireFault(self, 41)
      _property41 = OpenSwiftData._resolved(_property41, "property41", of: self)
    }
    OpenSwiftData._settle(&_property41)
    OpenSwiftData._willSet(self, 41)
    OpenSwiftData._beginMutation(self, \Wide.property41)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property41)
    }
    yield &_property41!
  }
  }

  @exclusivity(unchecked) private var _property41: Swift.Optional<Int> = 41
  var property42: Int {
  @storageRestrictions(initializes: _property42)
  init(initialValue) {
    _property42 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property42)
    }
    if let value = OpenSwiftData._value(&_property42) {
      return value
    }
    OpenSwiftData._fireFault(self, 42)
    return OpenSwiftData._resolved(_property42, "property42", of: self)
  }
  set {
    if _$state._isPlain(42) {
      _property42 = newValue
    } else {
      OpenSwiftData._willSet(self, 42)
      withMutation(keyPath: \Wide.property42) {
        _property42 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property42)
    }
    if case nil = _property42 {
      OpenSwiftData._fireFault(self, 42)
      _property42 = OpenSwiftData._resolved(_property42, "property42", of: self)
    }
    OpenSwiftData._settle(&_property42)
    OpenSwiftData._willSet(self, 42)
    OpenSwiftData._beginMutation(self, \Wide.property42)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property42)
    }
    yield &_property42!
  }
  }

  @exclusivity(unchecked) private var _property42: Swift.Optional<Int> = 42
  var property43: Int {
  @storageRestrictions(initializes: _property43)
  init(initialValue) {
    _property43 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property43)
    }
    if let value = OpenSwiftData._value(&_property43) {
      return value
    }
    OpenSwiftData._fireFault(self, 43)
    return OpenSwiftData._resolved(_property43, "property43", of: self)
  }
  set {
    if _$state._isPlain(43) {
      _property43 = newValue
    } else {
      OpenSwiftData._willSet(self, 43)
      withMutation(keyPath: \Wide.property43) {
        _property43 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property43)
    }
    if case nil = _property43 {
      OpenSwiftData._fireFault(self, 43)
      _property43 = OpenSwiftData._resolved(_property43, "property43", of: self)
    }
    OpenSwiftData._settle(&_property43)
    OpenSwiftData._willSet(self, 43)
    OpenSwiftData._beginMutation(self, \Wide.property43)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property43)
    }
    yield &_property43!
  }
  }

  @exclusivity(unchecked) private var _property43: Swift.Optional<Int> = 43
  var property44: Int {
  @storageRestrictions(initializes: _property44)
  init(initialValue) {
    _property44 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property44)
    }
    if let value = OpenSwiftData._value(&_property44) {
      return value
    }
    OpenSwiftData._fireFault(self, 44)
    return OpenSwiftData._resolved(_property44, "property44", of: self)
  }
  set {
    if _$state._isPlain(44) {
      _property44 = newValue
    } else {
      OpenSwiftData._willSet(self, 44)
      withMutation(keyPath: \Wide.property44) {
        _property44 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property44)
    }
    if case nil = _property44 {
      OpenSwiftData._fireFault(self, 44)
      _property44 = OpenSwiftData._resolved(_property44, "property44", of: self)
    }
    OpenSwiftData._settle(&_property44)
    OpenSwiftData._willSet(self, 44)
    OpenSwiftData._beginMutation(self, \Wide.property44)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property44)
    }
    yield &_property44!
  }
  }

  @exclusivity(unchecked) private var _property44: Swift.Optional<Int> = 44
  var property45: Int {
  @storageRestrictions(initializes: _property45)
  init(initialValue) {
    _property45 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property45)
    }
    if let value = OpenSwiftData._value(&_property45) {
      return value
    }
    OpenSwiftData._fireFault(self, 45)
    return OpenSwiftData._resolved(_property45, "property45", of: self)
  }
  set {
    if _$state._isPlain(45) {
      _property45 = newValue
    } else {
      OpenSwiftData._willSet(self, 45)
      withMutation(keyPath: \Wide.property45) {
        _property45 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property45)
    }
    if case nil = _property45 {
      OpenSwiftData._fireFault(self, 45)
      _property45 = OpenSwiftData._resolved(_property45, "property45", of: self)
    }
    OpenSwiftData._settle(&_property45)
    OpenSwiftData._willSet(self, 45)
    OpenSwiftData._beginMutation(self, \Wide.property45)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property45)
    }
    yield &_property45!
  }
  }

  @exclusivity(unchecked) private var _property45: Swift.Optional<Int> = 45
  var property46: Int {
  @storageRestrictions(initializes: _property46)
  init(initialValue) {
    _property46 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property46)
    }
    if let value = OpenSwiftData._value(&_property46) {
      return value
    }
    OpenSwiftData._fireFault(self, 46)
    return OpenSwiftData._resolved(_property46, "property46", of: self)
  }
  set {
    if _$state._isPlain(46) {
      _property46 = newValue
    } else {
      OpenSwiftData._willSet(self, 46)
      withMutation(keyPath: \Wide.property46) {
        _property46 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property46)
    }
    if case nil = _property46 {
      OpenSwiftData._fireFault(self, 46)
      _property46 = OpenSwiftData._resolved(_property46, "property46", of: self)
    }
    OpenSwiftData._settle(&_property46)
    OpenSwiftData._willSet(self, 46)
    OpenSwiftData._beginMutation(self, \Wide.property46)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property46)
    }
    yield &_property46!
  }
  }

  @exclusivity(unchecked) private var _property46: Swift.Optional<Int> = 46
  var property47: Int {
  @storageRestrictions(initializes: _property47)
  init(initialValue) {
    _property47 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property47)
    }
    if let value = OpenSwiftData._value(&_property47) {
      return value
    }
    OpenSwiftData._fireFault(self, 47)
    return OpenSwiftData._resolved(_property47, "property47", of: self)
  }
  set {
    if _$state._isPlain(47) {
      _property47 = newValue
    } else {
      OpenSwiftData._willSet(self, 47)
      withMutation(keyPath: \Wide.property47) {
        _property47 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property47)
    }
    if case nil = _property47 {
      OpenSwiftData._fireFault(self, 47)
      _property47 = OpenSwiftData._resolved(_property47, "property47", of: self)
    }
    OpenSwiftData._settle(&_property47)
    OpenSwiftData._willSet(self, 47)
    OpenSwiftData._beginMutation(self, \Wide.property47)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property47)
    }
    yield &_property47!
  }
  }

  @exclusivity(unchecked) private var _property47: Swift.Optional<Int> = 47
  var property48: Int {
  @storageRestrictions(initializes: _property48)
  init(initialValue) {
    _property48 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property48)
    }
    if let value = OpenSwiftData._value(&_property48) {
      return value
    }
    OpenSwiftData._fireFault(self, 48)
    return OpenSwiftData._resolved(_property48, "property48", of: self)
  }
  set {
    if _$state._isPlain(48) {
      _property48 = newValue
    } else {
      OpenSwiftData._willSet(self, 48)
      withMutation(keyPath: \Wide.property48) {
        _property48 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property48)
    }
    if case nil = _property48 {
      OpenSwiftData._fireFault(self, 48)
      _property48 = OpenSwiftData._resolved(_property48, "property48", of: self)
    }
    OpenSwiftData._settle(&_property48)
    OpenSwiftData._willSet(self, 48)
    OpenSwiftData._beginMutation(self, \Wide.property48)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property48)
    }
    yield &_property48!
  }
  }

  @exclusivity(unchecked) private var _property48: Swift.Optional<Int> = 48
  var property49: Int {
  @storageRestrictions(initializes: _property49)
  init(initialValue) {
    _property49 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property49)
    }
    if let value = OpenSwiftData._value(&_property49) {
      return value
    }
    OpenSwiftData._fireFault(self, 49)
    return OpenSwiftData._resolved(_property49, "property49", of: self)
  }
  set {
    if _$state._isPlain(49) {
      _property49 = newValue
    } else {
      OpenSwiftData._willSet(self, 49)
      withMutation(keyPath: \Wide.property49) {
        _property49 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property49)
    }
    if case nil = _property49 {
      OpenSwiftData._fireFault(self, 49)
      _property49 = OpenSwiftData._resolved(_property49, "property49", of: self)
    }
    OpenSwiftData._settle(&_property49)
    OpenSwiftData._willSet(self, 49)
    OpenSwiftData._beginMutation(self, \Wide.property49)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property49)
    }
    yield &_property49!
  }
  }

  @exclusivity(unchecked) private var _property49: Swift.Optional<Int> = 49
  var property50: Int {
  @storageRestrictions(initializes: _property50)
  init(initialValue) {
    _property50 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property50)
    }
    if let value = OpenSwiftData._value(&_property50) {
      return value
    }
    OpenSwiftData._fireFault(self, 50)
    return OpenSwiftData._resolved(_property50, "property50", of: self)
  }
  set {
    if _$state._isPlain(50) {
      _property50 = newValue
    } else {
      OpenSwiftData._willSet(self, 50)
      withMutation(keyPath: \Wide.property50) {
        _property50 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property50)
    }
    if case nil = _property50 {
      OpenSwiftData._fireFault(self, 50)
      _property50 = OpenSwiftData._resolved(_property50, "property50", of: self)
    }
    OpenSwiftData._settle(&_property50)
    OpenSwiftData._willSet(self, 50)
    OpenSwiftData._beginMutation(self, \Wide.property50)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property50)
    }
    yield &_property50!
  }
  }

  @exclusivity(unchecked) private var _property50: Swift.Optional<Int> = 50
  var property51: Int {
  @storageRestrictions(initializes: _property51)
  init(initialValue) {
    _property51 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property51)
    }
    if let value = OpenSwiftData._value(&_property51) {
      return value
    }
    OpenSwiftData._fireFault(self, 51)
    return OpenSwiftData._resolved(_property51, "property51", of: self)
  }
  set {
    if _$state._isPlain(51) {
      _property51 = newValue
    } else {
      OpenSwiftData._willSet(self, 51)
      withMutation(keyPath: \Wide.property51) {
        _property51 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property51)
    }
    if case nil = _property51 {
      OpenSwiftData._fireFault(self, 51)
      _property51 = OpenSwiftData._resolved(_property51, "property51", of: self)
    }
    OpenSwiftData._settle(&_property51)
    OpenSwiftData._willSet(self, 51)
    OpenSwiftData._beginMutation(self, \Wide.property51)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property51)
    }
    yield &_property51!
  }
  }

  @exclusivity(unchecked) private var _property51: Swift.Optional<Int> = 51
  var property52: Int {
  @storageRestrictions(initializes: _property52)
  init(initialValue) {
    _property52 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property52)
    }
    if let value = OpenSwiftData._value(&_property52) {
      return value
    }
    OpenSwiftData._fireFault(self, 52)
    return OpenSwiftData._resolved(_property52, "property52", of: self)
  }
  set {
    if _$state._isPlain(52) {
      _property52 = newValue
    } else {
      OpenSwiftData._willSet(self, 52)
      withMutation(keyPath: \Wide.property52) {
        _property52 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property52)
    }
    if case nil = _property52 {
      OpenSwiftData._fireFault(self, 52)
      _property52 = OpenSwiftData._resolved(_property52, "property52", of: self)
    }
    OpenSwiftData._settle(&_property52)
    OpenSwiftData._willSet(self, 52)
    OpenSwiftData._beginMutation(self, \Wide.property52)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property52)
    }
    yield &_property52!
  }
  }

  @exclusivity(unchecked) private var _property52: Swift.Optional<Int> = 52
  var property53: Int {
  @storageRestrictions(initializes: _property53)
  init(initialValue) {
    _property53 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property53)
    }
    if let value = OpenSwiftData._value(&_property53) {
      return value
    }
    OpenSwiftData._fireFault(self, 53)
    return OpenSwiftData._resolved(_property53, "property53", of: self)
  }
  set {
    if _$state._isPlain(53) {
      _property53 = newValue
    } else {
      OpenSwiftData._willSet(self, 53)
      withMutation(keyPath: \Wide.property53) {
        _property53 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property53)
    }
    if case nil = _property53 {
      OpenSwiftData._fireFault(self, 53)
      _property53 = OpenSwiftData._resolved(_property53, "property53", of: self)
    }
    OpenSwiftData._settle(&_property53)
    OpenSwiftData._willSet(self, 53)
    OpenSwiftData._beginMutation(self, \Wide.property53)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property53)
    }
    yield &_property53!
  }
  }

  @exclusivity(unchecked) private var _property53: Swift.Optional<Int> = 53
  var property54: Int {
  @storageRestrictions(initializes: _property54)
  init(initialValue) {
    _property54 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property54)
    }
    if let value = OpenSwiftData._value(&_property54) {
      return value
    }
    OpenSwiftData._fireFault(self, 54)
    return OpenSwiftData._resolved(_property54, "property54", of: self)
  }
  set {
    if _$state._isPlain(54) {
      _property54 = newValue
    } else {
      OpenSwiftData._willSet(self, 54)
      withMutation(keyPath: \Wide.property54) {
        _property54 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property54)
    }
    if case nil = _property54 {
      OpenSwiftData._fireFault(self, 54)
      _property54 = OpenSwiftData._resolved(_property54, "property54", of: self)
    }
    OpenSwiftData._settle(&_property54)
    OpenSwiftData._willSet(self, 54)
    OpenSwiftData._beginMutation(self, \Wide.property54)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property54)
    }
    yield &_property54!
  }
  }

  @exclusivity(unchecked) private var _property54: Swift.Optional<Int> = 54
  var property55: Int {
  @storageRestrictions(initializes: _property55)
  init(initialValue) {
    _property55 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property55)
    }
    if let value = OpenSwiftData._value(&_property55) {
      return value
    }
    OpenSwiftData._fireFault(self, 55)
    return OpenSwiftData._resolved(_property55, "property55", of: self)
  }
  set {
    if _$state._isPlain(55) {
      _property55 = newValue
    } else {
      OpenSwiftData._willSet(self, 55)
      withMutation(keyPath: \Wide.property55) {
        _property55 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property55)
    }
    if case nil = _property55 {
      OpenSwiftData._fireFault(self, 55)
      _property55 = OpenSwiftData._resolved(_property55, "property55", of: self)
    }
    OpenSwiftData._settle(&_property55)
    OpenSwiftData._willSet(self, 55)
    OpenSwiftData._beginMutation(self, \Wide.property55)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property55)
    }
    yield &_property55!
  }
  }

  @exclusivity(unchecked) private var _property55: Swift.Optional<Int> = 55
  var property56: Int {
  @storageRestrictions(initializes: _property56)
  init(initialValue) {
    _property56 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property56)
    }
    if let value = OpenSwiftData._value(&_property56) {
      return value
    }
    OpenSwiftData._fireFault(self, 56)
    return OpenSwiftData._resolved(_property56, "property56", of: self)
  }
  set {
    if _$state._isPlain(56) {
      _property56 = newValue
    } else {
      OpenSwiftData._willSet(self, 56)
      withMutation(keyPath: \Wide.property56) {
        _property56 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property56)
    }
    if case nil = _property56 {
      OpenSwiftData._fireFault(self, 56)
      _property56 = OpenSwiftData._resolved(_property56, "property56", of: self)
    }
    OpenSwiftData._settle(&_property56)
    OpenSwiftData._willSet(self, 56)
    OpenSwiftData._beginMutation(self, \Wide.property56)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property56)
    }
    yield &_property56!
  }
  }

  @exclusivity(unchecked) private var _property56: Swift.Optional<Int> = 56
  var property57: Int {
  @storageRestrictions(initializes: _property57)
  init(initialValue) {
    _property57 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property57)
    }
    if let value = OpenSwiftData._value(&_property57) {
      return value
    }
    OpenSwiftData._fireFault(self, 57)
    return OpenSwiftData._resolved(_property57, "property57", of: self)
  }
  set {
    if _$state._isPlain(57) {
      _property57 = newValue
    } else {
      OpenSwiftData._willSet(self, 57)
      withMutation(keyPath: \Wide.property57) {
        _property57 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property57)
    }
    if case nil = _property57 {
      OpenSwiftData._fireFault(self, 57)
      _property57 = OpenSwiftData._resolved(_property57, "property57", of: self)
    }
    OpenSwiftData._settle(&_property57)
    OpenSwiftData._willSet(self, 57)
    OpenSwiftData._beginMutation(self, \Wide.property57)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property57)
    }
    yield &_property57!
  }
  }

  @exclusivity(unchecked) private var _property57: Swift.Optional<Int> = 57
  var property58: Int {
  @storageRestrictions(initializes: _property58)
  init(initialValue) {
    _property58 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property58)
    }
    if let value = OpenSwiftData._value(&_property58) {
      return value
    }
    OpenSwiftData._fireFault(self, 58)
    return OpenSwiftData._resolved(_property58, "property58", of: self)
  }
  set {
    if _$state._isPlain(58) {
      _property58 = newValue
    } else {
      OpenSwiftData._willSet(self, 58)
      withMutation(keyPath: \Wide.property58) {
        _property58 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property58)
    }
    if case nil = _property58 {
      OpenSwiftData._fireFault(self, 58)
      _property58 = OpenSwiftData._resolved(_property58, "property58", of: self)
    }
    OpenSwiftData._settle(&_property58)
    OpenSwiftData._willSet(self, 58)
    OpenSwiftData._beginMutation(self, \Wide.property58)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property58)
    }
    yield &_property58!
  }
  }

  @exclusivity(unchecked) private var _property58: Swift.Optional<Int> = 58
  var property59: Int {
  @storageRestrictions(initializes: _property59)
  init(initialValue) {
    _property59 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property59)
    }
    if let value = OpenSwiftData._value(&_property59) {
      return value
    }
    OpenSwiftData._fireFault(self, 59)
    return OpenSwiftData._resolved(_property59, "property59", of: self)
  }
  set {
    if _$state._isPlain(59) {
      _property59 = newValue
    } else {
      OpenSwiftData._willSet(self, 59)
      withMutation(keyPath: \Wide.property59) {
        _property59 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property59)
    }
    if case nil = _property59 {
      OpenSwiftData._fireFault(self, 59)
      _property59 = OpenSwiftData._resolved(_property59, "property59", of: self)
    }
    OpenSwiftData._settle(&_property59)
    OpenSwiftData._willSet(self, 59)
    OpenSwiftData._beginMutation(self, \Wide.property59)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property59)
    }
    yield &_property59!
  }
  }

  @exclusivity(unchecked) private var _property59: Swift.Optional<Int> = 59
  var property60: Int {
  @storageRestrictions(initializes: _property60)
  init(initialValue) {
    _property60 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property60)
    }
    if let value = OpenSwiftData._value(&_property60) {
      return value
    }
    OpenSwiftData._fireFault(self, 60)
    return OpenSwiftData._resolved(_property60, "property60", of: self)
  }
  set {
    if _$state._isPlain(60) {
      _property60 = newValue
    } else {
      OpenSwiftData._willSet(self, 60)
      withMutation(keyPath: \Wide.property60) {
        _property60 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property60)
    }
    if case nil = _property60 {
      OpenSwiftData._fireFault(self, 60)
      _property60 = OpenSwiftData._resolved(_property60, "property60", of: self)
    }
    OpenSwiftData._settle(&_property60)
    OpenSwiftData._willSet(self, 60)
    OpenSwiftData._beginMutation(self, \Wide.property60)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property60)
    }
    yield &_property60!
  }
  }

  @exclusivity(unchecked) private var _property60: Swift.Optional<Int> = 60
  var property61: Int {
  @storageRestrictions(initializes: _property61)
  init(initialValue) {
    _property61 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property61)
    }
    if let value = OpenSwiftData._value(&_property61) {
      return value
    }
    OpenSwiftData._fireFault(self, 61)
    return OpenSwiftData._resolved(_property61, "property61", of: self)
  }
  set {
    if _$state._isPlain(61) {
      _property61 = newValue
    } else {
      OpenSwiftData._willSet(self, 61)
      withMutation(keyPath: \Wide.property61) {
        _property61 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property61)
    }
    if case nil = _property61 {
      OpenSwiftData._fireFault(self, 61)
      _property61 = OpenSwiftData._resolved(_property61, "property61", of: self)
    }
    OpenSwiftData._settle(&_property61)
    OpenSwiftData._willSet(self, 61)
    OpenSwiftData._beginMutation(self, \Wide.property61)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property61)
    }
    yield &_property61!
  }
  }

  @exclusivity(unchecked) private var _property61: Swift.Optional<Int> = 61
  var property62: Int {
  @storageRestrictions(initializes: _property62)
  init(initialValue) {
    _property62 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property62)
    }
    if let value = OpenSwiftData._value(&_property62) {
      return value
    }
    OpenSwiftData._fireFault(self, 62)
    return OpenSwiftData._resolved(_property62, "property62", of: self)
  }
  set {
    if _$state._isPlain(62) {
      _property62 = newValue
    } else {
      OpenSwiftData._willSet(self, 62)
      withMutation(keyPath: \Wide.property62) {
        _property62 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property62)
    }
    if case nil = _property62 {
      OpenSwiftData._fireFault(self, 62)
      _property62 = OpenSwiftData._resolved(_property62, "property62", of: self)
    }
    OpenSwiftData._settle(&_property62)
    OpenSwiftData._willSet(self, 62)
    OpenSwiftData._beginMutation(self, \Wide.property62)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property62)
    }
    yield &_property62!
  }
  }

  @exclusivity(unchecked) private var _property62: Swift.Optional<Int> = 62
  var property63: Int {
  @storageRestrictions(initializes: _property63)
  init(initialValue) {
    _property63 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property63)
    }
    if let value = OpenSwiftData._value(&_property63) {
      return value
    }
    OpenSwiftData._fireFault(self, 63)
    return OpenSwiftData._resolved(_property63, "property63", of: self)
  }
  set {
    if _$state._isPlain(63) {
      _property63 = newValue
    } else {
      OpenSwiftData._willSet(self, 63)
      withMutation(keyPath: \Wide.property63) {
        _property63 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property63)
    }
    if case nil = _property63 {
      OpenSwiftData._fireFault(self, 63)
      _property63 = OpenSwiftData._resolved(_property63, "property63", of: self)
    }
    OpenSwiftData._settle(&_property63)
    OpenSwiftData._willSet(self, 63)
    OpenSwiftData._beginMutation(self, \Wide.property63)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property63)
    }
    yield &_property63!
  }
  }

  @exclusivity(unchecked) private var _property63: Swift.Optional<Int> = 63
  var property64: Int {
  @storageRestrictions(initializes: _property64)
  init(initialValue) {
    _property64 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property64)
    }
    if let value = OpenSwiftData._value(&_property64) {
      return value
    }
    OpenSwiftData._fireFault(self, 64)
    return OpenSwiftData._resolved(_property64, "property64", of: self)
  }
  set {
    if _$state._isPlain(64) {
      _property64 = newValue
    } else {
      OpenSwiftData._willSet(self, 64)
      withMutation(keyPath: \Wide.property64) {
        _property64 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property64)
    }
    if case nil = _property64 {
      OpenSwiftData._fireFault(self, 64)
      _property64 = OpenSwiftData._resolved(_property64, "property64", of: self)
    }
    OpenSwiftData._settle(&_property64)
    OpenSwiftData._willSet(self, 64)
    OpenSwiftData._beginMutation(self, \Wide.property64)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property64)
    }
    yield &_property64!
  }
  }

  @exclusivity(unchecked) private var _property64: Swift.Optional<Int> = 64
  var property65: Int {
  @storageRestrictions(initializes: _property65)
  init(initialValue) {
    _property65 = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property65)
    }
    if let value = OpenSwiftData._value(&_property65) {
      return value
    }
    OpenSwiftData._fireFault(self, 65)
    return OpenSwiftData._resolved(_property65, "property65", of: self)
  }
  set {
    if _$state._isPlain(65) {
      _property65 = newValue
    } else {
      OpenSwiftData._willSet(self, 65)
      withMutation(keyPath: \Wide.property65) {
        _property65 = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Wide.property65)
    }
    if case nil = _property65 {
      OpenSwiftData._fireFault(self, 65)
      _property65 = OpenSwiftData._resolved(_property65, "property65", of: self)
    }
    OpenSwiftData._settle(&_property65)
    OpenSwiftData._willSet(self, 65)
    OpenSwiftData._beginMutation(self, \Wide.property65)
    defer {
      OpenSwiftData._endMutation(self, \Wide.property65)
    }
    yield &_property65!
  }
  }

  @exclusivity(unchecked) private var _property65: Swift.Optional<Int> = 65
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Wide, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Wide, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("property0", \Wide.property0, 0 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property1", \Wide.property1, 1 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property2", \Wide.property2, 2 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property3", \Wide.property3, 3 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property4", \Wide.property4, 4 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property5", \Wide.property5, 5 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property6", \Wide.property6, 6 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property7", \Wide.property7, 7 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property8", \Wide.property8, 8 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property9", \Wide.property9, 9 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property10", \Wide.property10, 10 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property11", \Wide.property11, 11 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property12", \Wide.property12, 12 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property13", \Wide.property13, 13 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property14", \Wide.property14, 14 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property15", \Wide.property15, 15 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property16", \Wide.property16, 16 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property17", \Wide.property17, 17 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property18", \Wide.property18, 18 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property19", \Wide.property19, 19 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property20", \Wide.property20, 20 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property21", \Wide.property21, 21 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property22", \Wide.property22, 22 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property23", \Wide.property23, 23 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property24", \Wide.property24, 24 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property25", \Wide.property25, 25 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property26", \Wide.property26, 26 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property27", \Wide.property27, 27 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property28", \Wide.property28, 28 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property29", \Wide.property29, 29 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property30", \Wide.property30, 30 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property31", \Wide.property31, 31 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property32", \Wide.property32, 32 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property33", \Wide.property33, 33 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property34", \Wide.property34, 34 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property35", \Wide.property35, 35 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property36", \Wide.property36, 36 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property37", \Wide.property37, 37 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property38", \Wide.property38, 38 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property39", \Wide.property39, 39 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property40", \Wide.property40, 40 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property41", \Wide.property41, 41 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property42", \Wide.property42, 42 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property43", \Wide.property43, 43 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property44", \Wide.property44, 44 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property45", \Wide.property45, 45 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property46", \Wide.property46, 46 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property47", \Wide.property47, 47 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property48", \Wide.property48, 48 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property49", \Wide.property49, 49 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property50", \Wide.property50, 50 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property51", \Wide.property51, 51 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property52", \Wide.property52, 52 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property53", \Wide.property53, 53 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property54", \Wide.property54, 54 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property55", \Wide.property55, 55 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property56", \Wide.property56, 56 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property57", \Wide.property57, 57 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property58", \Wide.property58, 58 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property59", \Wide.property59, 59 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property60", \Wide.property60, 60 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property61", \Wide.property61, 61 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property62", \Wide.property62, 62 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property63", \Wide.property63, 63 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property64", \Wide.property64, 64 as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("property65", \Wide.property65, 65 as Int, nil),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _property0 = nil
    _property1 = nil
    _property2 = nil
    _property3 = nil
    _property4 = nil
    _property5 = nil
    _property6 = nil
    _property7 = nil
    _property8 = nil
    _property9 = nil
    _property10 = nil
    _property11 = nil
    _property12 = nil
    _property13 = nil
    _property14 = nil
    _property15 = nil
    _property16 = nil
    _property17 = nil
    _property18 = nil
    _property19 = nil
    _property20 = nil
    _property21 = nil
    _property22 = nil
    _property23 = nil
    _property24 = nil
    _property25 = nil
    _property26 = nil
    _property27 = nil
    _property28 = nil
    _property29 = nil
    _property30 = nil
    _property31 = nil
    _property32 = nil
    _property33 = nil
    _property34 = nil
    _property35 = nil
    _property36 = nil
    _property37 = nil
    _property38 = nil
    _property39 = nil
    _property40 = nil
    _property41 = nil
    _property42 = nil
    _property43 = nil
    _property44 = nil
    _property45 = nil
    _property46 = nil
    _property47 = nil
    _property48 = nil
    _property49 = nil
    _property50 = nil
    _property51 = nil
    _property52 = nil
    _property53 = nil
    _property54 = nil
    _property55 = nil
    _property56 = nil
    _property57 = nil
    _property58 = nil
    _property59 = nil
    _property60 = nil
    _property61 = nil
    _property62 = nil
    _property63 = nil
    _property64 = nil
    _property65 = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Wide>
  ) {
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Wide> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_property0)
    row.load(1, &_property1)
    row.load(2, &_property2)
    row.load(3, &_property3)
    row.load(4, &_property4)
    row.load(5, &_property5)
    row.load(6, &_property6)
    row.load(7, &_property7)
    row.load(8, &_property8)
    row.load(9, &_property9)
    row.load(10, &_property10)
    row.load(11, &_property11)
    row.load(12, &_property12)
    row.load(13, &_property13)
    row.load(14, &_property14)
    row.load(15, &_property15)
    row.load(16, &_property16)
    row.load(17, &_property17)
    row.load(18, &_property18)
    row.load(19, &_property19)
    row.load(20, &_property20)
    row.load(21, &_property21)
    row.load(22, &_property22)
    row.load(23, &_property23)
    row.load(24, &_property24)
    row.load(25, &_property25)
    row.load(26, &_property26)
    row.load(27, &_property27)
    row.load(28, &_property28)
    row.load(29, &_property29)
    row.load(30, &_property30)
    row.load(31, &_property31)
    row.load(32, &_property32)
    row.load(33, &_property33)
    row.load(34, &_property34)
    row.load(35, &_property35)
    row.load(36, &_property36)
    row.load(37, &_property37)
    row.load(38, &_property38)
    row.load(39, &_property39)
    row.load(40, &_property40)
    row.load(41, &_property41)
    row.load(42, &_property42)
    row.load(43, &_property43)
    row.load(44, &_property44)
    row.load(45, &_property45)
    row.load(46, &_property46)
    row.load(47, &_property47)
    row.load(48, &_property48)
    row.load(49, &_property49)
    row.load(50, &_property50)
    row.load(51, &_property51)
    row.load(52, &_property52)
    row.load(53, &_property53)
    row.load(54, &_property54)
    row.load(55, &_property55)
    row.load(56, &_property56)
    row.load(57, &_property57)
    row.load(58, &_property58)
    row.load(59, &_property59)
    row.load(60, &_property60)
    row.load(61, &_property61)
    row.load(62, &_property62)
    row.load(63, &_property63)
    row.load(64, &_property64)
    row.load(65, &_property65)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _property0)
    row.bind(1, _property1)
    row.bind(2, _property2)
    row.bind(3, _property3)
    row.bind(4, _property4)
    row.bind(5, _property5)
    row.bind(6, _property6)
    row.bind(7, _property7)
    row.bind(8, _property8)
    row.bind(9, _property9)
    row.bind(10, _property10)
    row.bind(11, _property11)
    row.bind(12, _property12)
    row.bind(13, _property13)
    row.bind(14, _property14)
    row.bind(15, _property15)
    row.bind(16, _property16)
    row.bind(17, _property17)
    row.bind(18, _property18)
    row.bind(19, _property19)
    row.bind(20, _property20)
    row.bind(21, _property21)
    row.bind(22, _property22)
    row.bind(23, _property23)
    row.bind(24, _property24)
    row.bind(25, _property25)
    row.bind(26, _property26)
    row.bind(27, _property27)
    row.bind(28, _property28)
    row.bind(29, _property29)
    row.bind(30, _property30)
    row.bind(31, _property31)
    row.bind(32, _property32)
    row.bind(33, _property33)
    row.bind(34, _property34)
    row.bind(35, _property35)
    row.bind(36, _property36)
    row.bind(37, _property37)
    row.bind(38, _property38)
    row.bind(39, _property39)
    row.bind(40, _property40)
    row.bind(41, _property41)
    row.bind(42, _property42)
    row.bind(43, _property43)
    row.bind(44, _property44)
    row.bind(45, _property45)
    row.bind(46, _property46)
    row.bind(47, _property47)
    row.bind(48, _property48)
    row.bind(49, _property49)
    row.bind(50, _property50)
    row.bind(51, _property51)
    row.bind(52, _property52)
    row.bind(53, _property53)
    row.bind(54, _property54)
    row.bind(55, _property55)
    row.bind(56, _property56)
    row.bind(57, _property57)
    row.bind(58, _property58)
    row.bind(59, _property59)
    row.bind(60, _property60)
    row.bind(61, _property61)
    row.bind(62, _property62)
    row.bind(63, _property63)
    row.bind(64, _property64)
    row.bind(65, _property65)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _property0 = nil }
    if mask & 0x2 != 0 { _property1 = nil }
    if mask & 0x4 != 0 { _property2 = nil }
    if mask & 0x8 != 0 { _property3 = nil }
    if mask & 0x10 != 0 { _property4 = nil }
    if mask & 0x20 != 0 { _property5 = nil }
    if mask & 0x40 != 0 { _property6 = nil }
    if mask & 0x80 != 0 { _property7 = nil }
    if mask & 0x100 != 0 { _property8 = nil }
    if mask & 0x200 != 0 { _property9 = nil }
    if mask & 0x400 != 0 { _property10 = nil }
    if mask & 0x800 != 0 { _property11 = nil }
    if mask & 0x1000 != 0 { _property12 = nil }
    if mask & 0x2000 != 0 { _property13 = nil }
    if mask & 0x4000 != 0 { _property14 = nil }
    if mask & 0x8000 != 0 { _property15 = nil }
    if mask & 0x10000 != 0 { _property16 = nil }
    if mask & 0x20000 != 0 { _property17 = nil }
    if mask & 0x40000 != 0 { _property18 = nil }
    if mask & 0x80000 != 0 { _property19 = nil }
    if mask & 0x100000 != 0 { _property20 = nil }
    if mask & 0x200000 != 0 { _property21 = nil }
    if mask & 0x400000 != 0 { _property22 = nil }
    if mask & 0x800000 != 0 { _property23 = nil }
    if mask & 0x1000000 != 0 { _property24 = nil }
    if mask & 0x2000000 != 0 { _property25 = nil }
    if mask & 0x4000000 != 0 { _property26 = nil }
    if mask & 0x8000000 != 0 { _property27 = nil }
    if mask & 0x10000000 != 0 { _property28 = nil }
    if mask & 0x20000000 != 0 { _property29 = nil }
    if mask & 0x40000000 != 0 { _property30 = nil }
    if mask & 0x80000000 != 0 { _property31 = nil }
    if mask & 0x100000000 != 0 { _property32 = nil }
    if mask & 0x200000000 != 0 { _property33 = nil }
    if mask & 0x400000000 != 0 { _property34 = nil }
    if mask & 0x800000000 != 0 { _property35 = nil }
    if mask & 0x1000000000 != 0 { _property36 = nil }
    if mask & 0x2000000000 != 0 { _property37 = nil }
    if mask & 0x4000000000 != 0 { _property38 = nil }
    if mask & 0x8000000000 != 0 { _property39 = nil }
    if mask & 0x10000000000 != 0 { _property40 = nil }
    if mask & 0x20000000000 != 0 { _property41 = nil }
    if mask & 0x40000000000 != 0 { _property42 = nil }
    if mask & 0x80000000000 != 0 { _property43 = nil }
    if mask & 0x100000000000 != 0 { _property44 = nil }
    if mask & 0x200000000000 != 0 { _property45 = nil }
    if mask & 0x400000000000 != 0 { _property46 = nil }
    if mask & 0x800000000000 != 0 { _property47 = nil }
    if mask & 0x1000000000000 != 0 { _property48 = nil }
    if mask & 0x2000000000000 != 0 { _property49 = nil }
    if mask & 0x4000000000000 != 0 { _property50 = nil }
    if mask & 0x8000000000000 != 0 { _property51 = nil }
    if mask & 0x10000000000000 != 0 { _property52 = nil }
    if mask & 0x20000000000000 != 0 { _property53 = nil }
    if mask & 0x40000000000000 != 0 { _property54 = nil }
    if mask & 0x80000000000000 != 0 { _property55 = nil }
    if mask & 0x100000000000000 != 0 { _property56 = nil }
    if mask & 0x200000000000000 != 0 { _property57 = nil }
    if mask & 0x400000000000000 != 0 { _property58 = nil }
    if mask & 0x800000000000000 != 0 { _property59 = nil }
    if mask & 0x1000000000000000 != 0 { _property60 = nil }
    if mask & 0x2000000000000000 != 0 { _property61 = nil }
    if mask & 0x4000000000000000 != 0 { _property62 = nil }
    if _$state._unloads(mask, 63) { _property63 = nil }
    if _$state._unloads(mask, 64) { _property64 = nil }
    if _$state._unloads(mask, 65) { _property65 = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Wide: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Wide: Swift.Sendable {}
