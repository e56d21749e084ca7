/// What became of one model in a transaction.
public enum HistoryChange: Sendable {
  /// A model is new.
  case insert(any HistoryInsert)
  /// Properties of a model changed.
  case update(any HistoryUpdate)
  /// A model was deleted.
  case delete(any HistoryDelete)

  /// The model.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// That a model is new.
public protocol HistoryInsert<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// The type of what tells transactions apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of what tells changes apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// What tells the change from others.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// That properties of a model changed.
public protocol HistoryUpdate<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// The type of what tells transactions apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of what tells changes apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// A property that changed.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// What tells the change from others.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties that changed; their values the history does not keep.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// That a model was deleted.
public protocol HistoryDelete<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// The type of what tells transactions apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of what tells changes apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// What tells the change from others.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// What is kept of the model: attributes with the option `.preserveValueOnDeletion`.
  var tombstone: HistoryTombstone<Model> { get }
}
