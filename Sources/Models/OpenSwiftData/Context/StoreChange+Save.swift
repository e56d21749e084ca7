extension StoreChange {
  /// Creates the change that a save of a context made.
  init(_ summary: SaveSummary, by context: ModelContext) {
    source = ObjectIdentifier(context)
    author = context.author
    (inserted, updated, deleted) = (summary.inserted, summary.updated, summary.deleted)
    for session in context.registry.sessions {
      if let number = session.transactionNumbers?.lastTransaction {
        positions[session.store.identifier] = number
      }
    }
  }
}
