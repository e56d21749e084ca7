import Foundation
import TextSearch

/// A full-text index: which texts of a model can be searched, and how.
///
/// It is declared on the configuration, so that the code of models still compiles with Apple's
/// framework.
///
/// ```swift
/// let configuration = ModelConfiguration()
///   .addingTextIndexes(TextIndex(\Spot.title, \Spot.notes))
/// ```
///
/// A model has at most one index, and searches look at all of its texts.
public struct TextIndex: Hashable, @unchecked Sendable {
  // `@unchecked`: key paths are immutable values that the standard library does not mark Sendable.

  /// How texts are split into terms that can be searched for.
  public enum Tokenizer: Hashable, Sendable, CaseIterable {
    /// Words, regardless of case and diacritics: "Café" is found by "cafe".
    case words
    /// Words by their English stems: "castles" is found by "castle".
    case englishStems
    /// All substrings of three or more characters, regardless of case; shorter ones are searched
    /// for in all rows.
    ///
    /// For languages without spaces between words, such as Japanese and Chinese, and for parts of
    /// words. Needs about five times the space of the others, and SQLite 3.34 or PostgreSQL's
    /// extension `pg_trgm`.
    case substrings
  }

  /// The model whose texts are indexed.
  public let modelType: any PersistentModel.Type
  /// How the texts are split.
  public let tokenizer: Tokenizer
  let keyPaths: [AnyKeyPath]

  /// Declares an index of texts of a model.
  ///
  /// Whether they can be indexed is checked when a container is made.
  ///
  /// - Parameters:
  ///   - properties: Properties of type `String`, `String?`, or an enumeration with raw values of
  ///     that type, without `.transformable` or `.codable`.
  ///   - tokenizer: How the texts are split.
  public init<Model: PersistentModel>(
    _ properties: PartialKeyPath<Model>..., tokenizer: Tokenizer = .words
  ) {
    modelType = Model.self
    keyPaths = properties
    self.tokenizer = tokenizer
  }

  /// Whether both index the same texts in the same way.
  public static func == (lhs: TextIndex, rhs: TextIndex) -> Bool {
    lhs.modelType == rhs.modelType && lhs.tokenizer == rhs.tokenizer
      && lhs.keyPaths == rhs.keyPaths
  }

  /// Hashes the model, the texts and the tokenizer.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(modelType))
    hasher.combine(tokenizer)
    hasher.combine(keyPaths)
  }
}

extension TextIndex.Tokenizer {
  var stored: TextTokenizer {
    switch self {
    case .words: .words
    case .englishStems: .englishStems
    case .substrings: .substrings
    }
  }
}

extension ModelConfiguration {
  /// The configuration with additional full-text indexes.
  ///
  /// - Parameter indexes: The indexes.
  /// - Returns: The configuration, with these indexes added to its ``textIndexes``.
  public func addingTextIndexes(_ indexes: TextIndex...) -> ModelConfiguration {
    var result = self
    result.textIndexes = (textIndexes ?? []) + indexes
    return result
  }
}
