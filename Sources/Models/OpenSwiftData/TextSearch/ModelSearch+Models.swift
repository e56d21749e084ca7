import PredicateSQL
import TextSearch

extension ModelSearch {
  /// Creates the search for a model as declared in a context's container.
  init(_ type: any PersistentModel.Type, in context: ModelContext?) {
    let binding = try? context?.core.bindings.binding(for: type)
    self = binding?.search ?? ModelSearch(ofAllTextsIn: type)
  }
}

/// The texts of models, for searches in predicates; not for direct use.
public enum _ModelTexts<Model: PersistentModel>: _TextSource {
  /// The texts of a model that are searched.
  public static func texts(of model: Model) -> _SearchedTexts {
    let search = ModelSearch(Model.self, in: model.modelContext)
    return _SearchedTexts(
      search.keyPaths.map { ModelSearch.text(of: model, at: $0) }, search.tokenizer)
  }
}

/// A single text, for searches in predicates; not for direct use.
public enum _StringTexts: _TextSource {
  /// The text, searched by words.
  public static func texts(of text: String) -> _SearchedTexts { _SearchedTexts([text], .words) }
}

extension PersistentModel {
  /// Whether the texts of the model match a search as people type it.
  ///
  /// In a `#Predicate`, the store's full-text index answers if the configuration declares one
  /// (``TextIndex``), which reads only rows that match. Otherwise each model is evaluated in
  /// memory. Without a declaration, and for models without a context, all strings of the model are
  /// searched by words.
  ///
  /// Every text is a valid search. White space separates terms, all of which have to occur, each in
  /// any of the model's texts. Quotation marks make a phrase of several words (`"old town"`), a `*`
  /// after a term matches words that begin with it (`riv*`), and a `-` before a term excludes it
  /// (`-ruin`). Everything else is text. Terms without a letter or digit are ignored, and a search
  /// without terms matches every model. Only the first 1,000 characters of a search are used.
  ///
  /// - Parameter text: The search.
  /// - Returns: Whether the model matches it; false if the SQLite library lacks FTS5.
  public func matchesText(_ text: String) -> Bool {
    (try? _ModelTexts<Self>.texts(of: self).match(text)) ?? false
  }
}

extension String {
  /// Whether the text matches a search as people type it, by words.
  ///
  /// ``PersistentModel/matchesText(_:)`` describes the syntax of searches. In a `#Predicate`, an
  /// index of words that covers the property answers.
  ///
  /// - Parameter text: The search.
  /// - Returns: Whether the text matches it; false if the SQLite library lacks FTS5.
  public func matchesText(_ text: String) -> Bool {
    (try? _StringTexts.texts(of: self).match(text)) ?? false
  }
}
