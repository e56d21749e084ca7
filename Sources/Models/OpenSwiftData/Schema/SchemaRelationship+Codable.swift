/// The encoded form of a relationship.
struct EncodedRelationship: Codable, Hashable {
  var name: String
  var originalName: String
  var options: [Schema.Relationship.Option]
  var type: EncodedType
  var destination: String
  var deleteRule: Schema.Relationship.DeleteRule
  var inverseName: String?
  var minimumModelCount: Int?
  var maximumModelCount: Int?
  var hashModifier: String?
  var isOptional: Bool
  var isToOne: Bool
  /// Nil means false.
  var leavesInverseOpen: Bool?

  init(_ relationship: Schema.Relationship) {
    name = relationship.name
    originalName = relationship.originalName
    options = relationship.options
    type = relationship.encodedType
    destination = relationship.destination
    deleteRule = relationship.deleteRule
    inverseName = relationship.inverseName
    minimumModelCount = relationship.minimumModelCount
    maximumModelCount = relationship.maximumModelCount
    hashModifier = relationship.hashModifier
    isOptional = relationship.isOptional
    isToOne = relationship.isToOneRelationship
    leavesInverseOpen = relationship.leavesInverseOpen ? true : nil
  }
}

extension Schema.Relationship {
  /// Decodes a relationship that `encode(to:)` encoded; it has no key paths.
  ///
  /// - Throws: `DecodingError` if the data is not a relationship.
  public convenience init(from decoder: any Decoder) throws {
    let form = try EncodedRelationship(from: decoder)
    self.init(
      deleteRule: form.deleteRule, minimumModelCount: form.minimumModelCount,
      maximumModelCount: form.maximumModelCount, originalName: form.originalName,
      hashModifier: form.hashModifier)
    name = form.name
    options = form.options
    valueType =
      form.type.type ?? (form.isOptional ? Optional<UnknownValue>.self : UnknownValue.self)
    destination = form.destination
    inverseName = form.inverseName
    encodedType = form.type
    isOptional = form.isOptional
    isToOneRelationship = form.isToOne
    leavesInverseOpen = form.leavesInverseOpen ?? false
  }

  /// Encodes the relationship without its key paths.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try EncodedRelationship(self).encode(to: encoder)
  }
}

extension Schema.Relationship {
  /// What happens to the related models when a model is deleted.
  public enum DeleteRule: String, Codable, Sendable {
    /// Nothing: their references dangle.
    case noAction
    /// Their references to the deleted model become nil.
    case nullify
    /// They are deleted, too.
    case cascade
    /// The model cannot be deleted while there are any.
    case deny
  }

  /// An option of a relationship.
  public struct Option: Codable, Hashable, CustomDebugStringConvertible {
    private enum Kind: String, Codable { case unique }

    private let kind: Kind

    /// No two models are related to the same model.
    public static var unique: Option { Option(kind: .unique) }

    /// The option as it is written in `@Relationship`.
    public var debugDescription: String { "." + kind.rawValue }
  }
}
