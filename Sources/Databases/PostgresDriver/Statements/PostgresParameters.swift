import CPostgres

/// The values of a statement's parameters, in the arrays that libpq expects and in reusable memory.
struct PostgresParameters: ~Copyable {
  let count: Int
  /// The addresses of the values; nil for NULL.
  let values: UnsafeMutablePointer<UnsafePointer<CChar>?>
  let lengths: UnsafeMutablePointer<Int32>
  /// 1 for binary, 0 for text.
  let formats: UnsafeMutablePointer<Int32>
  private let pieces: UnsafeMutablePointer<UnsafeMutableRawBufferPointer>
  /// Sixteen bytes for each parameter, enough for most values.
  private let small: UnsafeMutableRawPointer

  private static let smallSize = 16
  /// Larger memory is freed when the parameter gets another value.
  private static let largestKept = 4096

  init(count: Int) {
    self.count = count
    values = .allocate(capacity: count)
    values.initialize(repeating: nil, count: count)
    lengths = .allocate(capacity: count)
    lengths.initialize(repeating: 0, count: count)
    formats = .allocate(capacity: count)
    formats.initialize(repeating: 1, count: count)
    pieces = .allocate(capacity: count)
    small = .allocate(byteCount: max(1, count * Self.smallSize), alignment: 16)
    for index in 0..<count {
      pieces[index] = UnsafeMutableRawBufferPointer(
        start: small + index * Self.smallSize, count: Self.smallSize)
    }
  }

  deinit {
    for index in 0..<count where pieces[index].count > Self.smallSize { pieces[index].deallocate() }
    pieces.deallocate()
    small.deallocate()
    values.deallocate()
    lengths.deallocate()
    formats.deallocate()
  }

  func setNull(_ index: Int) { values[index] = nil }

  /// Returns memory for a value with a number of bytes, and makes it the parameter's value.
  @inline(__always)
  func place(_ index: Int, _ size: Int, isBinary: Bool = true) -> UnsafeMutableRawPointer? {
    if size > pieces[index].count || pieces[index].count > Self.largestKept {
      resize(index, size)
    }
    guard let start = pieces[index].baseAddress else { return nil }
    values[index] = UnsafePointer(start.assumingMemoryBound(to: CChar.self))
    lengths[index] = Int32(truncatingIfNeeded: size)
    formats[index] = isBinary ? 1 : 0
    return start
  }

  @inline(never)
  private func resize(_ index: Int, _ size: Int) {
    if pieces[index].count > Self.smallSize { pieces[index].deallocate() }
    guard size > Self.smallSize else {
      pieces[index] = UnsafeMutableRawBufferPointer(
        start: small + index * Self.smallSize, count: Self.smallSize)
      return
    }
    var capacity = Self.smallSize
    while capacity < size, capacity < Self.largestKept { capacity *= 2 }
    pieces[index] = .allocate(byteCount: max(capacity, size), alignment: 16)
  }

  /// Sets bytes without copying them; they must stay in place until the parameter is bound again.
  @inline(__always)
  func setBorrowed(_ index: Int, _ start: UnsafeRawPointer?, _ count: Int) {
    // An empty value must not be NULL.
    values[index] = (start ?? UnsafeRawPointer(small)).assumingMemoryBound(to: CChar.self)
    lengths[index] = Int32(truncatingIfNeeded: count)
    formats[index] = 1
  }

  @inline(__always)
  func set<Value: FixedWidthInteger>(_ index: Int, _ value: Value) {
    place(index, MemoryLayout<Value>.size)?
      .storeBytes(of: value.bigEndian, as: Value.self)
  }

  func set(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
    guard let place = place(index, bytes.count) else { return }
    if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
  }

  /// Sets a value in text form, which the server parses.
  func setText(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
    guard let place = place(index, bytes.count + 1, isBinary: false) else { return }
    if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
    place.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
  }

  func clear() { for index in 0..<count { values[index] = nil } }
}

extension PostgresParameters {
  /// Sends an execution of a prepared statement by its name, which ends with NUL.
  func send(on link: PostgresLink, prepared name: [CChar], format: Int32) -> Bool {
    PQsendQueryPrepared(
      link.handle, name, Int32(clamping: count), values, lengths, formats, format) == 1
  }

  /// Sends an execution of a statement that is parsed for it.
  func send(on link: PostgresLink, text: String, types: [UInt32], format: Int32) -> Bool {
    PQsendQueryParams(
      link.handle, text, Int32(clamping: count), types, values, lengths, formats, format) == 1
  }
}
