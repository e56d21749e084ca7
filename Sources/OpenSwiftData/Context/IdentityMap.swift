/// The live instances of one entity tree in one context, by primary key.
///
/// An open-addressing table of keys and unretained references: `Dictionary` costs three times as
/// much on the way of every fetched row. Removal shifts entries back instead of leaving marks, so
/// that dropping a whole result stays linear. Primary keys are dense, so the hash keeps four
/// neighbours together, which is a line of the cache, and scatters these groups: were neighbours
/// all together, runs without a gap would grow as long as the table.
struct IdentityMap: ~Copyable {
  private struct Entry {
    /// 0 marks an empty entry; primary keys start at 1 and temporary keys are negative.
    var key: Int64
    var object: Unmanaged<AnyObject>?
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var mask: Int
  /// How far the hash of a group is shifted down to number the groups of the table.
  private var shift: UInt64
  private(set) var count = 0

  /// An empty table that is larger gives its memory back.
  private static let keptCapacity = 4_096

  init() {
    mask = 15
    shift = 62
    entries = Self.makeEntries(16)
  }

  deinit { entries.deallocate() }

  private static func makeEntries(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    entries.initialize(repeating: Entry(key: 0, object: nil), count: capacity)
    return entries
  }

  /// Where the search for `key` begins.
  private func home(_ key: Int64) -> Int {
    // 2^64 divided by the golden ratio: its multiples are spread evenly, their high bits most.
    let scattered = UInt64(bitPattern: key >> 2) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: (scattered &>> shift) << 2 | UInt64(bitPattern: key & 3))
  }

  /// The instance under `key`, or nil.
  subscript(key: Int64) -> Unmanaged<AnyObject>? {
    var position = home(key)
    while entries[position].key != 0 {
      if entries[position].key == key { return entries[position].object }
      position = (position + 1) & mask
    }
    return nil
  }

  /// Puts `object` under `key`, in place of any other.
  mutating func insert(_ object: Unmanaged<AnyObject>, _ key: Int64) {
    if count * 4 >= (mask + 1) * 3 { grow() }
    var position = home(key)
    while entries[position].key != 0, entries[position].key != key {
      position = (position + 1) & mask
    }
    if entries[position].key == 0 { count += 1 }
    entries[position] = Entry(key: key, object: object)
  }

  /// Removes what stands under `key`.
  mutating func remove(_ key: Int64) {
    var gap = home(key)
    while entries[gap].key != key {
      if entries[gap].key == 0 { return }
      gap = (gap + 1) & mask
    }
    count -= 1
    var position = (gap + 1) & mask
    while entries[position].key != 0 {
      let wanted = home(entries[position].key)
      // An entry may fill the gap when its home is not between the gap and itself.
      if (position &- wanted) & mask >= (position &- gap) & mask {
        entries[gap] = entries[position]
        gap = position
      }
      position = (position + 1) & mask
    }
    entries[gap] = Entry(key: 0, object: nil)
    if count == 0, mask >= Self.keptCapacity { self = IdentityMap() }
  }

  /// All instances, in no order.
  func forEach(_ body: (AnyObject) -> Void) {
    for position in 0...mask {
      if let object = entries[position].object { body(object.takeUnretainedValue()) }
    }
  }

  private mutating func grow() {
    let old = entries
    let oldCapacity = mask + 1
    mask = oldCapacity * 2 - 1
    shift -= 1
    entries = Self.makeEntries(oldCapacity * 2)
    for position in 0..<oldCapacity where old[position].key != 0 {
      var target = home(old[position].key)
      while entries[target].key != 0 { target = (target + 1) & mask }
      entries[target] = old[position]
    }
    old.deallocate()
  }
}
