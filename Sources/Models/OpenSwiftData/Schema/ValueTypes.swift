import CodableStorage

/// The type without any optionals around it.
func unwrappedType(_ type: any Any.Type) -> any Any.Type {
  var type = type
  while let wrapped = TypeMetadata.wrappedType(of: type) { type = wrapped }
  return type
}

func isOptionalType(_ type: any Any.Type) -> Bool { TypeMetadata.wrappedType(of: type) != nil }

/// The kind of relationship that a property's type describes.
struct RelationshipShape {
  var destination: any PersistentModel.Type
  var isToMany: Bool
  var isOptional: Bool

  /// Derives the shape from a type; nil if the type is neither a model nor a collection of models.
  init?(_ type: any Any.Type) {
    // Fast checks come first; `TypeMetadata` explains why.
    guard !KnownScalars.contains(type) else { return nil }
    let unwrapped = unwrappedType(type)
    isOptional = unwrapped != type
    if let model = KnownModels.model(unwrapped) {
      destination = model
      isToMany = false
    } else if let element = TypeMetadata.arrayElement(of: unwrapped) {
      guard let model = KnownModels.model(element) else { return nil }
      destination = model
      isToMany = true
    } else if !TypeMetadata.isGeneric(unwrapped) {
      return nil
    } else if let collection = unwrapped as? any RelationshipCollection.Type {
      destination = Self.element(of: collection)
      isToMany = true
    } else if let collection = type as? any RelationshipCollection.Type {
      destination = Self.element(of: collection)
      isToMany = true
    } else {
      return nil
    }
  }

  private static func element<Models: RelationshipCollection>(
    of collection: Models.Type
  ) -> any PersistentModel.Type {
    Models.PersistentElement.self
  }
}

/// The type of a value whose Swift type is not known to this program.
///
/// Properties of a schema that was read from a file have it if their type is not part of the
/// program. The name of the type is stored separately.
struct UnknownValue {}

/// The name of a Swift type in a form that survives encoding.
struct EncodedType: Codable, Hashable, Sendable {
  /// The readable name, such as `Swift.Array<Swift.String>`.
  var name: String
  /// The name by which the runtime finds the type.
  var mangledName: String?

  init(_ type: any Any.Type) {
    name = _typeName(type, qualified: true)
    mangledName = _mangledTypeName(type)
  }

  init(name: String) {
    self.name = name
  }

  /// The type, if it exists in the program.
  var type: (any Any.Type)? { mangledName.flatMap { _typeByName($0) } }
}
