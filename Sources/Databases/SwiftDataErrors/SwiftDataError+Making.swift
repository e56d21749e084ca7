extension SwiftDataError {
  /// A model class without `@Model` that inherits from a model.
  package static func inheritance(of entity: String, from above: String) -> SwiftDataError {
    unsupportedModel.explained(
      "\(entity) inherits from the model \(above), but is declared without @Model.", entity: entity,
      advice: "Declare both classes with @Model.")
  }

  /// The advice of an error, for the error that it causes; `other` if it has none.
  package static func advice(of error: any Error, or other: String) -> String {
    (error as? SwiftDataError)?.recoverySuggestion ?? other
  }
}
