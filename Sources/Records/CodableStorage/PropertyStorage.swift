import DataSchema

/// The storage of one property's values in SwiftData's format.
package struct PropertyStorage: Hashable, Sendable {
  /// The property as a schema describes it: an attribute, or a composite of leaves.
  package let property: PropertyDescription

  init(property: PropertyDescription) {
    self.property = property
  }

  /// Creates the storage of a property of type `type`.
  ///
  /// - Throws: `CodableStorageError` if values of the type cannot be stored.
  package init(of type: Any.Type, named name: String) throws {
    self = try CodecCache.codec(forAny: type, propertyName: name).storage
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

  /// The columns, in the order of the leaves.
  package var columns: [AttributeType] { leaves.map(\.type) }

  /// Returns the columns of the member at `path`, such as `["place", "latitude"]`; nil if there is
  /// no such member.
  ///
  /// The empty path refers to the property itself. A path may end at a composite.
  package func leafRange(at path: [String]) -> Range<Int>? {
    var node = property
    var start = 0
    for name in path {
      guard case .composite(let composite) = node else { return nil }
      guard let index = composite.elements.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      start += composite.elements[..<index].reduce(0) { $0 + Self.leaves(of: $1).count }
      node = composite.elements[index]
    }
    return start..<(start + Self.leaves(of: node).count)
  }

  private static func leaves(of property: PropertyDescription) -> [AttributeDescription] {
    switch property {
    case .attribute(let attribute): [attribute]
    case .composite(let composite): composite.leaves
    case .relationship, .derived: []
    }
  }
}
