import TextSearch

/// A search whose results are ranked by how well they match.
struct RankedSearch {
  let query: TextQuery
  /// The weight of each property of the index, in its order.
  let weights: [Double]
}

extension SwiftDataError {
  /// The error for a search whose results cannot be ranked.
  static func hasNoTextIndex(_ entity: String, path: String) -> SwiftDataError {
    unsupportedModel.explained(
      "The search results cannot be ranked: the store has no full-text index of the model.",
      entity: entity, path: path,
      advice:
        "Declare a TextIndex on the store's configuration, or fetch with matchesText(_:).")
  }
}
