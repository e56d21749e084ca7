// swift-format-ignore-file
final class Wide {
  var property0: Int {
  @storageRestrictions(initializes: _property0)
  init(initialValue) {
    _property0 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 0, &_property0)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 0, &_property0, newValue)
  }
  }

  @exclusivity(unchecked) private var _property0: Swift.Optional<Int> = 0
  var property1: Int {
  @storageRestrictions(initializes: _property1)
  init(initialValue) {
    _property1 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 1, &_property1)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 1, &_property1, newValue)
  }
  }

  @exclusivity(unchecked) private var _property1: Swift.Optional<Int> = 1
  var property2: Int {
  @storageRestrictions(initializes: _property2)
  init(initialValue) {
    _property2 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 2, &_property2)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 2, &_property2, newValue)
  }
  }

  @exclusivity(unchecked) private var _property2: Swift.Optional<Int> = 2
  var property3: Int {
  @storageRestrictions(initializes: _property3)
  init(initialValue) {
    _property3 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 3, &_property3)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 3, &_property3, newValue)
  }
  }

  @exclusivity(unchecked) private var _property3: Swift.Optional<Int> = 3
  var property4: Int {
  @storageRestrictions(initializes: _property4)
  init(initialValue) {
    _property4 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 4, &_property4)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 4, &_property4, newValue)
  }
  }

  @exclusivity(unchecked) private var _property4: Swift.Optional<Int> = 4
  var property5: Int {
  @storageRestrictions(initializes: _property5)
  init(initialValue) {
    _property5 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 5, &_property5)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 5, &_property5, newValue)
  }
  }

  @exclusivity(unchecked) private var _property5: Swift.Optional<Int> = 5
  var property6: Int {
  @storageRestrictions(initializes: _property6)
  init(initialValue) {
    _property6 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 6, &_property6)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 6, &_property6, newValue)
  }
  }

  @exclusivity(unchecked) private var _property6: Swift.Optional<Int> = 6
  var property7: Int {
  @storageRestrictions(initializes: _property7)
  init(initialValue) {
    _property7 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 7, &_property7)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 7, &_property7, newValue)
  }
  }

  @exclusivity(unchecked) private var _property7: Swift.Optional<Int> = 7
  var property8: Int {
  @storageRestrictions(initializes: _property8)
  init(initialValue) {
    _property8 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 8, &_property8)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 8, &_property8, newValue)
  }
  }

  @exclusivity(unchecked) private var _property8: Swift.Optional<Int> = 8
  var property9: Int {
  @storageRestrictions(initializes: _property9)
  init(initialValue) {
    _property9 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 9, &_property9)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 9, &_property9, newValue)
  }
  }

  @exclusivity(unchecked) private var _property9: Swift.Optional<Int> = 9
  var property10: Int {
  @storageRestrictions(initializes: _property10)
  init(initialValue) {
    _property10 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 10, &_property10)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 10, &_property10, newValue)
  }
  }

  @exclusivity(unchecked) private var _property10: Swift.Optional<Int> = 10
  var property11: Int {
  @storageRestrictions(initializes: _property11)
  init(initialValue) {
    _property11 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 11, &_property11)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 11, &_property11, newValue)
  }
  }

  @exclusivity(unchecked) private var _property11: Swift.Optional<Int> = 11
  var property12: Int {
  @storageRestrictions(initializes: _property12)
  init(initialValue) {
    _property12 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 12, &_property12)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 12, &_property12, newValue)
  }
  }

  @exclusivity(unchecked) private var _property12: Swift.Optional<Int> = 12
  var property13: Int {
  @storageRestrictions(initializes: _property13)
  init(initialValue) {
    _property13 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 13, &_property13)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 13, &_property13, newValue)
  }
  }

  @exclusivity(unchecked) private var _property13: Swift.Optional<Int> = 13
  var property14: Int {
  @storageRestrictions(initializes: _property14)
  init(initialValue) {
    _property14 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 14, &_property14)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 14, &_property14, newValue)
  }
  }

  @exclusivity(unchecked) private var _property14: Swift.Optional<Int> = 14
  var property15: Int {
  @storageRestrictions(initializes: _property15)
  init(initialValue) {
    _property15 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 15, &_property15)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 15, &_property15, newValue)
  }
  }

  @exclusivity(unchecked) private var _property15: Swift.Optional<Int> = 15
  var property16: Int {
  @storageRestrictions(initializes: _property16)
  init(initialValue) {
    _property16 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 16, &_property16)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 16, &_property16, newValue)
  }
  }

  @exclusivity(unchecked) private var _property16: Swift.Optional<Int> = 16
  var property17: Int {
  @storageRestrictions(initializes: _property17)
  init(initialValue) {
    _property17 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 17, &_property17)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 17, &_property17, newValue)
  }
  }

  @exclusivity(unchecked) private var _property17: Swift.Optional<Int> = 17
  var property18: Int {
  @storageRestrictions(initializes: _property18)
  init(initialValue) {
    _property18 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 18, &_property18)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 18, &_property18, newValue)
  }
  }

  @exclusivity(unchecked) private var _property18: Swift.Optional<Int> = 18
  var property19: Int {
  @storageRestrictions(initializes: _property19)
  init(initialValue) {
    _property19 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 19, &_property19)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 19, &_property19, newValue)
  }
  }

  @exclusivity(unchecked) private var _property19: Swift.Optional<Int> = 19
  var property20: Int {
  @storageRestrictions(initializes: _property20)
  init(initialValue) {
    _property20 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 20, &_property20)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 20, &_property20, newValue)
  }
  }

  @exclusivity(unchecked) private var _property20: Swift.Optional<Int> = 20
  var property21: Int {
  @storageRestrictions(initializes: _property21)
  init(initialValue) {
    _property21 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 21, &_property21)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 21, &_property21, newValue)
  }
  }

  @exclusivity(unchecked) private var _property21: Swift.Optional<Int> = 21
  var property22: Int {
  @storageRestrictions(initializes: _property22)
  init(initialValue) {
    _property22 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 22, &_property22)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 22, &_property22, newValue)
  }
  }

  @exclusivity(unchecked) private var _property22: Swift.Optional<Int> = 22
  var property23: Int {
  @storageRestrictions(initializes: _property23)
  init(initialValue) {
    _property23 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 23, &_property23)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 23, &_property23, newValue)
  }
  }

  @exclusivity(unchecked) private var _property23: Swift.Optional<Int> = 23
  var property24: Int {
  @storageRestrictions(initializes: _property24)
  init(initialValue) {
    _property24 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 24, &_property24)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 24, &_property24, newValue)
  }
  }

  @exclusivity(unchecked) private var _property24: Swift.Optional<Int> = 24
  var property25: Int {
  @storageRestrictions(initializes: _property25)
  init(initialValue) {
    _property25 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 25, &_property25)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 25, &_property25, newValue)
  }
  }

  @exclusivity(unchecked) private var _property25: Swift.Optional<Int> = 25
  var property26: Int {
  @storageRestrictions(initializes: _property26)
  init(initialValue) {
    _property26 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 26, &_property26)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 26, &_property26, newValue)
  }
  }

  @exclusivity(unchecked) private var _property26: Swift.Optional<Int> = 26
  var property27: Int {
  @storageRestrictions(initializes: _property27)
  init(initialValue) {
    _property27 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 27, &_property27)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 27, &_property27, newValue)
  }
  }

  @exclusivity(unchecked) private var _property27: Swift.Optional<Int> = 27
  var property28: Int {
  @storageRestrictions(initializes: _property28)
  init(initialValue) {
    _property28 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 28, &_property28)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 28, &_property28, newValue)
  }
  }

  @exclusivity(unchecked) private var _property28: Swift.Optional<Int> = 28
  var property29: Int {
  @storageRestrictions(initializes: _property29)
  init(initialValue) {
    _property29 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 29, &_property29)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 29, &_property29, newValue)
  }
  }

  @exclusivity(unchecked) private var _property29: Swift.Optional<Int> = 29
  var property30: Int {
  @storageRestrictions(initializes: _property30)
  init(initialValue) {
    _property30 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 30, &_property30)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 30, &_property30, newValue)
  }
  }

  @exclusivity(unchecked) private var _property30: Swift.Optional<Int> = 30
  var property31: Int {
  @storageRestrictions(initializes: _property31)
  init(initialValue) {
    _property31 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 31, &_property31)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 31, &_property31, newValue)
  }
  }

  @exclusivity(unchecked) private var _property31: Swift.Optional<Int> = 31
  var property32: Int {
  @storageRestrictions(initializes: _property32)
  init(initialValue) {
    _property32 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 32, &_property32)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 32, &_property32, newValue)
  }
  }

  @exclusivity(unchecked) private var _property32: Swift.Optional<Int> = 32
  var property33: Int {
  @storageRestrictions(initializes: _property33)
  init(initialValue) {
    _property33 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 33, &_property33)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 33, &_property33, newValue)
  }
  }

  @exclusivity(unchecked) private var _property33: Swift.Optional<Int> = 33
  var property34: Int {
  @storageRestrictions(initializes: _property34)
  init(initialValue) {
    _property34 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 34, &_property34)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 34, &_property34, newValue)
  }
  }

  @exclusivity(unchecked) private var _property34: Swift.Optional<Int> = 34
  var property35: Int {
  @storageRestrictions(initializes: _property35)
  init(initialValue) {
    _property35 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 35, &_property35)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 35, &_property35, newValue)
  }
  }

  @exclusivity(unchecked) private var _property35: Swift.Optional<Int> = 35
  var property36: Int {
  @storageRestrictions(initializes: _property36)
  init(initialValue) {
    _property36 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 36, &_property36)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 36, &_property36, newValue)
  }
  }

  @exclusivity(unchecked) private var _property36: Swift.Optional<Int> = 36
  var property37: Int {
  @storageRestrictions(initializes: _property37)
  init(initialValue) {
    _property37 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 37, &_property37)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 37, &_property37, newValue)
  }
  }

  @exclusivity(unchecked) private var _property37: Swift.Optional<Int> = 37
  var property38: Int {
  @storageRestrictions(initializes: _property38)
  init(initialValue) {
    _property38 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 38, &_property38)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 38, &_property38, newValue)
  }
  }

  @exclusivity(unchecked) private var _property38: Swift.Optional<Int> = 38
  var property39: Int {
  @storageRestrictions(initializes: _property39)
  init(initialValue) {
    _property39 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 39, &_property39)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 39, &_property39, newValue)
  }
  }

  @exclusivity(unchecked) private var _property39: Swift.Optional<Int> = 39
  var property40: Int {
  @storageRestrictions(initializes: _property40)
  init(initialValue) {
    _property40 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 40, &_property40)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 40, &_property40, newValue)
  }
  }

  @exclusivity(unchecked) private var _property40: Swift.Optional<Int> = 40
  var property41: Int {
  @storageRestrictions(initializes: _property41)
  init(initialValue) {
    _property41 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 41, &_property41)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 41, &_property41, newValue)
  }
  }

  @exclusivity(unchecked) private var _property41: Swift.Optional<Int> = 41
  var property42: Int {
  @storageRestrictions(initializes: _property42)
  init(initialValue) {
    _property42 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 42, &_property42)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 42, &_property42, newValue)
  }
  }

  @exclusivity(unchecked) private var _property42: Swift.Optional<Int> = 42
  var property43: Int {
  @storageRestrictions(initializes: _property43)
  init(initialValue) {
    _property43 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 43, &_property43)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 43, &_property43, newValue)
  }
  }

  @exclusivity(unchecked) private var _property43: Swift.Optional<Int> = 43
  var property44: Int {
  @storageRestrictions(initializes: _property44)
  init(initialValue) {
    _property44 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 44, &_property44)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 44, &_property44, newValue)
  }
  }

  @exclusivity(unchecked) private var _property44: Swift.Optional<Int> = 44
  var property45: Int {
  @storageRestrictions(initializes: _property45)
  init(initialValue) {
    _property45 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 45, &_property45)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 45, &_property45, newValue)
  }
  }

  @exclusivity(unchecked) private var _property45: Swift.Optional<Int> = 45
  var property46: Int {
  @storageRestrictions(initializes: _property46)
  init(initialValue) {
    _property46 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 46, &_property46)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 46, &_property46, newValue)
  }
  }

  @exclusivity(unchecked) private var _property46: Swift.Optional<Int> = 46
  var property47: Int {
  @storageRestrictions(initializes: _property47)
  init(initialValue) {
    _property47 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 47, &_property47)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 47, &_property47, newValue)
  }
  }

  @exclusivity(unchecked) private var _property47: Swift.Optional<Int> = 47
  var property48: Int {
  @storageRestrictions(initializes: _property48)
  init(initialValue) {
    _property48 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 48, &_property48)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 48, &_property48, newValue)
  }
  }

  @exclusivity(unchecked) private var _property48: Swift.Optional<Int> = 48
  var property49: Int {
  @storageRestrictions(initializes: _property49)
  init(initialValue) {
    _property49 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 49, &_property49)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 49, &_property49, newValue)
  }
  }

  @exclusivity(unchecked) private var _property49: Swift.Optional<Int> = 49
  var property50: Int {
  @storageRestrictions(initializes: _property50)
  init(initialValue) {
    _property50 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 50, &_property50)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 50, &_property50, newValue)
  }
  }

  @exclusivity(unchecked) private var _property50: Swift.Optional<Int> = 50
  var property51: Int {
  @storageRestrictions(initializes: _property51)
  init(initialValue) {
    _property51 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 51, &_property51)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 51, &_property51, newValue)
  }
  }

  @exclusivity(unchecked) private var _property51: Swift.Optional<Int> = 51
  var property52: Int {
  @storageRestrictions(initializes: _property52)
  init(initialValue) {
    _property52 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 52, &_property52)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 52, &_property52, newValue)
  }
  }

  @exclusivity(unchecked) private var _property52: Swift.Optional<Int> = 52
  var property53: Int {
  @storageRestrictions(initializes: _property53)
  init(initialValue) {
    _property53 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 53, &_property53)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 53, &_property53, newValue)
  }
  }

  @exclusivity(unchecked) private var _property53: Swift.Optional<Int> = 53
  var property54: Int {
  @storageRestrictions(initializes: _property54)
  init(initialValue) {
    _property54 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 54, &_property54)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 54, &_property54, newValue)
  }
  }

  @exclusivity(unchecked) private var _property54: Swift.Optional<Int> = 54
  var property55: Int {
  @storageRestrictions(initializes: _property55)
  init(initialValue) {
    _property55 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 55, &_property55)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 55, &_property55, newValue)
  }
  }

  @exclusivity(unchecked) private var _property55: Swift.Optional<Int> = 55
  var property56: Int {
  @storageRestrictions(initializes: _property56)
  init(initialValue) {
    _property56 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 56, &_property56)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 56, &_property56, newValue)
  }
  }

  @exclusivity(unchecked) private var _property56: Swift.Optional<Int> = 56
  var property57: Int {
  @storageRestrictions(initializes: _property57)
  init(initialValue) {
    _property57 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 57, &_property57)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 57, &_property57, newValue)
  }
  }

  @exclusivity(unchecked) private var _property57: Swift.Optional<Int> = 57
  var property58: Int {
  @storageRestrictions(initializes: _property58)
  init(initialValue) {
    _property58 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 58, &_property58)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 58, &_property58, newValue)
  }
  }

  @exclusivity(unchecked) private var _property58: Swift.Optional<Int> = 58
  var property59: Int {
  @storageRestrictions(initializes: _property59)
  init(initialValue) {
    _property59 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 59, &_property59)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 59, &_property59, newValue)
  }
  }

  @exclusivity(unchecked) private var _property59: Swift.Optional<Int> = 59
  var property60: Int {
  @storageRestrictions(initializes: _property60)
  init(initialValue) {
    _property60 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 60, &_property60)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 60, &_property60, newValue)
  }
  }

  @exclusivity(unchecked) private var _property60: Swift.Optional<Int> = 60
  var property61: Int {
  @storageRestrictions(initializes: _property61)
  init(initialValue) {
    _property61 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 61, &_property61)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 61, &_property61, newValue)
  }
  }

  @exclusivity(unchecked) private var _property61: Swift.Optional<Int> = 61
  var property62: Int {
  @storageRestrictions(initializes: _property62)
  init(initialValue) {
    _property62 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 62, &_property62)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 62, &_property62, newValue)
  }
  }

  @exclusivity(unchecked) private var _property62: Swift.Optional<Int> = 62
  var property63: Int {
  @storageRestrictions(initializes: _property63)
  init(initialValue) {
    _property63 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 63, &_property63)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 63, &_property63, newValue)
  }
  }

  @exclusivity(unchecked) private var _property63: Swift.Optional<Int> = 63
  var property64: Int {
  @storageRestrictions(initializes: _property64)
  init(initialValue) {
    _property64 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 64, &_property64)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 64, &_property64, newValue)
  }
  }

  @exclusivity(unchecked) private var _property64: Swift.Optional<Int> = 64
  var property65: Int {
  @storageRestrictions(initializes: _property65)
  init(initialValue) {
    _property65 = .some(initialValue)
  }
  get {
    OpenSwiftData._GeneratedCode.get(self, 65, &_property65)
  }
  set {
    OpenSwiftData._GeneratedCode.set(self, &_$state, 65, &_property65, newValue)
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
    OpenSwiftData._GeneratedCode.access(self, keyPath)
  }

  internal func withMutation<__macro_local_6MemberfMu_, __macro_local_6ResultfMu_>(
    keyPath: Swift.KeyPath<Wide, __macro_local_6MemberfMu_>,
    _ mutation: () throws -> __macro_local_6ResultfMu_
  ) rethrows -> __macro_local_6ResultfMu_ {
    try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
  }

  static var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
    let _$list = OpenSwiftData._PropertyList(Wide.self)
    _$list.add("property0", (Int).self)
    _$list.setDefault(0 as Int)
    _$list.add("property1", (Int).self)
    _$list.setDefault(1 as Int)
    _$list.add("property2", (Int).self)
    _$list.setDefault(2 as Int)
    _$list.add("property3", (Int).self)
    _$list.setDefault(3 as Int)
    _$list.add("property4", (Int).self)
    _$list.setDefault(4 as Int)
    _$list.add("property5", (Int).self)
    _$list.setDefault(5 as Int)
    _$list.add("property6", (Int).self)
    _$list.setDefault(6 as Int)
    _$list.add("property7", (Int).self)
    _$list.setDefault(7 as Int)
    _$list.add("property8", (Int).self)
    _$list.setDefault(8 as Int)
    _$list.add("property9", (Int).self)
    _$list.setDefault(9 as Int)
    _$list.add("property10", (Int).self)
    _$list.setDefault(10 as Int)
    _$list.add("property11", (Int).self)
    _$list.setDefault(11 as Int)
    _$list.add("property12", (Int).self)
    _$list.setDefault(12 as Int)
    _$list.add("property13", (Int).self)
    _$list.setDefault(13 as Int)
    _$list.add("property14", (Int).self)
    _$list.setDefault(14 as Int)
    _$list.add("property15", (Int).self)
    _$list.setDefault(15 as Int)
    _$list.add("property16", (Int).self)
    _$list.setDefault(16 as Int)
    _$list.add("property17", (Int).self)
    _$list.setDefault(17 as Int)
    _$list.add("property18", (Int).self)
    _$list.setDefault(18 as Int)
    _$list.add("property19", (Int).self)
    _$list.setDefault(19 as Int)
    _$list.add("property20", (Int).self)
    _$list.setDefault(20 as Int)
    _$list.add("property21", (Int).self)
    _$list.setDefault(21 as Int)
    _$list.add("property22", (Int).self)
    _$list.setDefault(22 as Int)
    _$list.add("property23", (Int).self)
    _$list.setDefault(23 as Int)
    _$list.add("property24", (Int).self)
    _$list.setDefault(24 as Int)
    _$list.add("property25", (Int).self)
    _$list.setDefault(25 as Int)
    _$list.add("property26", (Int).self)
    _$list.setDefault(26 as Int)
    _$list.add("property27", (Int).self)
    _$list.setDefault(27 as Int)
    _$list.add("property28", (Int).self)
    _$list.setDefault(28 as Int)
    _$list.add("property29", (Int).self)
    _$list.setDefault(29 as Int)
    _$list.add("property30", (Int).self)
    _$list.setDefault(30 as Int)
    _$list.add("property31", (Int).self)
    _$list.setDefault(31 as Int)
    _$list.add("property32", (Int).self)
    _$list.setDefault(32 as Int)
    _$list.add("property33", (Int).self)
    _$list.setDefault(33 as Int)
    _$list.add("property34", (Int).self)
    _$list.setDefault(34 as Int)
    _$list.add("property35", (Int).self)
    _$list.setDefault(35 as Int)
    _$list.add("property36", (Int).self)
    _$list.setDefault(36 as Int)
    _$list.add("property37", (Int).self)
    _$list.setDefault(37 as Int)
    _$list.add("property38", (Int).self)
    _$list.setDefault(38 as Int)
    _$list.add("property39", (Int).self)
    _$list.setDefault(39 as Int)
    _$list.add("property40", (Int).self)
    _$list.setDefault(40 as Int)
    _$list.add("property41", (Int).self)
    _$list.setDefault(41 as Int)
    _$list.add("property42", (Int).self)
    _$list.setDefault(42 as Int)
    _$list.add("property43", (Int).self)
    _$list.setDefault(43 as Int)
    _$list.add("property44", (Int).self)
    _$list.setDefault(44 as Int)
    _$list.add("property45", (Int).self)
    _$list.setDefault(45 as Int)
    _$list.add("property46", (Int).self)
    _$list.setDefault(46 as Int)
    _$list.add("property47", (Int).self)
    _$list.setDefault(47 as Int)
    _$list.add("property48", (Int).self)
    _$list.setDefault(48 as Int)
    _$list.add("property49", (Int).self)
    _$list.setDefault(49 as Int)
    _$list.add("property50", (Int).self)
    _$list.setDefault(50 as Int)
    _$list.add("property51", (Int).self)
    _$list.setDefault(51 as Int)
    _$list.add("property52", (Int).self)
    _$list.setDefault(52 as Int)
    _$list.add("property53", (Int).self)
    _$list.setDefault(53 as Int)
    _$list.add("property54", (Int).self)
    _$list.setDefault(54 as Int)
    _$list.add("property55", (Int).self)
    _$list.setDefault(55 as Int)
    _$list.add("property56", (Int).self)
    _$list.setDefault(56 as Int)
    _$list.add("property57", (Int).self)
    _$list.setDefault(57 as Int)
    _$list.add("property58", (Int).self)
    _$list.setDefault(58 as Int)
    _$list.add("property59", (Int).self)
    _$list.setDefault(59 as Int)
    _$list.add("property60", (Int).self)
    _$list.setDefault(60 as Int)
    _$list.add("property61", (Int).self)
    _$list.setDefault(61 as Int)
    _$list.add("property62", (Int).self)
    _$list.setDefault(62 as Int)
    _$list.add("property63", (Int).self)
    _$list.setDefault(63 as Int)
    _$list.add("property64", (Int).self)
    _$list.setDefault(64 as Int)
    _$list.add("property65", (Int).self)
    _$list.setDefault(65 as Int)
    return _$list.metadata
  }

  static func _$keyPath(_ index: Swift.Int) -> Swift.AnyKeyPath {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Wide.property0 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Wide.property1 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Wide.property2 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Wide.property3 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Wide.property4 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Wide.property5 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 6) { return \Wide.property6 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 7) { return \Wide.property7 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 8) { return \Wide.property8 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 9) { return \Wide.property9 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 10) { return \Wide.property10 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 11) { return \Wide.property11 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 12) { return \Wide.property12 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 13) { return \Wide.property13 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 14) { return \Wide.property14 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 15) { return \Wide.property15 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 16) { return \Wide.property16 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 17) { return \Wide.property17 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 18) { return \Wide.property18 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 19) { return \Wide.property19 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 20) { return \Wide.property20 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 21) { return \Wide.property21 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 22) { return \Wide.property22 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 23) { return \Wide.property23 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 24) { return \Wide.property24 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 25) { return \Wide.property25 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 26) { return \Wide.property26 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 27) { return \Wide.property27 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 28) { return \Wide.property28 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 29) { return \Wide.property29 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 30) { return \Wide.property30 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 31) { return \Wide.property31 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 32) { return \Wide.property32 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 33) { return \Wide.property33 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 34) { return \Wide.property34 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 35) { return \Wide.property35 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 36) { return \Wide.property36 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 37) { return \Wide.property37 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 38) { return \Wide.property38 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 39) { return \Wide.property39 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 40) { return \Wide.property40 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 41) { return \Wide.property41 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 42) { return \Wide.property42 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 43) { return \Wide.property43 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 44) { return \Wide.property44 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 45) { return \Wide.property45 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 46) { return \Wide.property46 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 47) { return \Wide.property47 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 48) { return \Wide.property48 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 49) { return \Wide.property49 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 50) { return \Wide.property50 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 51) { return \Wide.property51 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 52) { return \Wide.property52 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 53) { return \Wide.property53 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 54) { return \Wide.property54 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 55) { return \Wide.property55 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 56) { return \Wide.property56 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 57) { return \Wide.property57 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 58) { return \Wide.property58 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 59) { return \Wide.property59 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 60) { return \Wide.property60 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 61) { return \Wide.property61 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 62) { return \Wide.property62 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 63) { return \Wide.property63 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 64) { return \Wide.property64 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 65) { return \Wide.property65 }
    return \Wide.persistentModelID
  }

  static func _$optionalKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
    if OpenSwiftData._GeneratedCode.isEqual(index, 0) { return \Wide?.?.property0 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 1) { return \Wide?.?.property1 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 2) { return \Wide?.?.property2 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 3) { return \Wide?.?.property3 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 4) { return \Wide?.?.property4 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 5) { return \Wide?.?.property5 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 6) { return \Wide?.?.property6 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 7) { return \Wide?.?.property7 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 8) { return \Wide?.?.property8 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 9) { return \Wide?.?.property9 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 10) { return \Wide?.?.property10 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 11) { return \Wide?.?.property11 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 12) { return \Wide?.?.property12 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 13) { return \Wide?.?.property13 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 14) { return \Wide?.?.property14 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 15) { return \Wide?.?.property15 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 16) { return \Wide?.?.property16 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 17) { return \Wide?.?.property17 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 18) { return \Wide?.?.property18 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 19) { return \Wide?.?.property19 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 20) { return \Wide?.?.property20 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 21) { return \Wide?.?.property21 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 22) { return \Wide?.?.property22 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 23) { return \Wide?.?.property23 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 24) { return \Wide?.?.property24 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 25) { return \Wide?.?.property25 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 26) { return \Wide?.?.property26 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 27) { return \Wide?.?.property27 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 28) { return \Wide?.?.property28 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 29) { return \Wide?.?.property29 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 30) { return \Wide?.?.property30 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 31) { return \Wide?.?.property31 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 32) { return \Wide?.?.property32 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 33) { return \Wide?.?.property33 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 34) { return \Wide?.?.property34 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 35) { return \Wide?.?.property35 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 36) { return \Wide?.?.property36 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 37) { return \Wide?.?.property37 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 38) { return \Wide?.?.property38 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 39) { return \Wide?.?.property39 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 40) { return \Wide?.?.property40 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 41) { return \Wide?.?.property41 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 42) { return \Wide?.?.property42 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 43) { return \Wide?.?.property43 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 44) { return \Wide?.?.property44 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 45) { return \Wide?.?.property45 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 46) { return \Wide?.?.property46 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 47) { return \Wide?.?.property47 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 48) { return \Wide?.?.property48 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 49) { return \Wide?.?.property49 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 50) { return \Wide?.?.property50 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 51) { return \Wide?.?.property51 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 52) { return \Wide?.?.property52 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 53) { return \Wide?.?.property53 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 54) { return \Wide?.?.property54 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 55) { return \Wide?.?.property55 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 56) { return \Wide?.?.property56 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 57) { return \Wide?.?.property57 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 58) { return \Wide?.?.property58 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 59) { return \Wide?.?.property59 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 60) { return \Wide?.?.property60 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 61) { return \Wide?.?.property61 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 62) { return \Wide?.?.property62 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 63) { return \Wide?.?.property63 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 64) { return \Wide?.?.property64 }
    if OpenSwiftData._GeneratedCode.isEqual(index, 65) { return \Wide?.?.property65 }
    return nil
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
    OpenSwiftData._GeneratedCode.adopt(backingData, by: self)
  }

  var persistentBackingData: any OpenSwiftData.BackingData<Wide> {
    get {
      OpenSwiftData._GeneratedCode.backingData(of: self)
    }
    set {
      OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
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
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 0, &_property0)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 1, &_property1)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 2, &_property2)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 3, &_property3)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 4, &_property4)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 5, &_property5)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 6, &_property6)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 7, &_property7)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 8, &_property8)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 9, &_property9)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 10, &_property10)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 11, &_property11)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 12, &_property12)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 13, &_property13)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 14, &_property14)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 15, &_property15)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 16, &_property16)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 17, &_property17)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 18, &_property18)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 19, &_property19)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 20, &_property20)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 21, &_property21)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 22, &_property22)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 23, &_property23)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 24, &_property24)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 25, &_property25)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 26, &_property26)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 27, &_property27)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 28, &_property28)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 29, &_property29)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 30, &_property30)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 31, &_property31)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 32, &_property32)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 33, &_property33)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 34, &_property34)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 35, &_property35)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 36, &_property36)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 37, &_property37)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 38, &_property38)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 39, &_property39)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 40, &_property40)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 41, &_property41)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 42, &_property42)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 43, &_property43)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 44, &_property44)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 45, &_property45)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 46, &_property46)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 47, &_property47)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 48, &_property48)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 49, &_property49)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 50, &_property50)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 51, &_property51)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 52, &_property52)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 53, &_property53)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 54, &_property54)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 55, &_property55)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 56, &_property56)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 57, &_property57)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 58, &_property58)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 59, &_property59)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 60, &_property60)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 61, &_property61)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 62, &_property62)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 63, &_property63)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 64, &_property64)
    OpenSwiftData._GeneratedCode.unload(&_$state, mask, 65, &_property65)
  }

  func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
    return nil
  }
}

extension Wide: nonisolated OpenSwiftData.PersistentModel, nonisolated OpenSwiftData._InlineModel, nonisolated Observation.Observable {}

@available(*, unavailable, message: "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor")
extension Wide: Swift.Sendable {}
