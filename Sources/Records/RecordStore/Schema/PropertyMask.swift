/// A set of properties of a model.
///
/// The first word holds the bits of the first 63 properties, which is enough for most models. Its
/// last bit means that later properties are included: those in `late`, or all of them if `late` is
/// empty.
package struct PropertyMask: Hashable {
  package private(set) var word: UInt64
  /// The bits of the properties after the first 63; empty if none or all of these are included.
  package private(set) var late: [UInt64]

  /// The index of the first property without its own bit in the first word.
  package static let lateStart = 63
  private static let lateBit: UInt64 = 1 << 63

  package init(word: UInt64 = 0, late: [UInt64] = []) { (self.word, self.late) = (word, late) }

  package init(_ properties: some Sequence<Int>) {
    self.init()
    for property in properties { insert(property) }
  }

  /// All properties.
  package static let all = PropertyMask(word: .max)

  package var isEmpty: Bool { word == 0 }

  package func contains(_ index: Int) -> Bool {
    if index < Self.lateStart { return word & (1 &<< UInt64(index)) != 0 }
    guard word & Self.lateBit != 0 else { return false }
    let (place, bit) = Self.place(index)
    return late.isEmpty || place < late.count && late[place] & bit != 0
  }

  package mutating func insert(_ index: Int) {
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

  package mutating func remove(_ index: Int) {
    guard index >= Self.lateStart else {
      word &= ~(1 &<< UInt64(index))
      return
    }
    let (place, bit) = Self.place(index)
    guard place < late.count else { return }
    late[place] &= ~bit
    if late.allSatisfy({ $0 == 0 }) { (word, late) = (word & ~Self.lateBit, []) }
  }

  package mutating func formUnion(_ other: PropertyMask) {
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

  package func union(_ other: PropertyMask) -> PropertyMask {
    var union = self
    union.formUnion(other)
    return union
  }

  /// Returns the properties that are not in the other mask, of a model with `count` properties.
  package func subtracting(_ other: PropertyMask, count: Int) -> PropertyMask {
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
