import CRowCells

/// Where the instances of a result keep their longer texts until somebody reads them.
///
/// Instances are made one after the other, and each owns a share of one block. Blocks are small,
/// because an instance that outlives the others keeps the whole of its block.
struct TextBlocks: ~Copyable {
  private var block: OpaquePointer?
  /// Where the next text goes, if there is room.
  private var next: UnsafeMutableRawPointer?
  /// How many bytes the block has left.
  private var room = 0
  /// How many it had left before the current instance.
  private var formerRoom = 0
  /// How many instances own a share of the block.
  private var shares: Int64 = 0
  private var capacity = 0
  /// How many more instances get strings of their own, since few do not make up for a block.
  private var delay = RowText.isKnown ? 4 : Int.max

  /// A block with less room than this is full.
  private static let leastRoom = 160
  /// Sizes of blocks, less what the allocator and the count of owners take.
  private static let firstCapacity = 1024 - 24
  private static let lastCapacity = 4096 - 24

  init() {}

  deinit {
    if let block { openswiftdata_finish_text_block(block, shares) }
  }

  /// Begins an instance.
  @inline(__always)
  mutating func beginInstance() {
    if room < Self.leastRoom { makeRoom() }
  }

  @inline(never)
  private mutating func makeRoom() {
    delay -= 1
    guard delay < 0 else { return }
    if let block { openswiftdata_finish_text_block(block, shares) }
    shares = 0
    capacity = capacity == 0 ? Self.firstCapacity : min(capacity * 2, Self.lastCapacity)
    block = openswiftdata_make_text_block(capacity)
    guard let block else { return delay = Int.max }
    next = UnsafeMutableRawPointer(openswiftdata_text_bytes(block))
    room = capacity
    formerRoom = capacity
  }

  /// Keeps a text of the current instance, of 16 bytes or more; nil where there is no room.
  @inline(__always)
  mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> RowText? {
    guard bytes.count <= room, let place = next, let source = bytes.baseAddress else {
      return nil
    }
    Self.copy(source, to: place, bytes.count)
    next = place + bytes.count
    room &-= bytes.count
    return RowText(place, count: bytes.count)
  }

  /// Copies 16 bytes or more: up to 64, which most texts have, by words that overlap.
  @inline(__always)
  private static func copy(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int
  ) {
    typealias Word = SIMD16<UInt8>
    @inline(__always) func copyWord(_ offset: Int) {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: Word.self), toByteOffset: offset,
        as: Word.self)
    }
    guard count <= 64 else { return target.copyMemory(from: source, byteCount: count) }
    copyWord(0)
    copyWord(count - 16)
    if count > 32 {
      copyWord(16)
      copyWord(count - 32)
    }
  }

  /// Ends an instance, which gets its share of the block.
  @inline(__always)
  mutating func endInstance(_ state: UnsafeMutablePointer<_ModelState>) {
    guard room != formerRoom else { return }
    formerRoom = room
    shares &+= 1
    state.pointee.texts = block
  }
}
