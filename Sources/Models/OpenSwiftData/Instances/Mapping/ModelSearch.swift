import Foundation
import PredicateSQL
import TextSearch

/// The texts of a model that a search looks at.
struct ModelSearch: @unchecked Sendable {
  // `@unchecked`: key paths are immutable values that the standard library does not mark Sendable.

  /// The properties that contain the texts.
  let keyPaths: [AnyKeyPath]
  let tokenizer: TextTokenizer
  /// The store's index of the texts; nil if it has none.
  let index: ResolvedTextIndex?

  /// Creates the search for a model without a declaration: all strings of the class, by words.
  init(ofAllTextsIn type: any PersistentModel.Type) {
    keyPaths = type.schemaMetadata
      .filter { $0.valueType == String.self || $0.valueType == String?.self }
      .map(\.keypath)
    tokenizer = .words
    index = nil
  }

  init(_ keyPaths: [AnyKeyPath], _ tokenizer: TextTokenizer, _ index: ResolvedTextIndex?) {
    self.keyPaths = keyPaths
    self.tokenizer = tokenizer
    self.index = index
  }

  /// The text of a property; nil if there is none.
  static func text<Model: PersistentModel>(of model: Model, at keyPath: AnyKeyPath) -> String? {
    // An inherited property has a key path of the superclass.
    let value =
      (keyPath as? PartialKeyPath<Model>).map { model[keyPath: $0] } ?? model[keyPath: keyPath]
    if let text = value as? String { return text }
    return (value as? any RawRepresentable)?.rawValue as? String
  }
}
