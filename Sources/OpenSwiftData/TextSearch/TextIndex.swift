import Foundation
import TextSearch

/// A full-text index: which texts of a model can be searched, and how.
///
/// It is declared on the configuration, so that the code of models stays what Apple's framework
/// compiles as well.
///
/// ```swift
/// let configuration = ModelConfiguration()
///   .addingTextIndexes(TextIndex(\Spot.title, \Spot.notes))
/// ```
///
/// A model has at most one index, and searches look at all of its texts.
public struct TextIndex: Hashable, @unchecked Sendable {
  // `@unchecked`: key paths are immutable values that the standard library does not mark Sendable.

  /// How texts are taken apart into what can be searched for.
  public enum Tokenizer: Hashable, Sendable, CaseIterable {
    /// Words, regardless of case and diacritics: "Café" is found by "cafe".
    case words
    /// Words by the stems that they have in English: "castles" is found by "castle".
    case englishStems
    /// All parts of texts of three characters or more, regardless of case; shorter parts are looked
    /// for in all rows. For languages without spaces between words, such as Japanese and Chinese, and
    /// for parts of words. Needs about five times the room of the others, and SQLite 3.34.
    case substrings
  }

  /// The model whose texts they are.
  public let modelType: any PersistentModel.Type
  /// How the texts are taken apart.
  public let tokenizer: Tokenizer
  let keyPaths: [AnyKeyPath]

  /// Declares an index of some texts of a model.
  ///
  /// Whether they can be indexed is checked when a container is made.
  ///
  /// - Parameters:
  ///   - properties: Properties of type `String`, `String?`, or an enumeration with raw values of that
  ///     type, without `.transformable` or `.codable`.
  ///   - tokenizer: How the texts are taken apart.
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
  /// The configuration with further full-text indexes.
  ///
  /// - Parameter indexes: The indexes.
  /// - Returns: The configuration, whose ``textIndexes`` are those that it had and these.
  public func addingTextIndexes(_ indexes: TextIndex...) -> ModelConfiguration {
    var result = self
    result.textIndexes = (textIndexes ?? []) + indexes
    return result
  }
}
