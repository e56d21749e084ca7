/// A change to one model in a transaction.
public enum HistoryChange: Sendable {
  /// The insertion of a model.
  case insert(any HistoryInsert)
  /// An update of properties of a model.
  case update(any HistoryUpdate)
  /// The deletion of a model.
  case delete(any HistoryDelete)

  /// The identifier of the model.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// The insertion of a model.
public protocol HistoryInsert<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// The type of identifiers of transactions.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of identifiers of changes.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The identifier of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identifier of the transaction that it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An update of properties of a model.
public protocol HistoryUpdate<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// The type of identifiers of transactions.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of identifiers of changes.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// A property that changed.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The identifier of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identifier of the transaction that it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties that changed; the history does not keep their values.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The deletion of a model.
public protocol HistoryDelete<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// The type of identifiers of transactions.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of identifiers of changes.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The identifier of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identifier of the transaction that it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The preserved values of the model: attributes with the option `.preserveValueOnDeletion`.
  var tombstone: HistoryTombstone<Model> { get }
}
