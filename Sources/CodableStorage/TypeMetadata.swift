/// What the runtime's metadata say of a type that is known at run time only.
///
/// A cast to a protocol's type answers the same questions, but is dear when it is asked about a type
/// for the first time: the runtime then searches the conformances of the whole program. An app with
/// 20 models asks hundreds of times before it sees its first row.
///
/// The layout read here is part of Swift's stable ABI (docs/ABI/TypeMetadata.rst, "Struct Metadata"
/// and "Enum Metadata").
package enum TypeMetadata {
  private static let structureKind = 0x200
  private static let optionalKind = 0x202

  /// The type within an optional; nil for other types.
  package static func wrappedType(of type: Any.Type) -> Any.Type? {
    kind(type) == optionalKind ? firstArgument(of: type) : nil
  }

  /// The type of an array's elements; nil for other types.
  package static func arrayElement(of type: Any.Type) -> Any.Type? {
    guard kind(type) == structureKind, descriptor(of: type) == arrayDescriptor else { return nil }
    return firstArgument(of: type)
  }

  /// Whether the type has generic arguments; true also for what is neither structure nor enumeration.
  ///
  /// Only generic types are collections and optionals.
  package static func isGeneric(_ type: Any.Type) -> Bool {
    guard (structureKind...optionalKind).contains(kind(type)) else { return true }
    // "Nominal Type Descriptor": the flags come first, and say that generic arguments follow.
    let descriptor = UnsafeRawPointer(bitPattern: descriptor(of: type))
    return descriptor.map { $0.load(as: UInt32.self) & genericFlag != 0 } ?? true
  }

  private static let genericFlag: UInt32 = 0x80

  private static let arrayDescriptor = descriptor(of: [Int].self)

  private static func kind(_ type: Any.Type) -> Int { word(0, of: type) }

  /// Identifies the declaration, whatever its generic arguments are.
  private static func descriptor(of type: Any.Type) -> Int { word(1, of: type) }

  private static func firstArgument(of type: Any.Type) -> Any.Type {
    unsafeBitCast(word(2, of: type), to: Any.Type.self)
  }

  private static func word(_ index: Int, of type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: index * MemoryLayout<Int>.stride, as: Int.self)
  }
}
