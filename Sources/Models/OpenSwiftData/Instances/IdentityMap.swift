import Foundation

/// The live instances of one entity tree in one context, by primary key.
///
/// Primary keys are dense, so they index slots in pages, and a small open-addressing table finds
/// the page of a key. Neighboring keys are adjacent in memory, which uses the CPU cache well: a
/// `Dictionary`, or any table that scatters single keys, costs several times as much for every
/// fetched row. A page that becomes empty is freed, except for a few that the next models are
/// likely to need.
struct IdentityMap: ~Copyable {
  private typealias Page = UnsafeMutablePointer<Unmanaged<AnyObject>?>

  private struct Slot {
    /// The number of the page: its keys without their last `pageBits` bits.
    var number: Int64
    /// Nil in an empty slot.
    var page: Page?
    /// The number of instances in the page.
    var count: Int
  }

  private static let pageBits: Int64 = 5
  private static let pageSize = 1 << pageBits

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  /// The number of bits by which the hash of a page number is shifted right to get a slot index.
  private var shift: UInt64
  private var pageCount = 0
  /// The slot that was found last; consecutive lookups are usually for neighboring keys.
  private var recent = 0
  /// Empty pages for reuse when instances come and go, one by one or by the hundred.
  private var spares: [Page] = []
  private static let spareLimit = 16
  private(set) var count = 0

  private static let minimumCapacity = 16
  /// The table does not shrink below this size: the next page of rows needs as many slots again.
  private static let keptCapacity = 64

  init() {
    mask = Self.minimumCapacity - 1
    shift = UInt64(64 - Self.minimumCapacity.trailingZeroBitCount)
    slots = Self.makeSlots(Self.minimumCapacity)
  }

  deinit {
    for index in 0...mask { free(slots[index].page) }
    for page in spares { free(page) }
    free(slots)
  }

  private static func makeSlots(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    zeroed(capacity)
  }

  /// Zeroed memory, which represents empty slots and pages; `calloc` is cheaper than Swift's
  /// aligned allocation.
  private static func zeroed<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
    // Swift's own allocation also ends the program if there is no memory.
    guard let memory = calloc(count, MemoryLayout<Element>.stride) else {
      fatalError("out of memory")
    }
    return memory.bindMemory(to: Element.self, capacity: count)
  }

  /// The index at which the search for a page begins.
  private func home(_ number: Int64) -> Int {
    // 2^64 divided by the golden ratio: its multiples are spread evenly, the high bits best.
    let scattered = UInt64(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: scattered &>> shift)
  }

  private func place(_ key: Int64) -> Int { Int(truncatingIfNeeded: key) & (Self.pageSize - 1) }

  /// The slot of a page, or the empty slot where it would be inserted.
  private func slot(_ number: Int64) -> Int {
    if slots[recent].number == number, slots[recent].page != nil { return recent }
    var index = home(number)
    while slots[index].page != nil, slots[index].number != number { index = (index + 1) & mask }
    return index
  }

  /// The instance with `key`, or nil.
  subscript(key: Int64) -> Unmanaged<AnyObject>? {
    mutating get {
      let index = slot(key >> Self.pageBits)
      guard let page = slots[index].page else { return nil }
      recent = index
      return page[place(key)]
    }
  }

  /// Registers `object` under `key`, replacing any other.
  @inline(__always)
  mutating func insert(_ object: Unmanaged<AnyObject>, _ key: Int64) {
    let place = place(key)
    // Callers look up the key before they insert, and usually insert neighboring keys in turn.
    if slots[recent].number == key >> Self.pageBits, let page = slots[recent].page,
      page[place] == nil
    {
      page[place] = object
      slots[recent].count &+= 1
      count &+= 1
    } else {
      insertSearching(object, key)
    }
  }

  private mutating func insertSearching(_ object: Unmanaged<AnyObject>, _ key: Int64) {
    let number = key >> Self.pageBits
    var index = slot(number)
    if slots[index].page == nil {
      if (pageCount + 1) * 2 > mask + 1 {
        resize(to: (mask + 1) * 2)
        index = slot(number)
      }
      slots[index] = Slot(number: number, page: takePage(), count: 0)
      pageCount += 1
    }
    recent = index
    guard let page = slots[index].page else { return }
    if page[place(key)] == nil {
      count += 1
      slots[index].count += 1
    }
    page[place(key)] = object
  }

  /// Removes the instance with `key`.
  mutating func remove(_ key: Int64) {
    let index = slot(key >> Self.pageBits)
    guard let page = slots[index].page, page[place(key)] != nil else { return }
    page[place(key)] = nil
    count -= 1
    slots[index].count -= 1
    recent = index
    if slots[index].count == 0 { removePage(at: index) }
  }

  /// Calls `body` for all instances, in no particular order.
  func forEach(_ body: (AnyObject) -> Void) {
    for index in 0...mask {
      guard let page = slots[index].page else { continue }
      for place in 0..<Self.pageSize {
        if let object = page[place] { body(object.takeUnretainedValue()) }
      }
    }
  }
}

extension IdentityMap {
  private mutating func takePage() -> Page {
    spares.popLast() ?? Self.zeroed(Self.pageSize)
  }

  /// Frees an empty page and moves up pages that it displaced from their home slots.
  private mutating func removePage(at index: Int) {
    if let page = slots[index].page {
      if spares.count < Self.spareLimit { spares.append(page) } else { free(page) }
    }
    pageCount -= 1
    var gap = index
    var next = (gap + 1) & mask
    while slots[next].page != nil {
      // A page may fill the gap if its home slot is not between the gap and itself.
      if (next &- home(slots[next].number)) & mask >= (next &- gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = Slot(number: 0, page: nil, count: 0)
    if mask >= Self.keptCapacity, pageCount * 8 < mask + 1 { resize(to: (mask + 1) / 2) }
  }

  private mutating func resize(to capacity: Int) {
    let (old, oldCapacity) = (slots, mask + 1)
    shift = capacity > oldCapacity ? shift - 1 : shift + 1
    mask = capacity - 1
    slots = Self.makeSlots(capacity)
    recent = 0
    for index in 0..<oldCapacity where old[index].page != nil {
      var target = home(old[index].number)
      while slots[target].page != nil { target = (target + 1) & mask }
      slots[target] = old[index]
    }
    free(old)
  }
}
