/// What a store may do or not, as it declares.
enum StoreCapability: String, CaseIterable, Sendable {
  /// What was saved is there when a container opens the store again.
  case persistence
  /// A model with the unique values of a stored one takes its row.
  case uniqueConstraints
  /// It tells which rows gave way to the unique values of others.
  case replacedRows
  /// What a save leads to has to be there, also where somebody else has deleted it meanwhile.
  case referentialIntegrity
  /// Errors name rows by their entity and a number from 1 on.
  case numberedRows
  /// Rows of a sorted result are read when they are reached.
  case rowsInBatches
  /// Members of to-many relationships come back in the order in which they were put.
  case memberOrder
  /// Models may inherit from others.
  case inheritance
  /// Of two contexts that save other properties of one model, both are heard.
  case mergedProperties
  /// A store of an earlier version is opened with a later one.
  case migration
  /// NaN and the infinities come back.
  case nonFiniteNumbers
  /// Dates are kept to the last digit, however far they are, and NaN.
  case everyDate
  /// Texts may have the character NUL.
  case everyText
  /// Attributes of many models are set at once.
  case updatesOfMany
  /// Transactions are told of, and asked for by predicates.
  case history
  /// Full-text indexes of models are declared, and rank what searches find.
  case textIndexes
  /// Tens of thousands of models are no trouble.
  case bulk
}
