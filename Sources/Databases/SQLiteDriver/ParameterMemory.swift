/// The memory in which a statement keeps the texts and blobs of its parameters, one block for each.
///
/// SQLite would copy each value into memory that it allocates, and free it when the parameter gets
/// the next value. A statement that runs for every row of a save would do that for every text. A
/// block lives as long as the statement, and changes only when its parameter is bound again. SQLite
/// may therefore read it whenever it could have read its own copy.
struct ParameterMemory: ~Copyable {
  private struct Piece {
    var bytes: UnsafeMutableRawPointer?
    var capacity = 0
  }

  private var pieces: UnsafeMutablePointer<Piece>?
  private let count: Int

  /// Larger values are copied by SQLite, so that cached statements do not keep them.
  private static let largestCapacity = 512
  private static let leastCapacity = 32

  init(parameterCount: Int) { count = parameterCount }

  deinit {
    guard let pieces else { return }
    for index in 0..<count { pieces[index].bytes?.deallocate() }
    pieces.deallocate()
  }

  /// Copies a parameter's value; returns nil if it is too large or the parameter does not exist.
  @inline(__always)
  mutating func keep(
    _ source: UnsafeRawPointer, _ size: Int, for parameter: Int
  ) -> UnsafeRawPointer? {
    guard let pieces, parameter > 0, parameter <= count,
      let bytes = pieces[parameter - 1].bytes, size <= pieces[parameter - 1].capacity
    else { return keepInLarger(source, size, for: parameter) }
    bytes.copyMemory(from: source, byteCount: size)
    return UnsafeRawPointer(bytes)
  }

  @inline(never)
  private mutating func keepInLarger(
    _ source: UnsafeRawPointer, _ size: Int, for parameter: Int
  ) -> UnsafeRawPointer? {
    guard parameter > 0, parameter <= count, size <= Self.largestCapacity else { return nil }
    let pieces = pieces ?? makePieces()
    var capacity = Self.leastCapacity
    while capacity < size { capacity *= 2 }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    pieces[parameter - 1].bytes?.deallocate()
    pieces[parameter - 1] = Piece(bytes: bytes, capacity: capacity)
    bytes.copyMemory(from: source, byteCount: size)
    return UnsafeRawPointer(bytes)
  }

  private mutating func makePieces() -> UnsafeMutablePointer<Piece> {
    let made = UnsafeMutablePointer<Piece>.allocate(capacity: count)
    made.initialize(repeating: Piece(), count: count)
    pieces = made
    return made
  }
}
