import TextSearch

/// A search whose results are wanted in the order of how well they fit.
struct RankedSearch {
  let query: TextQuery
  /// How much each property of the index counts, in its order.
  let weights: [Double]
}

extension SwiftDataError {
  /// The error for a search whose results nothing can rank.
  static func hasNoTextIndex(_ entity: String, path: String) -> SwiftDataError {
    unsupportedModel.explained(
      "The store has no full-text index of the model, by which a search could rank its results.",
      entity: entity, path: path,
      advice:
        "Declare a TextIndex on the store's ModelConfiguration, or fetch with matchesText(_:).")
  }
}
