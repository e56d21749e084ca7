import DataSchema

extension Schema {
  /// Something that this library stores in a form which no store made by Apple's frameworks was seen to have.
  ///
  /// The library reads it as it wrote it. What Apple's frameworks would make of it is not known: a store
  /// that is to be opened by them, too, is safer without.
  public struct StorageWarning: Hashable, Sendable, CustomStringConvertible {
    /// The entity.
    public let entity: String
    /// The property, down to the part of a composite value (`place.altitude`), or those of an index, joined
    /// by commas; nil where the whole entity is concerned.
    public let property: String?
    /// What is stored, as Swift spells it, such as `UInt64`.
    public let type: String
    /// How it is stored.
    public let storedForm: String

    init(_ form: UnconfirmedForm) {
      (entity, property, type, storedForm) = (form.entity, form.property, form.type, form.form)
    }

    /// Where it is and how it is stored, in a sentence.
    public var description: String {
      let place = [entity, property].compactMap(\.self).joined(separator: ".")
      return
        "\(place): \(type) is stored as \(storedForm); no store made by Apple's frameworks was "
        + "seen to have that."
    }
  }

  /// Checks the models.
  ///
  /// A container does the same when it opens, and takes no notice of warnings.
  ///
  /// - Returns: What is stored in a form that stores of Apple's frameworks were not seen to have, in the
  ///   order of the entities and their properties; nothing where all forms were seen.
  /// - Throws: `SwiftDataError.unsupportedModel` for the first mistake in the models, naming the entity and
  ///   the property.
  @discardableResult
  public func validate() throws -> [StorageWarning] {
    try checkModels()
    return modelDescription.unconfirmedForms(knowingTransformers: true).map(StorageWarning.init)
  }
}
