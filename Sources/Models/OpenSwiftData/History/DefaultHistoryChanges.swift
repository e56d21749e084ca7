/// The insertion of a model into a default store.
public struct DefaultHistoryInsert<Model>: HistoryInsert where Model: PersistentModel {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// The number of a change.
  public typealias ChangeIdentifier = Int64

  /// The number of the change.
  public let changeIdentifier: ChangeIdentifier
  /// The number of the transaction that it is part of.
  public let transactionIdentifier: TransactionIdentifier
  /// The identifier of the model.
  public let changedPersistentIdentifier: PersistentIdentifier

  /// Whether both are the same change.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Feeds the change into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}

/// An update of properties of a model in a default store.
public struct DefaultHistoryUpdate<Model>: HistoryUpdate where Model: PersistentModel {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// The number of a change.
  public typealias ChangeIdentifier = Int64
  /// A property that changed.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The number of the change.
  public let changeIdentifier: ChangeIdentifier
  /// The number of the transaction that it is part of.
  public let transactionIdentifier: TransactionIdentifier
  /// The identifier of the model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The properties that changed.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Whether both are the same change.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Feeds the change into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}

/// The deletion of a model from a default store.
public struct DefaultHistoryDelete<Model>: HistoryDelete where Model: PersistentModel {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// The number of a change.
  public typealias ChangeIdentifier = Int64

  /// The number of the change.
  public let changeIdentifier: ChangeIdentifier
  /// The number of the transaction that it is part of.
  public let transactionIdentifier: TransactionIdentifier
  /// The identifier of the model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The preserved values of the model.
  public let tombstone: HistoryTombstone<Model>

  /// Whether both are the same change.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Feeds the change into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}
