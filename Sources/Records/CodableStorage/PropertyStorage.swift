import DataSchema

/// The storage of one property's values in SwiftData's format.
package struct PropertyStorage: Hashable, Sendable {
  /// The property as a schema describes it: an attribute, or a composite of leaves.
  package let property: PropertyDescription

  init(property: PropertyDescription) {
    self.property = property
  }

  /// Creates the storage of a property with values of type `type`, or nil if it is optional.
  ///
  /// - Throws: `CodableStorageError` if values of the type cannot be stored.
  package init(of type: Any.Type, named name: String, isOptional: Bool) throws {
    let codec = try CodecCache.codec(forAny: type, propertyName: name)
    self.init(property: codec.property(isOptional: isOptional))
  }

  /// The description of each column, in order.
  package var leaves: [AttributeDescription] { Self.leaves(of: property) }

  private static func leaves(of property: PropertyDescription) -> [AttributeDescription] {
    switch property {
    case .attribute(let attribute): [attribute]
    case .composite(let composite): composite.leaves
    case .relationship, .derived: []
    }
  }
}
