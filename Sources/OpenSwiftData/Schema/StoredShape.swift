import DataSchema
import Foundation

/// How a value of some Swift type is stored.
enum StoredShape {
  /// As one value.
  case single(AttributeType)
  /// Part by part, as a composite attribute.
  case parts([PropertyDescription])
}

/// Why a type cannot be stored.
struct UnstorableType: Error {
  var reason: String
  var path = ""
  var advice: String
}

/// How values of a Swift type are stored.
///
/// - Parameters:
///   - type: The type of the property, optional or not.
///   - isWhole: Whether a Codable type is stored in its encoded form instead of part by part.
/// - Throws: `UnstorableType` when the type is not Codable.
func storedShape(of type: any Any.Type, isWhole: Bool) throws(UnstorableType) -> StoredShape {
  let unwrapped = unwrappedType(type)
  if !isWhole, let plain = AttributeType(plain: unwrapped) { return .single(plain) }
  guard unwrapped is any Codable.Type else {
    throw UnstorableType(
      reason: "Values of the type \(_typeName(unwrapped)) cannot be stored.",
      advice: "Make the type Codable, or use @Attribute(.transformable(by:)) or @Transient.")
  }
  return .single(.transformable)
}

extension AttributeType {
  /// How a plain value of the Swift type is stored; nil for any other type.
  init?(plain type: any Any.Type) {
    guard let found = Self.plainTypes[ObjectIdentifier(type)] else { return nil }
    self = found
  }

  private static let plainTypes: [ObjectIdentifier: AttributeType] = {
    let pairs: [(any Any.Type, AttributeType)] = [
      (Int8.self, .integer16), (Int16.self, .integer16), (UInt8.self, .integer16),
      (Int32.self, .integer32), (UInt16.self, .integer32),
      (Int.self, .integer64), (Int64.self, .integer64), (UInt32.self, .integer64),
      (UInt.self, .integer64), (UInt64.self, .integer64),
      (Double.self, .double), (CGFloat.self, .double), (Float.self, .float),
      (Decimal.self, .decimal), (Bool.self, .boolean), (String.self, .string),
      (Date.self, .date), (Data.self, .binaryData), (UUID.self, .uuid), (URL.self, .uri),
    ]
    return Dictionary(pairs.map { (ObjectIdentifier($0.0), $0.1) }) { first, _ in first }
  }()

  /// The Swift type that values of this storage have where nothing else is known.
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
