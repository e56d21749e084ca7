import CodableStorage
import DataSchema
import Foundation

/// The reason why a property cannot be stored.
struct UnstorableProperty: Error {
  var reason: String
  var advice: String
  var underlying: (any Error)?
}

/// Determines how a property's values are stored: as one attribute, or part by part.
///
/// - Parameters:
///   - type: The type of the property, optional or not.
///   - name: The name of the property.
///   - isWhole: Whether a `Codable` type is stored in its encoded form instead of part by part.
/// - Returns: The description of the property for tables.
/// - Throws: `UnstorableProperty` if it cannot be stored.
func storedForm(
  of type: any Any.Type, named name: String, isWhole: Bool
) throws(UnstorableProperty) -> PropertyDescription {
  let unwrapped = unwrappedType(type)
  let advice = "Make the type Codable, or use @Attribute(.transformable(by:)) or @Transient."
  guard
    KnownScalars.contains(unwrapped) || KnownCodables.codable(unwrapped) != nil
  else {
    throw UnstorableProperty(
      reason: "Values of the type \(typeText(unwrapped)) cannot be stored.", advice: advice)
  }
  if let scalar = KnownScalars.scalar(unwrapped), !isWhole {
    return .attribute(AttributeDescription(name: name, type: scalar.attributeType))
  }
  if isWhole {
    return .attribute(AttributeDescription(name: name, type: .transformable))
  }
  do {
    let property = try PropertyStorage(
      of: unwrapped, named: name, isOptional: isOptionalType(type)
    ).property
    if let path = try PropertyStorage.pathToClass(in: unwrapped, named: name) {
      throw UnstorableProperty(
        reason:
          "Values of the type \(typeText(unwrapped)) cannot be stored: their member "
          + "'\(path.joined(separator: "."))' is a class.",
        advice: "Make the class a structure, or store the whole value with @Attribute(.codable).")
    }
    return property
  } catch let error as UnstorableProperty {
    throw error
  } catch let error as CodableStorageError {
    // The text contains all of the error, which would otherwise be shown twice.
    throw UnstorableProperty(
      reason: "Values of the type \(error.typeName) cannot be stored: \(error.reason)",
      advice: "Alternatively, use @Attribute(.transformable(by:)) or @Transient.")
  } catch {
    throw UnstorableProperty(
      reason: "Values of the type \(typeText(unwrapped)) cannot be stored.", advice: advice,
      underlying: error)
  }
}

extension AttributeType {
  /// Creates the storage type for plain values of a Swift type; nil for other types.
  init?(plain type: any Any.Type) {
    guard let scalar = KnownScalars.scalar(type) else { return nil }
    self = scalar.attributeType
  }

  /// The Swift type of values with this storage type, if nothing else is known.
  var plainType: any Any.Type {
    switch self {
    case .integer16: Int16.self
    case .integer32: Int32.self
    case .integer64: Int.self
    case .decimal: Decimal.self
    case .double: Double.self
    case .float: Float.self
    case .string: String.self
    case .boolean: Bool.self
    case .date: Date.self
    case .binaryData: Data.self
    case .uuid: UUID.self
    case .uri: URL.self
    case .transformable: UnknownValue.self
    }
  }

  var plainOptionalType: any Any.Type {
    func optional<Value>(_ type: Value.Type) -> any Any.Type { Value?.self }
    return _openExistential(plainType, do: optional)
  }
}
