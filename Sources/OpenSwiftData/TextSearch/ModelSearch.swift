import Foundation
import PredicateSQL
import TextSearch

/// What a search of a model looks at.
struct ModelSearch: @unchecked Sendable {
  // `@unchecked`: key paths are immutable values that the standard library does not mark Sendable.

  /// The properties with texts.
  let keyPaths: [AnyKeyPath]
  let tokenizer: TextTokenizer
  /// Where the store keeps an index of them; nil where it has none.
  let index: ResolvedTextIndex?

  /// What is searched where nothing is declared: all strings of the class, by words.
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

  /// What a search of `type` looks at in a container.
  init(_ type: any PersistentModel.Type, in context: ModelContext?) {
    let binding = try? context?.core.bindings.binding(for: type)
    self = binding?.search ?? ModelSearch(ofAllTextsIn: type)
  }

  /// The text of a property; nil for none.
  static func text<Model: PersistentModel>(of model: Model, at keyPath: AnyKeyPath) -> String? {
    // A property that is inherited has a key path of the class above.
    let value =
      (keyPath as? PartialKeyPath<Model>).map { model[keyPath: $0] } ?? model[keyPath: keyPath]
    if let text = value as? String { return text }
    return (value as? any RawRepresentable)?.rawValue as? String
  }
}

/// The texts of models, for searches in predicates; not for use by hand.
public enum _ModelTexts<Model: PersistentModel>: _TextSource {
  /// The texts that a model is searched by.
  public static func texts(of model: Model) -> _SearchedTexts {
    let search = ModelSearch(Model.self, in: model.modelContext)
    return _SearchedTexts(
      search.keyPaths.map { ModelSearch.text(of: model, at: $0) }, search.tokenizer)
  }
}

/// A text by itself, for searches in predicates; not for use by hand.
public enum _StringTexts: _TextSource {
  /// The text, searched by words.
  public static func texts(of text: String) -> _SearchedTexts { _SearchedTexts([text], .words) }
}

extension PersistentModel {
  /// Whether the texts of the model fulfil a search as people type it.
  ///
  /// In a `#Predicate` the store's full-text index answers where the configuration declares one
  /// (``TextIndex``), which reads no row that is not found. Elsewhere each model is looked at in memory.
  /// Without a declaration, and for models of no context, all strings of the model are searched by
  /// words.
  ///
  /// Every text is a search: white space separates terms, all of which have to occur, in whichever of
  /// the model's texts. Quotation marks make a phrase of several words (`"old town"`), a `*` behind a
  /// term means words that begin with it (`riv*`), a `-` before it that it must not occur (`-ruin`);
  /// all else is text. Terms without a letter or digit count for nothing, and a search without terms
  /// is fulfilled by every model. Only the first 1,000 characters of a search count.
  ///
  /// - Parameter text: What is searched for.
  /// - Returns: Whether the model fulfils it; false where the SQLite at hand lacks FTS5.
  public func matchesText(_ text: String) -> Bool {
    (try? _ModelTexts<Self>.texts(of: self).match(text)) ?? false
  }
}

extension String {
  /// Whether the text fulfils a search as people type it, by words.
  ///
  /// What a search can say is told at ``PersistentModel/matchesText(_:)``. In a `#Predicate` an index of
  /// words that covers the property answers.
  ///
  /// - Parameter text: What is searched for.
  /// - Returns: Whether the text fulfils it; false where the SQLite at hand lacks FTS5.
  public func matchesText(_ text: String) -> Bool {
    (try? _StringTexts.texts(of: self).match(text)) ?? false
  }
}
