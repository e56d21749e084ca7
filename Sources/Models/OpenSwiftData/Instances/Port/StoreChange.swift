/// The changes that a save, or a similar event, made to the stores of a container.
struct StoreChange: Sendable {
  /// The context that made the changes; nil for other processes and for changes without a context.
  var source: ObjectIdentifier?
  /// The author, as recorded in the history.
  var author: String?
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  /// Whether anything may have changed.
  var isUnknown = false
  /// The numbers of the last transactions, by the identifiers of their stores.
  var positions: [String: Int64] = [:]

  /// The identifiers of all models that the change concerns.
  var identifiers: [PersistentIdentifier] { inserted + updated + deleted }

  /// A change that may concern anything.
  static let unknown = StoreChange(isUnknown: true)
}
