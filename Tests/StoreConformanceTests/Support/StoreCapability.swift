/// Capabilities that a store declares.
enum StoreCapability: String, CaseIterable, Sendable {
  /// Saved models exist when a container opens the store again.
  case persistence
  /// A model with the unique values of a stored one replaces it.
  case uniqueConstraints
  /// The store reports which rows were replaced through unique values of others.
  case replacedRows
  /// Targets of saved relationships must exist, even if another context has deleted them meanwhile.
  case referentialIntegrity
  /// Errors identify rows by entity and number, starting at 1.
  case numberedRows
  /// Rows of a sorted result are loaded in batches when they are reached.
  case rowsInBatches
  /// Members of to-many relationships keep their order.
  case memberOrder
  /// Models may inherit from other models.
  case inheritance
  /// If two contexts change different properties of one model, both changes are kept.
  case mergedProperties
  /// A store can be migrated to a later version.
  case migration
  /// NaN and infinite numbers can be stored.
  case nonFiniteNumbers
  /// All dates are stored exactly, including very distant ones and NaN.
  case everyDate
  /// Texts may contain NUL.
  case everyText
  /// Attributes of many models can be updated by one statement.
  case updatesOfMany
  /// Transactions are recorded, and can be fetched by predicates.
  case history
  /// Full-text indexes can be declared, and rank search results.
  case textIndexes
  /// What a context reads and writes in a transaction is one.
  case transactions
  /// Transactions run side by side, and run again after conflicts; otherwise they wait for each
  /// other.
  case simultaneousTransactions
  /// The store runs SQL queries, and explains its fetches.
  case queries
  /// Tens of thousands of models are stored quickly.
  case bulk
}
