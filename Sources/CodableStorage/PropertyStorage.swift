import DataSchema

/// How SwiftData stores the values of one property.
package struct PropertyStorage: Hashable, Sendable {
  /// The property as a schema describes it: an attribute, or a composite of leaves.
  package let property: PropertyDescription

  init(property: PropertyDescription) {
    self.property = property
  }

  /// How a property of type `type` is stored.
  ///
  /// - Throws: `CodableStorageError` when values of the type cannot be stored.
  package init(of type: Any.Type, named name: String) throws {
    self = try CodecCache.codec(forAny: type, propertyName: name).storage
  }

  /// How a property that holds values of type `type`, or nil where it is optional, is stored.
  ///
  /// - Throws: `CodableStorageError` when values of the type cannot be stored.
  package init(of type: Any.Type, named name: String, isOptional: Bool) throws {
    let codec = try CodecCache.codec(forAny: type, propertyName: name)
    self.init(property: codec.property(isOptional: isOptional))
  }

  /// One description for each column, in order.
  package var leaves: [AttributeDescription] { Self.leaves(of: property) }

  /// The columns, in the order of the leaves.
  package var columns: [AttributeType] { leaves.map(\.type) }

  /// The columns of the member at `path`, such as `["place", "latitude"]`; nil where the path
  /// leads nowhere.
  ///
  /// The empty path stands for the property itself. A path may stop at a composite.
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
