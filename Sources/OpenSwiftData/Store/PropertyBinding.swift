import CodableStorage
import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// How one property of a model meets its columns.
struct PropertyBinding {
  let name: String
  let metadata: Schema.PropertyMetadata
  /// The columns in the order of the value's leaves; empty for what no column holds.
  let columns: [Column]
  private let lazyCodec: LazyCodec?
  /// Nil for what needs none: relationships, and what a value transformer stores.
  var codec: (any AnyValueCodec)? { lazyCodec?.codec }
  /// Whether the column holds the value in its encoded form, which SQL cannot look into.
  let isWhole: Bool
  /// The registered name of the value transformer of a `.transformable` attribute.
  let transformer: String?
  let isRelationship: Bool
  /// Whether the column's bytes begin with a marker, because they may stand in a file.
  let storesExternally: Bool

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
    if columns.isEmpty || isRelationship || transformer != nil {
      lazyCodec = nil
    } else {
      lazyCodec = LazyCodec(
        metadata.valueType, propertyName: metadata.name, isWhole: isWhole)
    }
  }
}

/// The codec of one property, made when it is asked for: reflecting a schema has found that there is
/// one.
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

/// Makes the codec of a type that is known at run time only.
enum CodecFactory {
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - propertyName: The property that has them.
  ///   - isWhole: Whether a Codable type is stored in its encoded form instead of part by part.
  /// - Returns: The codec.
  /// - Throws: `CodableStorageError` when values of the type cannot be stored.
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
