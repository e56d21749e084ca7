// swift-format-ignore-file
final class Defaults {
  var created: Date {
  @storageRestrictions(initializes: _created)
  init(initialValue) {
    _created = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_created)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_created, newValue)
  }
  }

  @exclusivity(unchecked) private var _created: Swift.Optional<Date> = OpenSwiftData._GeneratedCode.isMaterializing() ? nil : ((Date()) as Date)
  var moment: Date {
  @storageRestrictions(initializes: _moment)
  init(initialValue) {
    _moment = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_moment)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_moment, newValue)
  }
  }

  @exclusivity(unchecked) private var _moment: Swift.Optional<Date> = OpenSwiftData._GeneratedCode.isMaterializing() ? nil : ((.now) as Date)
  var shape: Shape {
  @storageRestrictions(initializes: _shape)
  init(initialValue) {
    _shape = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 2, &_shape)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 2, &_shape, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 2, &_shape)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 2, &_shape) }
    yield &_shape!
  }
  }

  @exclusivity(unchecked) private var _shape: Swift.Optional<Shape> = OpenSwiftData._GeneratedCode.isMaterializing() ? nil : ((.none) as Shape)

  @exclusivity(unchecked) private var _$key_shape = Swift.Int64.min

  @Swift.MainActor private static func _$type_shape() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Shape).self)
  }
  var optionalShape: Shape? {
  @storageRestrictions(initializes: _optionalShape)
  init(initialValue) {
    _optionalShape = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 3, &_optionalShape)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 3, &_optionalShape, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 3, &_optionalShape)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 3, &_optionalShape) }
    yield &_optionalShape!
  }
  }

  @exclusivity(unchecked) private var _optionalShape: Swift.Optional<Shape?> = OpenSwiftData._GeneratedCode.isMaterializing() ? nil : ((.none) as Shape?)

  @exclusivity(unchecked) private var _$key_optionalShape = Swift.Int64.min

  @Swift.MainActor private static func _$type_optionalShape() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Shape?).self)
  }
  var explicitNil: String? {
  @storageRestrictions(initializes: _explicitNil)
  init(initialValue) {
    _explicitNil = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 4, &_explicitNil)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 4, &_explicitNil, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 4, &_explicitNil)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 4) }
    yield &_explicitNil!
  }
  }

  @exclusivity(unchecked) private var _explicitNil: Swift.Optional<String?> = .some(nil)
  var alias: MaybeString {
  @storageRestrictions(initializes: _alias)
  init(initialValue) {
    _alias = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 5, &_alias)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 5, &_alias, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 5, &_alias)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 5, &_alias) }
    yield &_alias!
  }
  }

  @exclusivity(unchecked) private var _alias: Swift.Optional<MaybeString> = .some(nil)

  @exclusivity(unchecked) private var _$key_alias = Swift.Int64.min

  @Swift.MainActor private static func _$type_alias() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((MaybeString).self)
  }
  var number: Double {
  @storageRestrictions(initializes: _number)
  init(initialValue) {
    _number = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 6, &_number)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 6, &_number, newValue)
  }
  }

  @exclusivity(unchecked) private var _number: Swift.Optional<Double> = -1
  var words: [String] {
  @storageRestrictions(initializes: _words)
  init(initialValue) {
    _words = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 7, &_words)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 7, &_words, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 7, &_words)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 7) }
    yield &_words!
  }
  }

  @exclusivity(unchecked) private var _words: Swift.Optional<[String]> = ["a", "b"]

  @Swift.MainActor private static func _$type_words() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(([String]).self)
  }
  var table: [String: Int] {
  @storageRestrictions(initializes: _table)
  init(initialValue) {
    _table = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 8, &_table)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 8, &_table, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 8, &_table)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 8, &_table) }
    yield &_table!
  }
  }

  @exclusivity(unchecked) private var _table: Swift.Optional<[String: Int]> = [:]

  @exclusivity(unchecked) private var _$key_table = Swift.Int64.min

  @Swift.MainActor private static func _$type_table() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(([String: Int]).self)
  }
  var tags: Set<String> {
  @storageRestrictions(initializes: _tags)
  init(initialValue) {
    _tags = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 9, &_tags)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 9, &_tags, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 9, &_tags)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 9, &_tags) }
    yield &_tags!
  }
  }

  @exclusivity(unchecked) private var _tags: Swift.Optional<Set<String>> = []

  @exclusivity(unchecked) private var _$key_tags = Swift.Int64.min

  @Swift.MainActor private static func _$type_tags() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType((Set<String>).self)
  }
  var places: [Place] {
  @storageRestrictions(initializes: _places)
  init(initialValue) {
    _places = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.getLink(self, 10, &_places)
  }
  set {
    OpenSwiftData._GeneratedCode.setLink(self, 10, &_places, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginEdit(self, 10, &_places)
    defer { OpenSwiftData._GeneratedCode.endEdit(self, 10, &_places) }
    yield &_places!
  }
  }

  @exclusivity(unchecked) private var _places: Swift.Optional<[Place]> = OpenSwiftData._GeneratedCode.isMaterializing() ? nil : (([Place()]) as [Place])

  @exclusivity(unchecked) private var _$key_places = Swift.Int64.min

  @Swift.MainActor private static func _$type_places() -> OpenSwiftData._ValueType {
    OpenSwiftData._GeneratedCode.valueType(([Place]).self)
  }
  var greeting: String {
  @storageRestrictions(initializes: _greeting)
  init(initialValue) {
    _greeting = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 11, &_greeting)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 11, &_greeting, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 11, &_greeting)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 11) }
    yield &_greeting!
  }
  }

  @exclusivity(unchecked) private var _greeting: Swift.Optional<String> = OpenSwiftData._GeneratedCode.isMaterializing() ? nil : (("hello \(name)") as String)
  var text: String {
  @storageRestrictions(initializes: _text)
  init(initialValue) {
    _text = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 12, &_text)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 12, &_text, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 12, &_text)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 12) }
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
    _choice = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 13, &_choice)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 13, &_choice, newValue)
  }
  }

  @exclusivity(unchecked) private var _choice: Swift.Optional<Int> = OpenSwiftData._GeneratedCode.isMaterializing() ? nil : ((condition ? 1 : 2) as Int)
  var name: String! {
  @storageRestrictions(initializes: _name)
  init(initialValue) {
    _name = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 14, &_name)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 14, &_name, newValue)
  }
  _modify {
    OpenSwiftData._GeneratedCode.beginModify(self, 14, &_name)
    defer { OpenSwiftData._GeneratedCode.endModify(self, 14) }
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
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Defaults, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Defaults.self)
    _$list.add("created", (Date).self)
    _$list.setDefault((Date()) as Date)
    _$list.add("moment", (Date).self)
    _$list.setDefault((.now) as Date)
    _$list.add("shape", checked: { Defaults._$type_shape() })
    _$list.setDefault((.none) as Shape)
    _$list.add("optionalShape", checked: { Defaults._$type_optionalShape() })
    _$list.setDefault((.none) as Shape?)
    _$list.add("explicitNil", (String?).self)
    _$list.add("alias", checked: { Defaults._$type_alias() })
    _$list.add("number", (Double).self)
    _$list.setDefault(-1 as Double)
    _$list.add("words", checked: { Defaults._$type_words() })
    _$list.setDefault(["a", "b"] as [String])
    _$list.add("table", checked: { Defaults._$type_table() })
    _$list.setDefault([:] as [String: Int])
    _$list.add("tags", checked: { Defaults._$type_tags() })
    _$list.setDefault([] as Set<String>)
    _$list.add("places", checked: { Defaults._$type_places() })
    _$list.setDefault(([Place()]) as [Place])
    _$list.add("greeting", (String).self)
    _$list.setDefault(("hello \(name)") as String)
    _$list.add("text", (String).self)
    _$list.setDefault("""
      first
        second
      """ as String)
    _$list.add("choice", (Int).self)
    _$list.setDefault((condition ? 1 : 2) as Int)
    _$list.add("name", (String?).self)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Defaults.created }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Defaults.moment }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Defaults.shape }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Defaults.optionalShape }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Defaults.explicitNil }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Defaults.alias }
    if OpenSwiftData._GeneratedCode.isEqual(index, 6) { return \Defaults.number }
    if OpenSwiftData._GeneratedCode.isEqual(index, 7) { return \Defaults.words }
    if OpenSwiftData._GeneratedCode.isEqual(index, 8) { return \Defaults.table }
    if OpenSwiftData._GeneratedCode.isEqual(index, 9) { return \Defaults.tags }
    if OpenSwiftData._GeneratedCode.isEqual(index, 10) { return \Defaults.places }
    if OpenSwiftData._GeneratedCode.isEqual(index, 11) { return \Defaults.greeting }
    if OpenSwiftData._GeneratedCode.isEqual(index, 12) { return \Defaults.text }
    if OpenSwiftData._GeneratedCode.isEqual(index, 13) { return \Defaults.choice }
    if OpenSwiftData._GeneratedCode.isEqual(index, 14) { return \Defaults.name }
    return \Defaults.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Defaults?.?.created }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Defaults?.?.moment }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Defaults?.?.shape }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Defaults?.?.optionalShape }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Defaults?.?.explicitNil }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Defaults?.?.alias }
    if OpenSwiftData._GeneratedCode.isEqual(index, 6) { return \Defaults?.?.number }
    if OpenSwiftData._GeneratedCode.isEqual(index, 7) { return \Defaults?.?.words }
    if OpenSwiftData._GeneratedCode.isEqual(index, 8) { return \Defaults?.?.table }
    if OpenSwiftData._GeneratedCode.isEqual(index, 9) { return \Defaults?.?.tags }
    if OpenSwiftData._GeneratedCode.isEqual(index, 10) { return \Defaults?.?.places }
    if OpenSwiftData._GeneratedCode.isEqual(index, 11) { return \Defaults?.?.greeting }
    if OpenSwiftData._GeneratedCode.isEqual(index, 12) { return \Defaults?.?.text }
    if OpenSwiftData._GeneratedCode.isEqual(index, 13) { return \Defaults?.?.choice }
    if OpenSwiftData._GeneratedCode.isEqual(index, 14) { return \Defaults?.?.name }
    return nil
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Defaults> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
    }
  }

  func _$load(_ row: OpenSwiftData._RowLoader) {
    row.load(0, &_created)
    row.load(1, &_moment)
    row.loadLink(2, &_shape, &_$key_shape)
    row.loadLink(3, &_optionalShape, &_$key_optionalShape)
    row.load(4, &_explicitNil)
    row.loadLink(5, &_alias, &_$key_alias)
    row.load(6, &_number)
    row.load(7, &_words)
    row.loadLink(8, &_table, &_$key_table)
    row.loadLink(9, &_tags, &_$key_tags)
    row.loadLink(10, &_places, &_$key_places)
    row.load(11, &_greeting)
    row.load(12, &_text)
    row.load(13, &_choice)
    row.load(14, &_name)
  }

  func _$bind(_ row: OpenSwiftData._RowBinder) {
    row.bind(0, _created)
    row.bind(1, _moment)
    row.bindLink(2, _shape, _$key_shape)
    row.bindLink(3, _optionalShape, _$key_optionalShape)
    row.bind(4, _explicitNil)
    row.bindLink(5, _alias, _$key_alias)
    row.bind(6, _number)
    row.bind(7, _words)
    row.bindLink(8, _table, _$key_table)
    row.bindLink(9, _tags, _$key_tags)
    row.bindLink(10, _places, _$key_places)
    row.bind(11, _greeting)
    row.bind(12, _text)
    row.bind(13, _choice)
    row.bind(14, _name)
  }

  func _$unload(_ mask: Swift.UInt64) {
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_created)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_moment)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_shape, &_$key_shape)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 3, &_optionalShape, &_$key_optionalShape)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 4, &_explicitNil)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 5, &_alias, &_$key_alias)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 6, &_number)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 7, &_words)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 8, &_table, &_$key_table)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 9, &_tags, &_$key_tags)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 10, &_places, &_$key_places)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 11, &_greeting)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 12, &_text)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 13, &_choice)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 14, &_name)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) {
    return OpenSwiftData._GeneratedCode.link(&_shape, &_$key_shape)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) {
    return OpenSwiftData._GeneratedCode.link(&_optionalShape, &_$key_optionalShape)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) {
    return OpenSwiftData._GeneratedCode.link(&_alias, &_$key_alias)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 8) {
    return OpenSwiftData._GeneratedCode.link(&_table, &_$key_table)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 9) {
    return OpenSwiftData._GeneratedCode.link(&_tags, &_$key_tags)
  }
    if OpenSwiftData._GeneratedCode.isEqual(index, 10) {
    return OpenSwiftData._GeneratedCode.link(&_places, &_$key_places)
  }
    return nil
  }

  deinit {
    OpenSwiftData._GeneratedCode.release(&_shape)
    OpenSwiftData._GeneratedCode.release(&_optionalShape)
    OpenSwiftData._GeneratedCode.release(&_alias)
    OpenSwiftData._GeneratedCode.release(&_table)
    OpenSwiftData._GeneratedCode.release(&_tags)
    OpenSwiftData._GeneratedCode.release(&_places)
  }
}

extension Defaults: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Defaults: Swift.Sendable {}
