/// A buffer for values in binary form, in network byte order.
struct PostgresBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(contentsOf more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
  mutating func append(contentsOf more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// Writes a value, preceded by its length in 32 bits.
  mutating func appendCounted(_ write: (inout PostgresBytes) -> Void) {
    let place = bytes.count
    append(Int32(0))
    write(&self)
    let count = Int32(truncatingIfNeeded: bytes.count - place - 4)
    withUnsafeBytes(of: count.bigEndian) {
      bytes.replaceSubrange(place..<place + 4, with: $0)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The integer in network byte order at an offset, which must be within the buffer.
  @inline(__always)
  func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type
  ) -> Value {
    Value(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
