/// The source of a store's model.
package enum ModelOrigin: Hashable, Sendable {
  /// This library wrote it into the file.
  case own
  /// Apple's frameworks archived it in the file.
  case archived
  /// The caller supplied it when opening the store: a model with this name.
  case given(String)
  /// Derived from the tables, as far as possible.
  case derived(DerivedModelOrigin)

  /// Uncertain conclusions about the model, as sentences; empty if the model is stored in the file.
  package var guesses: [String] {
    if case .derived(let origin) = self { origin.guesses } else { [] }
  }
}

/// The reason why a model was derived from tables, and the uncertain conclusions about it.
package struct DerivedModelOrigin: Hashable, Sendable {
  /// Why the file's own model is not used, as the rest of a sentence.
  package let problem: String
  package let guesses: [String]
}
