/// Which properties of a model are meant.
///
/// The bits of the first 63 properties, which few models have more than, are one word. The last bit
/// of that word says that there are others, which further words tell; without these it stands for all
/// of them.
struct PropertyMask: Hashable {
  private(set) var word: UInt64
  /// The bits of the properties after the first 63; empty where none or all of them are meant.
  private(set) var late: [UInt64]

  /// The number of the first property that has no bit of its own in the first word.
  static let lateStart = 63
  private static let lateBit: UInt64 = 1 << 63

  init(word: UInt64 = 0, late: [UInt64] = []) { (self.word, self.late) = (word, late) }

  init(_ properties: some Sequence<Int>) {
    self.init()
    for property in properties { insert(property) }
  }

  /// All properties.
  static let all = PropertyMask(word: .max)

  var isEmpty: Bool { word == 0 }

  func contains(_ index: Int) -> Bool {
    if index < Self.lateStart { return word & (1 &<< UInt64(index)) != 0 }
    guard word & Self.lateBit != 0 else { return false }
    let (place, bit) = Self.place(index)
    return late.isEmpty || place < late.count && late[place] & bit != 0
  }

  mutating func insert(_ index: Int) {
    guard index >= Self.lateStart else {
      word |= 1 &<< UInt64(index)
      return
    }
    if word & Self.lateBit != 0, late.isEmpty { return }
    word |= Self.lateBit
    let (place, bit) = Self.place(index)
    while late.count <= place { late.append(0) }
    late[place] |= bit
  }

  mutating func remove(_ index: Int) {
    guard index >= Self.lateStart else {
      word &= ~(1 &<< UInt64(index))
      return
    }
    let (place, bit) = Self.place(index)
    guard place < late.count else { return }
    late[place] &= ~bit
    if late.allSatisfy({ $0 == 0 }) { (word, late) = (word & ~Self.lateBit, []) }
  }

  mutating func formUnion(_ other: PropertyMask) {
    let isAll = { (mask: PropertyMask) in mask.word & Self.lateBit != 0 && mask.late.isEmpty }
    if isAll(self) || isAll(other) { late = [] } else { late = Self.union(late, other.late) }
    word |= other.word
  }

  private static func union(_ first: [UInt64], _ second: [UInt64]) -> [UInt64] {
    let (longer, shorter) = first.count < second.count ? (second, first) : (first, second)
    var union = longer
    for (place, bits) in shorter.enumerated() { union[place] |= bits }
    return union
  }

  func union(_ other: PropertyMask) -> PropertyMask {
    var union = self
    union.formUnion(other)
    return union
  }

  /// The properties of this mask that are not in the other, of a model with `count` properties.
  func subtracting(_ other: PropertyMask, count: Int) -> PropertyMask {
    var difference = PropertyMask(word: word & ~other.word & ~Self.lateBit)
    guard word & Self.lateBit != 0, count > Self.lateStart else { return difference }
    for index in Self.lateStart..<count where contains(index) && !other.contains(index) {
      difference.insert(index)
    }
    return difference
  }

  private static func place(_ index: Int) -> (place: Int, bit: UInt64) {
    let number = index - lateStart
    return (number / 64, 1 &<< UInt64(number % 64))
  }
}

extension UnsafeMutablePointer where Pointee == _ModelState {
  /// The properties that were changed since the last save.
  var changedProperties: PropertyMask {
    let word = pointee.changes
    return word >> 63 == 0
      ? PropertyMask(word: word)
      : PropertyMask(word: word, late: pointee.extra?.unusual?.lateChanges.late ?? [])
  }

  /// Whether a property was changed since the last save.
  func hasChanged(_ index: Int) -> Bool {
    if index < PropertyMask.lateStart { return pointee.changes & (1 &<< UInt64(index)) != 0 }
    return pointee.changes >> 63 != 0
      && pointee.extra?.unusual?.lateChanges.contains(index) ?? false
  }

  /// Counts a property as changed.
  func addChange(_ index: Int) {
    pointee.changes |= 1 &<< UInt64(Swift.min(index, PropertyMask.lateStart))
    if index >= PropertyMask.lateStart { ensuredExtra.ensuredUnusual.lateChanges.insert(index) }
  }

  /// Counts a property as unchanged.
  func removeChange(_ index: Int) {
    var changes = changedProperties
    changes.remove(index)
    pointee.changes = changes.word
    pointee.extra?.unusual?.lateChanges = PropertyMask(
      word: changes.word & 1 << 63, late: changes.late)
  }

  /// Counts all properties as unchanged.
  func clearChanges() {
    if pointee.changes >> 63 != 0 { pointee.extra?.unusual?.lateChanges = PropertyMask() }
    pointee.changes = 0
  }
}

extension _ModelState {
  /// Whether the property of that number is to be forgotten, of those in a mask's first word.
  func unloads(_ mask: UInt64, _ index: Int) -> Bool {
    if index < PropertyMask.lateStart { return mask & (1 &<< UInt64(index)) != 0 }
    return mask >> 63 != 0 && extra?.unusual?.unloading?.contains(index) ?? true
  }
}
