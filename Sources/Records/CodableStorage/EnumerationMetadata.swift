/// The runtime metadata of an enumeration type.
///
/// The layout is part of Swift's stable ABI (docs/ABI/TypeMetadata.rst, "Nominal Type Descriptor").
/// There is no other way to list all keys of a synthesized `CodingKeys`. So if the metadata of
/// known enumerations has an unexpected layout, types that need it are rejected.
struct EnumerationMetadata {
  let payloadCaseCount: Int
  let emptyCaseCount: Int

  private static let enumerationKind = 0x201
  private static let payloadCountOffset = 20
  private static let emptyCountOffset = 24

  /// Reads the metadata of `type`; nil if it is not an enumeration.
  init?(_ type: Any.Type) {
    guard Self.isKnown else { return nil }
    self.init(reading: type)
  }

  private init?(reading type: Any.Type) {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == Self.enumerationKind else { return nil }
    let descriptor = metadata.load(
      fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    // The upper byte of the count is the location of the payload's size.
    payloadCaseCount = Int(
      descriptor.load(fromByteOffset: Self.payloadCountOffset, as: UInt32.self) & 0xFF_FFFF)
    emptyCaseCount = Int(descriptor.load(fromByteOffset: Self.emptyCountOffset, as: UInt32.self))
  }

  private enum Plain: UInt8 { case first, second, third }
  private enum Mixed { case none, one(Int), other(String), nothing, last }

  /// Whether the metadata and values of known enumerations are as expected.
  static let isKnown: Bool = {
    guard TypeMetadata.isKnown, EnumerationMetadata(reading: Int.self) == nil,
      let plain = EnumerationMetadata(reading: Plain.self),
      let mixed = EnumerationMetadata(reading: Mixed.self)
    else { return false }
    let third: Plain = value(ofCase: 2)
    return plain.payloadCaseCount == 0 && plain.emptyCaseCount == 3
      && mixed.payloadCaseCount == 2 && mixed.emptyCaseCount == 3
      && MemoryLayout<Plain>.size == tagSize(caseCount: 3) && third == .third
      && caseNumber(of: Plain.second) == 1
  }()

  /// Returns all values of an enumeration without payloads, in declaration order; nil for other
  /// types.
  static func allCases<Value>(of type: Value.Type) -> [Value]? {
    if let count = caseCount(of: type) {
      var cases: [Value] = []
      for number in 0..<count { cases.append(value(ofCase: number)) }
      return cases
    }
    guard let listed = type as? any CaseIterable.Type else { return nil }
    return listedCases(listed) as? [Value]
  }

  /// Returns the number of cases of an enumeration whose values are represented by their cases'
  /// numbers; nil for others.
  static func caseCount<Value>(of type: Value.Type) -> Int? {
    guard let metadata = EnumerationMetadata(type), metadata.payloadCaseCount == 0 else {
      return nil
    }
    // Such a value is the number of its case, in the fewest bytes. Imported C enumerations have
    // other numbers, and are wider.
    let count = metadata.emptyCaseCount
    return MemoryLayout<Value>.size == tagSize(caseCount: count) ? count : nil
  }

  private static func listedCases<Value: CaseIterable>(_ type: Value.Type) -> Any {
    Array(type.allCases)
  }

  private static func tagSize(caseCount: Int) -> Int {
    switch caseCount {
    case ...1: 0
    case ...0x100: 1
    case ...0x1_0000: 2
    default: 4
    }
  }

  /// Returns the value whose case has the number `number`, which must be less than
  /// `caseCount(of:)`.
  static func value<Value>(ofCase number: Int) -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      for index in bytes.indices.prefix(MemoryLayout<Value>.size) {
        bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index))
      }
      return buffer.moveElement(from: 0)
    }
  }

  /// Returns the number of the case of `value`, whose type must have a `caseCount(of:)`.
  static func caseNumber<Value>(of value: Value) -> Int {
    withUnsafeBytes(of: value) { bytes in
      bytes.prefix(MemoryLayout<Value>.size).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
