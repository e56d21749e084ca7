/// What a save, or something like it, did to the stores of a container, for those who observe them.
struct StoreChange: Sendable {
  /// The context that did it; nil for other processes and for what no context does.
  var source: ObjectIdentifier?
  /// Who did it, as the history says.
  var author: String?
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  /// Whether anything may have changed.
  var isUnknown = false
  /// The last transactions, by the identifiers of their stores.
  var positions: [String: Int64] = [:]

  /// All models that it concerns.
  var identifiers: [PersistentIdentifier] { inserted + updated + deleted }

  /// Anything may have changed.
  static let unknown = StoreChange(isUnknown: true)
}

extension StoreChange {
  /// What a save of a context did.
  init(_ summary: SaveSummary, by context: ModelContext) {
    source = ObjectIdentifier(context)
    author = context.author
    (inserted, updated, deleted) = (summary.inserted, summary.updated, summary.deleted)
    for session in context.sessions {
      if let number = session.lastTransaction { positions[session.store.identifier] = number }
    }
  }
}
