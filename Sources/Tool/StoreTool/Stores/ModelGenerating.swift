import ModelGeneration

/// A kind of store whose tables, or those of another program, can become models.
package protocol ModelGenerating: StoreKind {
  /// Generates the code of models for a database.
  ///
  /// - Parameters:
  ///   - place: The address of the database.
  ///   - schema: The schema that contains the tables; nil for the schema that the address names, or
  ///     the default one.
  /// - Returns: The files, and notes about what they omit.
  /// - Throws: `ModelGenerationError` for tables that cannot become models; `ToolError` for a schema
  ///   that the address names differently; errors of the database.
  func models(of place: String, schema: String?) throws -> GeneratedModels
}
