import DataSchema

extension Schema {
  /// The schema as plain values, which tables, hashes and migrations are based on.
  package var modelDescription: ModelDescription {
    ModelDescription(
      entities: entities.map { $0.description(of: modelTypes[$0.name]) },
      versionIdentifiers: [version.description])
  }
}

extension Schema.Entity {
  /// The entity as a plain value, with the defaults of its attributes.
  ///
  /// - Parameter type: The model's class; nil if there is none.
  /// - Returns: The plain value.
  fileprivate func description(of type: (any PersistentModel.Type)?) -> EntityDescription {
    // Only evaluated if the first evaluation of a default is not sufficient.
    lazy var metadata = type?.schemaMetadata ?? []
    return description { attribute in
      guard attribute.defaultValue != nil else { return attribute.propertyDescription }
      return AttributeDefault(attribute) {
        metadata.first { $0.name == attribute.name }?.defaultValue
      }.applied(to: attribute.propertyDescription)
    }
  }
}
