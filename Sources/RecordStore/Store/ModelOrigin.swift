/// Where it is known from what entities a store has.
package enum ModelOrigin: Hashable, Sendable {
  /// This library wrote it into the file.
  case own
  /// Apple's frameworks archived it in the file.
  case archived
  /// Whoever opened the store gave it: a model with this name.
  case given(String)
  /// The tables tell it, as far as they do.
  case derived(DerivedModelOrigin)

  /// What is not certain, as sentences; none for a model that stands in the file.
  package var guesses: [String] {
    if case .derived(let origin) = self { origin.guesses } else { [] }
  }
}

/// Why a model had to be derived from tables, and what of it is not certain.
package struct DerivedModelOrigin: Hashable, Sendable {
  /// Why the file's own word does not count, as the rest of a sentence.
  package let problem: String
  package let guesses: [String]

  package init(problem: String, guesses: [String]) {
    (self.problem, self.guesses) = (problem, guesses)
  }
}
