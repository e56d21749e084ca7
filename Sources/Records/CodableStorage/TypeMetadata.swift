/// The runtime metadata of types that are known only at run time.
///
/// A cast to a protocol type answers the same questions. But the first cast of each type is
/// expensive: the runtime searches the conformances of the whole program. An app with 20 models
/// asks hundreds of times before it reads its first row.
///
/// The layout is part of Swift's stable ABI (docs/ABI/TypeMetadata.rst, "Struct Metadata" and "Enum
/// Metadata"). If the metadata of known types has an unexpected layout, casts are used instead.
package struct TypeMetadata {
  /// Whether metadata is read; otherwise casts are used.
  private let isTrusted: Bool

  /// The instance behind the static functions.
  private static let shared = TypeMetadata(isTrusted: isKnown)

  init(isTrusted: Bool) { self.isTrusted = isTrusted }

  /// Returns the type that an optional wraps; nil for other types.
  package static func wrappedType(of type: Any.Type) -> Any.Type? { shared.wrappedType(of: type) }

  /// Returns the element type of an array; nil for other types.
  package static func arrayElement(of type: Any.Type) -> Any.Type? {
    shared.arrayElement(of: type)
  }

  /// Returns whether the type has generic arguments; also true for types that are neither
  /// structures nor enumerations.
  ///
  /// Collections and optionals are always generic.
  package static func isGeneric(_ type: Any.Type) -> Bool { shared.isGeneric(type) }

  func wrappedType(of type: Any.Type) -> Any.Type? {
    guard isTrusted else { return (type as? any OptionalType.Type)?.wrappedType }
    return Self.kind(type) == Self.optionalKind ? Self.firstArgument(of: type) : nil
  }

  func arrayElement(of type: Any.Type) -> Any.Type? {
    guard isTrusted else { return (type as? any ArrayType.Type)?.elementType }
    guard Self.kind(type) == Self.structureKind, Self.descriptor(of: type) == Self.arrayDescriptor
    else { return nil }
    return Self.firstArgument(of: type)
  }

  /// Uses metadata; without it, returns true for every type, so that callers use a cast.
  func isGeneric(_ type: Any.Type) -> Bool {
    guard isTrusted, (Self.structureKind...Self.optionalKind).contains(Self.kind(type)) else {
      return true
    }
    // "Nominal Type Descriptor": the flags come first, and include whether the type is generic.
    let descriptor = UnsafeRawPointer(bitPattern: Self.descriptor(of: type))
    return descriptor.map { $0.load(as: UInt32.self) & Self.genericFlag != 0 } ?? true
  }
}

extension TypeMetadata {
  private static let structureKind = 0x200
  private static let optionalKind = 0x202
  private static let genericFlag: UInt32 = 0x80
  private static let arrayDescriptor = descriptor(of: [Int].self)

  /// Whether the metadata of known types is as expected.
  static let isKnown: Bool = {
    guard MemoryLayout<Any.Type>.size == MemoryLayout<Int>.size else { return false }
    let integer = Int(bitPattern: ObjectIdentifier(Int.self))
    let (array, optional) = ([Int].self as Any.Type, Int?.self as Any.Type)
    guard kind(Int.self) == structureKind, kind(array) == structureKind,
      kind(optional) == optionalKind, word(2, of: array) == integer,
      word(2, of: optional) == integer, descriptor(of: array) == descriptor(of: [String].self),
      descriptor(of: array) != descriptor(of: Int.self)
    else { return false }
    let trusting = TypeMetadata(isTrusted: true)
    return trusting.isGeneric(array) && trusting.isGeneric(optional)
      && !trusting.isGeneric(Int.self) && !trusting.isGeneric(String.self)
  }()

  private static func kind(_ type: Any.Type) -> Int { word(0, of: type) }

  /// Returns the address of the type's descriptor, which identifies the declaration regardless of
  /// its generic arguments.
  private static func descriptor(of type: Any.Type) -> Int { word(1, of: type) }

  private static func firstArgument(of type: Any.Type) -> Any.Type {
    unsafeBitCast(word(2, of: type), to: Any.Type.self)
  }

  private static func word(_ index: Int, of type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: index * MemoryLayout<Int>.stride, as: Int.self)
  }
}

// The protocols for casts.

private protocol OptionalType {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

private protocol ArrayType {
  static var elementType: Any.Type { get }
}

extension Array: ArrayType {
  fileprivate static var elementType: Any.Type { Element.self }
}
