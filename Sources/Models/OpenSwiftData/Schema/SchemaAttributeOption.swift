import Foundation

extension Schema.Attribute {
  /// An option of an attribute, such as uniqueness or external storage.
  public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    private enum Kind: String, Codable {
      case unique, externalStorage, allowsCloudEncryption, preserveValueOnDeletion, ephemeral
      case spotlight, codable, transformable
    }

    private let kind: Kind
    /// The name of the value transformer of a transformable attribute.
    package let transformerName: String?
    /// The name by which the runtime finds the transformer's class.
    private let transformerType: EncodedType?

    private init(
      _ kind: Kind, transformerName: String? = nil, transformerType: EncodedType? = nil
    ) {
      self.kind = kind
      self.transformerName = transformerName
      self.transformerType = transformerType
    }

    /// No two models have the same value; saving a duplicate updates the model that already has the
    /// value.
    public static var unique: Option { Option(.unique) }
    /// Large data is stored in a file beside the store.
    public static var externalStorage: Option { Option(.externalStorage) }
    /// The value is encrypted in CloudKit.
    public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }
    /// The history preserves the value when the model is deleted.
    public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }
    /// Changes to the value are tracked; the value is not stored.
    public static var ephemeral: Option { Option(.ephemeral) }
    /// The value can be found by Spotlight.
    public static var spotlight: Option { Option(.spotlight) }
    /// The value is stored as a whole in its encoded form, instead of part by part.
    public static var codable: Option { Option(.codable) }

    /// A value transformer of the given class creates the stored form.
    public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
      Option(
        .transformable, transformerName: _typeName(transformerType, qualified: false),
        transformerType: EncodedType(transformerType))
    }

    /// The value transformer registered under the given name creates the stored form.
    public static func transformable(by transformerName: String) -> Option {
      Option(.transformable, transformerName: transformerName)
    }

    /// The class of the value transformer, if the option specifies one that exists in this program.
    package var transformerClass: ValueTransformer.Type? {
      transformerType?.type as? ValueTransformer.Type
    }

    /// The option as it is written in `@Attribute`.
    public var debugDescription: String {
      guard let transformerName else { return "." + kind.rawValue }
      return ".transformable(by: \(transformerName))"
    }
  }
}
