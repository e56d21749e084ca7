extension SwiftDataError {
  /// A model class or instance that cannot be stored.
  package static func unsupportedModel(
    _ what: String, entity: String? = nil, property: String? = nil
  ) -> SwiftDataError {
    unsupportedModel.explained(what, entity: entity, property: property)
  }

  /// A model class without `@Model` that inherits from a model.
  package static func inheritance(of entity: String, from above: String) -> SwiftDataError {
    unsupportedModel.explained(
      "\(entity) inherits from the model \(above), and was written by hand.", entity: entity,
      advice: "Write both classes with @Model.")
  }

  /// A damaged database.
  package static func storeIsCorrupt(path: String, _ what: String) -> SwiftDataError {
    storeIsCorrupt.explained(what, path: path, advice: "Restore the store from a backup.")
  }

  /// A value of a property that has no stored form.
  package static func valueCannotBeStored(
    entity: String, property: String, underlying: any Error
  ) -> SwiftDataError {
    valueCannotBeStored.explained(
      "The value has no stored form.", entity: entity, property: property,
      underlying: underlying)
  }

  /// A stored value that is not a value of the property's type.
  package static func valueCannotBeRead(
    entity: String, property: String, underlying: any Error
  ) -> SwiftDataError {
    valueCannotBeRead.explained(
      "What is stored is no value of the property's type.", entity: entity, property: property,
      underlying: underlying)
  }

  /// Changes that a batch of an enumeration left unsaved.
  package static func enumerationLeftChanges(entity: String) -> SwiftDataError {
    enumerationLeftChanges.explained(
      "The block changed models and left the changes unsaved.", entity: entity,
      advice: "Save at the end of the block, or pass allowEscapingMutations: true.")
  }
}
