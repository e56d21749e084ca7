import CodableStorage
import CoreDataFormat
import Foundation
import RecordStore

/// The mapping of one property of a model to its columns.
struct PropertyBinding {
  let name: String
  let metadata: Schema.PropertyMetadata
  /// The columns in the order of the value's leaves; empty for a property without columns.
  let columns: [Column]
  private let lazyCodec: LazyCodec?
  /// The codec; nil for relationships and for properties with a value transformer.
  var codec: (any AnyValueCodec)? { lazyCodec?.codec }
  /// Whether the column contains the encoded value as a whole, which SQL cannot read.
  let isWhole: Bool
  /// The registered name of the value transformer of a `.transformable` attribute.
  let transformer: String?
  let isRelationship: Bool
  /// Whether the column's bytes begin with a marker, because they may be stored in a file.
  let storesExternally: Bool
  /// Whether large values stay in the database until they are looked at.
  let isReadLater: Bool
  /// Whether the value may not be read with the row.
  var mayBeUnread: Bool { storesExternally || isReadLater }

  var keyPath: AnyKeyPath { metadata.keypath }

  init(_ metadata: Schema.PropertyMetadata, _ record: RecordProperty) {
    self.metadata = metadata
    name = metadata.name
    let attribute = metadata.metadata?.asAttribute
    transformer = attribute?.transformerName
    isWhole = attribute?.isCodable ?? false
    columns = record.columns
    isRelationship = record.isRelationship
    storesExternally = record.storesExternally
    isReadLater = record.isReadLater
    if columns.isEmpty || isRelationship || transformer != nil {
      lazyCodec = nil
    } else {
      lazyCodec = LazyCodec(
        metadata.valueType, propertyName: metadata.name, isWhole: isWhole)
    }
  }
}

/// The codec of one property, created on first use.
///
/// Reflecting the schema has already checked that there is one.
private final class LazyCodec: Sendable {
  private let type: any Any.Type
  private let propertyName: String
  private let isWhole: Bool
  private let made = Lazy<(any AnyValueCodec)?>()

  init(_ type: any Any.Type, propertyName: String, isWhole: Bool) {
    self.type = type
    self.propertyName = propertyName
    self.isWhole = isWhole
  }

  var codec: (any AnyValueCodec)? {
    made.value {
      try? CodecFactory.codec(for: type, propertyName: propertyName, isWhole: isWhole)
    }
  }
}

/// Creates the codec of a type that is known only at run time.
enum CodecFactory {
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - propertyName: The name of the property.
  ///   - isWhole: Whether a `Codable` type is stored in its encoded form instead of part by part.
  /// - Returns: The codec.
  /// - Throws: `CodableStorageError` if values of the type cannot be stored.
  static func codec(
    for type: Any.Type, propertyName: String, isWhole: Bool
  ) throws -> any AnyValueCodec {
    if isWhole { return try WholeCodec.codec(for: type, propertyName: propertyName) }
    func open<Value>(_ type: Value.Type) throws -> any AnyValueCodec {
      try ValueCodec.make(for: type, propertyName: propertyName)
    }
    return try _openExistential(type, do: open)
  }
}
