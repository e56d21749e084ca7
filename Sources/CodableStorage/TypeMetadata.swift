/// What the runtime's metadata say of a type that is known at run time only.
///
/// A cast to a protocol's type answers the same questions, but is dear when it is asked about a type
/// for the first time: the runtime then searches the conformances of the whole program. An app with
/// 20 models asks hundreds of times before it sees its first row.
///
/// The layout read here is part of Swift's stable ABI (docs/ABI/TypeMetadata.rst, "Struct Metadata"
/// and "Enum Metadata"). Where known types do not look that way, casts answer.
package struct TypeMetadata {
  /// Whether metadata are read; casts are asked otherwise.
  private let isTrusted: Bool

  /// What answers everybody.
  private static let shared = TypeMetadata(isTrusted: isKnown)

  init(isTrusted: Bool) { self.isTrusted = isTrusted }

  /// The type within an optional; nil for other types.
  package static func wrappedType(of type: Any.Type) -> Any.Type? { shared.wrappedType(of: type) }

  /// The type of an array's elements; nil for other types.
  package static func arrayElement(of type: Any.Type) -> Any.Type? {
    shared.arrayElement(of: type)
  }

  /// Whether the type has generic arguments; true also for what is neither structure nor enumeration.
  ///
  /// Only generic types are collections and optionals.
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

  /// Untold, every type may be generic: callers go on to cast.
  func isGeneric(_ type: Any.Type) -> Bool {
    guard isTrusted, (Self.structureKind...Self.optionalKind).contains(Self.kind(type)) else {
      return true
    }
    // "Nominal Type Descriptor": the flags come first, and say that generic arguments follow.
    let descriptor = UnsafeRawPointer(bitPattern: Self.descriptor(of: type))
    return descriptor.map { $0.load(as: UInt32.self) & Self.genericFlag != 0 } ?? true
  }
}

extension TypeMetadata {
  private static let structureKind = 0x200
  private static let optionalKind = 0x202
  private static let genericFlag: UInt32 = 0x80
  private static let arrayDescriptor = descriptor(of: [Int].self)

  /// Whether metadata of known types say what is known of them.
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

// What casts look for.

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
