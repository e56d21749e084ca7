// swift-format-ignore-file
final class Defaults {
  var created: Date {
  @storageRestrictions(initializes: _created)
  init(initialValue) {
    _created = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.created)
    }
    if let value = OpenSwiftData._value(&_created) {
      return value
    }
    OpenSwiftData._fireFault(self, 0)
    return OpenSwiftData._resolved(_created, "created", of: self)
  }
  set {
    if _$state._isPlain(0) {
      _created = newValue
    } else {
      OpenSwiftData._willSet(self, 0)
      withMutation(keyPath: \Defaults.created) {
        _created = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.created)
    }
    if case nil = _created {
      OpenSwiftData._fireFault(self, 0)
      _created = OpenSwiftData._resolved(_created, "created", of: self)
    }
    OpenSwiftData._settle(&_created)
    OpenSwiftData._willSet(self, 0)
    OpenSwiftData._beginMutation(self, \Defaults.created)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.created)
    }
    yield &_created!
  }
  }

  @exclusivity(unchecked) private var _created: Swift.Optional<Date> = OpenSwiftData._isMaterializing() ? nil : ((Date()) as Date)
  var moment: Date {
  @storageRestrictions(initializes: _moment)
  init(initialValue) {
    _moment = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.moment)
    }
    if let value = OpenSwiftData._value(&_moment) {
      return value
    }
    OpenSwiftData._fireFault(self, 1)
    return OpenSwiftData._resolved(_moment, "moment", of: self)
  }
  set {
    if _$state._isPlain(1) {
      _moment = newValue
    } else {
      OpenSwiftData._willSet(self, 1)
      withMutation(keyPath: \Defaults.moment) {
        _moment = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.moment)
    }
    if case nil = _moment {
      OpenSwiftData._fireFault(self, 1)
      _moment = OpenSwiftData._resolved(_moment, "moment", of: self)
    }
    OpenSwiftData._settle(&_moment)
    OpenSwiftData._willSet(self, 1)
    OpenSwiftData._beginMutation(self, \Defaults.moment)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.moment)
    }
    yield &_moment!
  }
  }

  @exclusivity(unchecked) private var _moment: Swift.Optional<Date> = OpenSwiftData._isMaterializing() ? nil : ((.now) as Date)
  var shape: Shape {
  @storageRestrictions(initializes: _shape)
  init(initialValue) {
    _shape = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.shape)
    }
    if let value = _shape {
      return value
    }
    return OpenSwiftData._resolve(&_shape, 2, "shape", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_shape, 2,
      \Defaults.shape, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.shape)
    }
    OpenSwiftData._beginEdit(&_shape, 2, "shape", of: self)
    OpenSwiftData._beginMutation(self, \Defaults.shape)
    defer {
      OpenSwiftData._endEdit(&_shape, 2, of: self)
      OpenSwiftData._endMutation(self, \Defaults.shape)
    }
    yield &_shape!
  }
  }

  @exclusivity(unchecked) private var _shape: Swift.Optional<Shape> = OpenSwiftData._isMaterializing() ? nil : ((.none) as Shape)

  @exclusivity(unchecked) private var _$key_shape = Swift.Int64.min
  var optionalShape: Shape? {
  @storageRestrictions(initializes: _optionalShape)
  init(initialValue) {
    _optionalShape = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.optionalShape)
    }
    if let value = _optionalShape {
      return value
    }
    return OpenSwiftData._resolve(&_optionalShape, 3, "optionalShape", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_optionalShape, 3,
      \Defaults.optionalShape, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.optionalShape)
    }
    OpenSwiftData._beginEdit(&_optionalShape, 3, "optionalShape", of: self)
    OpenSwiftData._beginMutation(self, \Defaults.optionalShape)
    defer {
      OpenSwiftData._endEdit(&_optionalShape, 3, of: self)
      OpenSwiftData._endMutation(self, \Defaults.optionalShape)
    }
    yield &_optionalShape!
  }
  }

  @exclusivity(unchecked) private var _optionalShape: Swift.Optional<Shape?> = OpenSwiftData._isMaterializing() ? nil : ((.none) as Shape?)

  @exclusivity(unchecked) private var _$key_optionalShape = Swift.Int64.min
  var explicitNil: String? {
  @storageRestrictions(initializes: _explicitNil)
  init(initialValue) {
    _explicitNil = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.explicitNil)
    }
    if let value = OpenSwiftData._value(&_explicitNil) {
      return value
    }
    OpenSwiftData._fireFault(self, 4)
    return OpenSwiftData._resolved(_explicitNil, "explicitNil", of: self)
  }
  set {
    if _$state._isPlain(4) {
      _explicitNil = newValue
    } else {
      OpenSwiftData._willSet(self, 4)
      withMutation(keyPath: \Defaults.explicitNil) {
        _explicitNil = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.explicitNil)
    }
    if case nil = _explicitNil {
      OpenSwiftData._fireFault(self, 4)
      _explicitNil = OpenSwiftData._resolved(_explicitNil, "explicitNil", of: self)
    }
    OpenSwiftData._settle(&_explicitNil)
    OpenSwiftData._willSet(self, 4)
    OpenSwiftData._beginMutation(self, \Defaults.explicitNil)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.explicitNil)
    }
    yield &_explicitNil!
  }
  }

  @exclusivity(unchecked) private var _explicitNil: Swift.Optional<String?> = .some(nil)
  var alias: MaybeString {
  @storageRestrictions(initializes: _alias)
  init(initialValue) {
    _alias = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.alias)
    }
    if let value = _alias {
      return value
    }
    return OpenSwiftData._resolve(&_alias, 5, "alias", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_alias, 5,
      \Defaults.alias, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.alias)
    }
    OpenSwiftData._beginEdit(&_alias, 5, "alias", of: self)
    OpenSwiftData._beginMutation(self, \Defaults.alias)
    defer {
      OpenSwiftData._endEdit(&_alias, 5, of: self)
      OpenSwiftData._endMutation(self, \Defaults.alias)
    }
    yield &_alias!
  }
  }

  @exclusivity(unchecked) private var _alias: Swift.Optional<MaybeString> = .some(nil)

  @exclusivity(unchecked) private var _$key_alias = Swift.Int64.min
  var number: Double {
  @storageRestrictions(initializes: _number)
  init(initialValue) {
    _number = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.number)
    }
    if let value = OpenSwiftData._value(&_number) {
      return value
    }
    OpenSwiftData._fireFault(self, 6)
    return OpenSwiftData._resolved(_number, "number", of: self)
  }
  set {
    if _$state._isPlain(6) {
      _number = newValue
    } else {
      OpenSwiftData._willSet(self, 6)
      withMutation(keyPath: \Defaults.number) {
        _number = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.number)
    }
    if case nil = _number {
      OpenSwiftData._fireFault(self, 6)
      _number = OpenSwiftData._resolved(_number, "number", of: self)
    }
    OpenSwiftData._settle(&_number)
    OpenSwiftData._willSet(self, 6)
    OpenSwiftData._beginMutation(self, \Defaults.number)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.number)
    }
    yield &_number!
  }
  }

  @exclusivity(unchecked) private var _number: Swift.Optional<Double> = -1
  var words: [String] {
  @storageRestrictions(initializes: _words)
  init(initialValue) {
    _words = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.words)
    }
    if let value = OpenSwiftData._value(&_words) {
      return value
    }
    OpenSwiftData._fireFault(self, 7)
    return OpenSwiftData._resolved(_words, "words", of: self)
  }
  set {
    if _$state._isPlain(7) {
      _words = newValue
    } else {
      OpenSwiftData._willSet(self, 7)
      withMutation(keyPath: \Defaults.words) {
        _words = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.words)
    }
    if case nil = _words {
      OpenSwiftData._fireFault(self, 7)
      _words = OpenSwiftData._resolved(_words, "words", of: self)
    }
    OpenSwiftData._settle(&_words)
    OpenSwiftData._willSet(self, 7)
    OpenSwiftData._beginMutation(self, \Defaults.words)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.words)
    }
    yield &_words!
  }
  }

  @exclusivity(unchecked) private var _words: Swift.Optional<[String]> = ["a", "b"]
  var table: [String: Int] {
  @storageRestrictions(initializes: _table)
  init(initialValue) {
    _table = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.table)
    }
    if let value = _table {
      return value
    }
    return OpenSwiftData._resolve(&_table, 8, "table", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_table, 8,
      \Defaults.table, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.table)
    }
    OpenSwiftData._beginEdit(&_table, 8, "table", of: self)
    OpenSwiftData._beginMutation(self, \Defaults.table)
    defer {
      OpenSwiftData._endEdit(&_table, 8, of: self)
      OpenSwiftData._endMutation(self, \Defaults.table)
    }
    yield &_table!
  }
  }

  @exclusivity(unchecked) private var _table: Swift.Optional<[String: Int]> = [:]

  @exclusivity(unchecked) private var _$key_table = Swift.Int64.min
  var tags: Set<String> {
  @storageRestrictions(initializes: _tags)
  init(initialValue) {
    _tags = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.tags)
    }
    if let value = _tags {
      return value
    }
    return OpenSwiftData._resolve(&_tags, 9, "tags", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_tags, 9,
      \Defaults.tags, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.tags)
    }
    OpenSwiftData._beginEdit(&_tags, 9, "tags", of: self)
    OpenSwiftData._beginMutation(self, \Defaults.tags)
    defer {
      OpenSwiftData._endEdit(&_tags, 9, of: self)
      OpenSwiftData._endMutation(self, \Defaults.tags)
    }
    yield &_tags!
  }
  }

  @exclusivity(unchecked) private var _tags: Swift.Optional<Set<String>> = []

  @exclusivity(unchecked) private var _$key_tags = Swift.Int64.min
  var places: [Place] {
  @storageRestrictions(initializes: _places)
  init(initialValue) {
    _places = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.places)
    }
    if let value = _places {
      return value
    }
    return OpenSwiftData._resolve(&_places, 10, "places", of: self)
  }
  set {
    OpenSwiftData._assign(
      newValue, to: &_places, 10,
      \Defaults.places, of: self)
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.places)
    }
    OpenSwiftData._beginEdit(&_places, 10, "places", of: self)
    OpenSwiftData._beginMutation(self, \Defaults.places)
    defer {
      OpenSwiftData._endEdit(&_places, 10, of: self)
      OpenSwiftData._endMutation(self, \Defaults.places)
    }
    yield &_places!
  }
  }

  @exclusivity(unchecked) private var _places: Swift.Optional<[Place]> = OpenSwiftData._isMaterializing() ? nil : (([Place()]) as [Place])

  @exclusivity(unchecked) private var _$key_places = Swift.Int64.min
  var greeting: String {
  @storageRestrictions(initializes: _greeting)
  init(initialValue) {
    _greeting = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.greeting)
    }
    if let value = OpenSwiftData._value(&_greeting) {
      return value
    }
    OpenSwiftData._fireFault(self, 11)
    return OpenSwiftData._resolved(_greeting, "greeting", of: self)
  }
  set {
    if _$state._isPlain(11) {
      _greeting = newValue
    } else {
      OpenSwiftData._willSet(self, 11)
      withMutation(keyPath: \Defaults.greeting) {
        _greeting = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.greeting)
    }
    if case nil = _greeting {
      OpenSwiftData._fireFault(self, 11)
      _greeting = OpenSwiftData._resolved(_greeting, "greeting", of: self)
    }
    OpenSwiftData._settle(&_greeting)
    OpenSwiftData._willSet(self, 11)
    OpenSwiftData._beginMutation(self, \Defaults.greeting)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.greeting)
    }
    yield &_greeting!
  }
  }

  @exclusivity(unchecked) private var _greeting: Swift.Optional<String> = OpenSwiftData._isMaterializing() ? nil : (("hello \(name)") as String)
  var text: String {
  @storageRestrictions(initializes: _text)
  init(initialValue) {
    _text = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.text)
    }
    if let value = OpenSwiftData._value(&_text) {
      return value
    }
    OpenSwiftData._fireFault(self, 12)
    return OpenSwiftData._resolved(_text, "text", of: self)
  }
  set {
    if _$state._isPlain(12) {
      _text = newValue
    } else {
      OpenSwiftData._willSet(self, 12)
      withMutation(keyPath: \Defaults.text) {
        _text = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.text)
    }
    if case nil = _text {
      OpenSwiftData._fireFault(self, 12)
      _text = OpenSwiftData._resolved(_text, "text", of: self)
    }
    OpenSwiftData._settle(&_text)
    OpenSwiftData._willSet(self, 12)
    OpenSwiftData._beginMutation(self, \Defaults.text)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.text)
    }
    yield &_text!
  }
  }

  @exclusivity(unchecked) private var _text: Swift.Optional<String> = """
      first
        second
      """
  var choice: Int {
  @storageRestrictions(initializes: _choice)
  init(initialValue) {
    _choice = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.choice)
    }
    if let value = OpenSwiftData._value(&_choice) {
      return value
    }
    OpenSwiftData._fireFault(self, 13)
    return OpenSwiftData._resolved(_choice, "choice", of: self)
  }
  set {
    if _$state._isPlain(13) {
      _choice = newValue
    } else {
      OpenSwiftData._willSet(self, 13)
      withMutation(keyPath: \Defaults.choice) {
        _choice = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.choice)
    }
    if case nil = _choice {
      OpenSwiftData._fireFault(self, 13)
      _choice = OpenSwiftData._resolved(_choice, "choice", of: self)
    }
    OpenSwiftData._settle(&_choice)
    OpenSwiftData._willSet(self, 13)
    OpenSwiftData._beginMutation(self, \Defaults.choice)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.choice)
    }
    yield &_choice!
  }
  }

  @exclusivity(unchecked) private var _choice: Swift.Optional<Int> = OpenSwiftData._isMaterializing() ? nil : ((condition ? 1 : 2) as Int)
  var name: String! {
  @storageRestrictions(initializes: _name)
  init(initialValue) {
    _name = OpenSwiftData._stored(initialValue)
  }
  get {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.name)
    }
    if let value = OpenSwiftData._value(&_name) {
      return value
    }
    OpenSwiftData._fireFault(self, 14)
    return OpenSwiftData._resolved(_name, "name", of: self)
  }
  set {
    if _$state._isPlain(14) {
      _name = newValue
    } else {
      OpenSwiftData._willSet(self, 14)
      withMutation(keyPath: \Defaults.name) {
        _name = newValue
      }
    }
  }
  _modify {
    if OpenSwiftData._isTrackingObservations() {
      access(keyPath: \Defaults.name)
    }
    if case nil = _name {
      OpenSwiftData._fireFault(self, 14)
      _name = OpenSwiftData._resolved(_name, "name", of: self)
    }
    OpenSwiftData._settle(&_name)
    OpenSwiftData._willSet(self, 14)
    OpenSwiftData._beginMutation(self, \Defaults.name)
    defer {
      OpenSwiftData._endMutation(self, \Defaults.name)
    }
    yield &_name!
  }
  }

  @exclusivity(unchecked) private var _name: Swift.Optional<String?> = .some(nil)
  init() {}

  @exclusivity(unchecked) var _$state = OpenSwiftData._ModelState()

  var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
    unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
  }

  internal func access<__macro_local_6MemberfMu_>(
    keyPath: Swift.KeyPath<Defaults, __macro_local_6MemberfMu_>
  ) {
    OpenSwiftData._access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Defaults, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    [
      OpenSwiftData.Schema.PropertyMetadata("created", \Defaults.created, (Date()) as Date, nil),
      OpenSwiftData.Schema.PropertyMetadata("moment", \Defaults.moment, (.now) as Date, nil),
      OpenSwiftData.Schema.PropertyMetadata("shape", \Defaults.shape, (.none) as Shape, nil),
      OpenSwiftData.Schema.PropertyMetadata("optionalShape", \Defaults.optionalShape, (.none) as Shape?, nil),
      OpenSwiftData.Schema.PropertyMetadata("explicitNil", \Defaults.explicitNil, nil, nil),
      OpenSwiftData.Schema.PropertyMetadata("alias", \Defaults.alias, nil, nil),
      OpenSwiftData.Schema.PropertyMetadata("number", \Defaults.number, -1 as Double, nil),
      OpenSwiftData.Schema.PropertyMetadata("words", \Defaults.words, ["a", "b"] as [String], nil),
      OpenSwiftData.Schema.PropertyMetadata("table", \Defaults.table, [:] as [String: Int], nil),
      OpenSwiftData.Schema.PropertyMetadata("tags", \Defaults.tags, [] as Set<String>, nil),
      OpenSwiftData.Schema.PropertyMetadata("places", \Defaults.places, ([Place()]) as [Place], nil),
      OpenSwiftData.Schema.PropertyMetadata("greeting", \Defaults.greeting, ("hello \(name)") as String, nil),
      OpenSwiftData.Schema.PropertyMetadata("text", \Defaults.text, """
      first
        second
      """ as String, nil),
      OpenSwiftData.Schema.PropertyMetadata("choice", \Defaults.choice, (condition ? 1 : 2) as Int, nil),
      OpenSwiftData.Schema.PropertyMetadata("name", \Defaults.name, nil, nil),
    ]
  }

  required init(
    _materializing materialization: OpenSwiftData._Materialization
  ) {
    _created = nil
    _moment = nil
    _shape = nil
    _optionalShape = nil
    _explicitNil = nil
    _alias = nil
    _number = nil
    _words = nil
    _table = nil
    _tags = nil
    _places = nil
    _greeting = nil
    _text = nil
    _choice = nil
    _name = nil
  }

  required init(
    backingData: any OpenSwiftData.BackingData<Defaults>
  ) {
    OpenSwiftData._adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Defaults> {
    get {
      OpenSwiftData._backingData(of: self)
    }
    set {
      OpenSwiftData._adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_created)
    row.load(1, &_moment)
    row.load(2, &_shape, &_$key_shape)
    row.load(3, &_optionalShape, &_$key_optionalShape)
    row.load(4, &_explicitNil)
    row.load(5, &_alias, &_$key_alias)
    row.load(6, &_number)
    row.load(7, &_words)
    row.load(8, &_table, &_$key_table)
    row.load(9, &_tags, &_$key_tags)
    row.load(10, &_places, &_$key_places)
    row.load(11, &_greeting)
    row.load(12, &_text)
    row.load(13, &_choice)
    row.load(14, &_name)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _created)
    row.bind(1, _moment)
    row.bind(2, _shape, _$key_shape)
    row.bind(3, _optionalShape, _$key_optionalShape)
    row.bind(4, _explicitNil)
    row.bind(5, _alias, _$key_alias)
    row.bind(6, _number)
    row.bind(7, _words)
    row.bind(8, _table, _$key_table)
    row.bind(9, _tags, _$key_tags)
    row.bind(10, _places, _$key_places)
    row.bind(11, _greeting)
    row.bind(12, _text)
    row.bind(13, _choice)
    row.bind(14, _name)
  }

  func _$unload(_ mask: Swift.UInt64) {
    if mask & 0x1 != 0 { _created = nil }
    if mask & 0x2 != 0 { _moment = nil }
    if mask & 0x4 != 0 {
    _shape = nil
    _$key_shape = Swift.Int64.min
  }
    if mask & 0x8 != 0 {
    _optionalShape = nil
    _$key_optionalShape = Swift.Int64.min
  }
    if mask & 0x10 != 0 { _explicitNil = nil }
    if mask & 0x20 != 0 {
    _alias = nil
    _$key_alias = Swift.Int64.min
  }
    if mask & 0x40 != 0 { _number = nil }
    if mask & 0x80 != 0 { _words = nil }
    if mask & 0x100 != 0 {
    _table = nil
    _$key_table = Swift.Int64.min
  }
    if mask & 0x200 != 0 {
    _tags = nil
    _$key_tags = Swift.Int64.min
  }
    if mask & 0x400 != 0 {
    _places = nil
    _$key_places = Swift.Int64.min
  }
    if mask & 0x800 != 0 { _greeting = nil }
    if mask & 0x1000 != 0 { _text = nil }
    if mask & 0x2000 != 0 { _choice = nil }
    if mask & 0x4000 != 0 { _name = nil }
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if index == 2 {
    return OpenSwiftData._link(&_shape, &_$key_shape)
  }
    if index == 3 {
    return OpenSwiftData._link(&_optionalShape, &_$key_optionalShape)
  }
    if index == 5 {
    return OpenSwiftData._link(&_alias, &_$key_alias)
  }
    if index == 8 {
    return OpenSwiftData._link(&_table, &_$key_table)
  }
    if index == 9 {
    return OpenSwiftData._link(&_tags, &_$key_tags)
  }
    if index == 10 {
    return OpenSwiftData._link(&_places, &_$key_places)
  }
    return nil
  }

  deinit {
    OpenSwiftData._release(&_shape)
    OpenSwiftData._release(&_optionalShape)
    OpenSwiftData._release(&_alias)
    OpenSwiftData._release(&_table)
    OpenSwiftData._release(&_tags)
    OpenSwiftData._release(&_places)
  }
}

extension Defaults: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Defaults: Swift.Sendable {}
