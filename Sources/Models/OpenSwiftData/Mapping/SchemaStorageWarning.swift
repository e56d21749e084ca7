import DataSchema

extension Schema {
  /// Data that this library stores in a form that has not been seen in any store made by Apple's
  /// frameworks.
  ///
  /// The library can read what it wrote. How Apple's frameworks would read it is not known. If they
  /// should open the store, too, it is safer to avoid such data.
  public struct StorageWarning: Hashable, Sendable, CustomStringConvertible {
    /// The entity.
    public let entity: String
    /// The property, or the properties of an index, separated by commas; nil for the whole entity.
    ///
    /// A part of a composite value is included (`place.altitude`).
    public let property: String?
    /// The stored type as Swift spells it, such as `UInt64`.
    public let type: String
    /// The form in which it is stored.
    public let storedForm: String

    init(_ form: UnconfirmedForm) {
      (entity, property, type, storedForm) = (form.entity, form.property, form.type, form.form)
    }

    /// The location and the stored form, in a sentence.
    public var description: String {
      let place = [entity, property].compactMap(\.self).joined(separator: ".")
      return
        "\(place): \(type) is stored as \(storedForm); this form has not been seen in any "
        + "store made by Apple's frameworks."
    }
  }

  /// Checks the models for mistakes.
  ///
  /// A container makes the same checks when it opens, but ignores warnings.
  ///
  /// - Returns: Warnings about data in forms that have not been seen in stores of Apple's
  ///   frameworks, in the order of the entities and their properties; empty if all forms have been
  ///   seen.
  /// - Throws: `SwiftDataError.unsupportedModel` for the first mistake in the models, with the
  ///   entity and the property.
  @discardableResult
  public func validate() throws -> [StorageWarning] {
    try checkModels()
    return modelDescription.unconfirmedForms(knowingTransformers: true).map(StorageWarning.init)
  }
}
