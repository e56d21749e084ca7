import Foundation

/// Scalars and their optionals, found by the identity of their type instead of a cast, which is
/// expensive (see `TypeMetadata`).
package enum KnownScalars {
  private struct Entry: Sendable {
    /// The scalar; nil for an optional.
    let scalar: (any StorableScalar.Type)?
    let codec: @Sendable (_ propertyName: String) -> any AnyValueCodec
  }

  private static let entries: TypeTable<Entry> = {
    var entries = TypeTable<Entry>()
    // If the closures were specialized for each type, the runtime would search the whole program
    // for conformances that the generic function receives as arguments.
    @_semantics("optimize.sil.specialize.generic.never")
    func add<Value: StorableScalar>(_ type: Value.Type) {
      let scalar = Entry(scalar: Value.self) { name in
        ValueCodec<Value>(ScalarCoding(), propertyName: name)
      }
      entries.set(Value.self, to: scalar)
      let optional = Entry(scalar: nil) { name in
        ValueCodec<Value?>(
          OptionalCoding(wrapped: ScalarCoding<Value>()), propertyName: name)
      }
      entries.set(Value?.self, to: optional)
    }
    add(Int.self)
    add(Int64.self)
    add(Int32.self)
    add(Int16.self)
    add(Int8.self)
    add(UInt.self)
    add(UInt64.self)
    add(UInt32.self)
    add(UInt16.self)
    add(UInt8.self)
    add(Bool.self)
    add(Double.self)
    add(Float.self)
    add(CGFloat.self)
    add(Date.self)
    add(Decimal.self)
    add(String.self)
    add(Character.self)
    add(UUID.self)
    add(Data.self)
    add(URL.self)
    return entries
  }()

  /// Returns whether the type is a scalar or the optional of one.
  package static func contains(_ type: Any.Type) -> Bool {
    entries[type] != nil
  }

  /// Returns the type as a scalar; nil for other types, including optionals.
  ///
  /// All conforming types are registered here.
  package static func scalar(_ type: Any.Type) -> (any StorableScalar.Type)? {
    entries[type]?.scalar
  }

  /// Returns the codec of a scalar or the optional of one; nil for other types.
  static func codec(for type: Any.Type, named name: String) -> (any AnyValueCodec)? {
    entries[type]?.codec(name)
  }
}
