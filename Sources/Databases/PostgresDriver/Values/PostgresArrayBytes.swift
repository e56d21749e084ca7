/// A builder for the binary form of an array with one dimension.
final class PostgresArrayBytes {
  private(set) var count = 0
  private var start: UnsafeMutableRawPointer
  private(set) var size = 0
  private var capacity: Int
  private var hasNull = false
  private let type: PostgresType

  /// The offsets in the header of the flag for nulls and of the number of elements.
  private static let (nullPlace, countPlace) = (4, 12)
  private static let leastCapacity = 256
  /// Larger memory is freed when the elements are removed.
  private static let largestKept = 65_536

  /// - Parameter type: The type of the elements.
  init(_ type: PostgresType) {
    self.type = type
    capacity = Self.leastCapacity
    start = .allocate(byteCount: capacity, alignment: 8)
    begin()
  }

  deinit { start.deallocate() }

  private func begin() {
    (size, count, hasNull) = (0, 0, false)
    for number in [1, 0, Int32(bitPattern: type.rawValue), 0, 1] {
      write(number, at: size)
      size += 4
    }
  }

  @inline(__always)
  private func write<Value: FixedWidthInteger>(_ value: Value, at place: Int) {
    (start + place).storeBytes(of: value.bigEndian, as: Value.self)
  }

  /// Ensures that there is room for more bytes.
  @inline(__always)
  private func reserve(_ more: Int) { if size + more > capacity { grow(more) } }

  @inline(never)
  private func grow(_ more: Int) {
    let larger = max(capacity * 2, size + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    moved.copyMemory(from: start, byteCount: size)
    start.deallocate()
    (start, capacity) = (moved, larger)
  }

  func appendNull() {
    reserve(4)
    write(-1 as Int32, at: size)
    size += 4
    hasNull = true
    count += 1
  }

  @inline(__always)
  func append<Value: FixedWidthInteger>(_ value: Value) {
    let length = MemoryLayout<Value>.size
    reserve(4 + length)
    write(Int32(length), at: size)
    write(value, at: size + 4)
    size += 4 + length
    count += 1
  }

  func append(_ value: UnsafeRawBufferPointer) {
    reserve(4 + value.count)
    write(Int32(truncatingIfNeeded: value.count), at: size)
    if let bytes = value.baseAddress {
      (start + size + 4).copyMemory(from: bytes, byteCount: value.count)
    }
    size += 4 + value.count
    count += 1
  }

  /// The complete array, valid until an element is added or all are removed.
  var whole: UnsafeRawBufferPointer {
    write(Int32(hasNull ? 1 : 0), at: Self.nullPlace)
    write(Int32(clamping: count), at: Self.countPlace)
    return UnsafeRawBufferPointer(start: start, count: size)
  }

  func removeAll(keepingMemory: Bool = false) {
    if !keepingMemory, capacity > Self.largestKept {
      start.deallocate()
      capacity = Self.leastCapacity
      start = .allocate(byteCount: capacity, alignment: 8)
    }
    begin()
  }
}
