import PredicateSQL
import RecordStore
import SQLCore

/// The state that one context needs to work with one store, with one call for each operation, never
/// one for each row.
///
/// It returns the instances of a registry; a store has no reference to a context.
protocol ModelStoreSession: FetchSession, LoadingSession, RelationshipSession, SavingSession {
  var store: any ModelStore { get }
  /// The cache of fetches; nil if the store has none.
  var fetchCache: (any FetchCache)? { get }
  /// The history of the store; nil if it has none that can be read.
  var history: (any HistorySession)? { get }
  /// The numbers of the store's transactions; nil if they have none.
  var transactionNumbers: (any TransactionNumbering)? { get }
  /// The searches whose results are ranked; nil if the store has none.
  var searches: (any SearchSession)? { get }
  /// The operations on sets of rows; nil if the store has no rows in a database.
  var setOperations: (any SetOperationSession)? { get }

  /// Releases the session's resources in the store; the session must not be used afterwards.
  func close()
}

/// Plans and runs fetches.
protocol FetchSession: AnyObject {
  /// Plans a fetch.
  ///
  /// - Parameters:
  ///   - descriptor: The models to fetch.
  ///   - binding: The class of the models.
  ///   - purpose: Whether the fetch returns models, a count or keys.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError.unsupportedPredicate`; what the store throws.
  func plan<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, for purpose: FetchPurpose
  ) throws -> FetchPlan

  /// The instances for the rows of a plan, or for those in a range.
  func run(
    _ plan: FetchPlan, range: FetchRange?, into registry: InstanceRegistry
  ) throws -> [AnyObject]

  /// The number of rows that a plan finds, without its range and without the rows with some keys.
  func count(_ plan: FetchPlan, without keys: [Int64]) throws -> Int

  /// The keys and entity numbers of a plan's rows, in order.
  func keys(_ plan: FetchPlan) throws -> [(key: Int64, entity: Int64)]

  /// The keys of a plan's rows, without their entity numbers.
  func rowKeys(_ plan: FetchPlan) throws -> [Int64]

  /// The first keys of a plan's rows after a key, in ascending order; the plan has no range.
  func keys(_ plan: FetchPlan, after key: Int64, limit: Int) throws -> [Int64]

  /// Runs `body`, which reads each row once and more rows than memory should hold.
  func withSmallCache(_ body: () throws -> Void) throws
}

/// Loads rows, and the members of relationships, by keys.
protocol LoadingSession: AnyObject {
  /// The instances for the existing rows with some keys.
  ///
  /// Reads the columns that a plan reads, or all columns without a plan.
  func load(
    _ keys: ArraySlice<Int64>, of binding: EntityBinding, _ plan: FetchPlan?,
    into registry: InstanceRegistry
  ) throws -> [AnyObject]

  /// Reads the row of one instance, if it exists.
  ///
  /// Of the values in files, only that of one property is read.
  ///
  /// - Parameters:
  ///   - key: The key of the row.
  ///   - binding: The class of the instance.
  ///   - index: The index of the property that is being accessed; -1 for none.
  ///   - body: Called with the row.
  /// - Returns: Whether there is a row.
  /// - Throws: What the store throws, and what reading the row throws.
  @discardableResult
  func withRow(
    _ key: Int64, of binding: EntityBinding, touching index: Int, _ body: (_RowLoader) -> Void
  ) throws -> Bool

  /// The members of a relationship of several instances, with the keys of their owners.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - keys: The keys of the instances, in ascending order.
  ///   - registry: The registry that receives the instances.
  /// - Returns: The members, in the order of the owners' keys and then of their own, and their
  ///   owners in the same order.
  /// - Throws: What the store throws.
  func members(
    _ relationship: RelationshipBinding, of keys: [Int64], into registry: InstanceRegistry
  ) throws -> (members: [AnyObject], owners: OwnerColumn)

  /// The entity numbers of rows, by key, for rows of subclasses of a class.
  ///
  /// Rows of the class itself may be omitted.
  func entityNumbers(of keys: [Int64], _ binding: EntityBinding) throws -> [Int64: Int64]
}

/// Reads relationships as keys, to find what delete rules will do.
protocol RelationshipSession: AnyObject {
  /// The owner of a member, in a relationship that is not stored in the members; nil for none.
  func owner(of member: Int64, _ relationship: RelationshipBinding) throws -> Int64?

  /// The targets of rows in a to-one relationship.
  ///
  /// The result may also contain rows of the same tree that these targets lead to in turn, but not
  /// those that `others` lead to. `others` is in ascending order.
  func targets(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64]

  /// The members of rows in a to-many relationship, without `others`, which is in ascending order.
  ///
  /// The result may also contain the members of these members, if they are of the same tree.
  func members(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64]

  /// The related pairs of rows in a many-to-many relationship.
  func pairs(
    of rows: [Int64], _ relationship: RelationshipBinding
  ) throws -> [(owner: Int64, member: Int64)]
}

/// The changes of a context, which a store plans and writes.
protocol SaveSource: ValueKeeper {
  /// Plans the save, after the transaction has begun.
  ///
  /// Called again if the transaction is repeated.
  ///
  /// - Parameter records: The session that writes the plan; others' writes no longer affect it.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError` for a value that cannot be stored, and what reading throws.
  func plan(for records: RecordSession) throws -> SavePlan
}

/// Writes changes, and detects those of others.
protocol SavingSession: AnyObject {
  /// Writes the changes of a context, all or nothing.
  ///
  /// - Parameters:
  ///   - changes: The changes, which create their plan.
  ///   - others: Work that has to succeed before the changes are committed.
  /// - Returns: The outcome, which takes effect when all stores have succeeded.
  /// - Throws: `SwiftDataError` that says why nothing was written.
  func save(_ changes: some SaveSource, before others: () throws -> Void) throws -> SaveOutcome

  /// Runs `body`, whose reads and writes with this session are one transaction.
  ///
  /// If the transaction conflicts with another one, it is rolled back, and `body` runs again.
  ///
  /// - Parameters:
  ///   - isolation: How the transaction is isolated from others.
  ///   - body: Reads and writes, saves among them.
  /// - Throws: What `body` throws; `SwiftDataError` that says why nothing was written, as
  ///   `unsupportedTransaction` by a store that cannot isolate transactions.
  func transaction(_ isolation: StoreIsolation, _ body: () throws -> Void) throws

  /// Whether somebody else has written since the last call; call it while rows are being read.
  func consumeExternalChanges() -> Bool

  /// Records that members with unsaved changes have to be read again before they are saved.
  func noteUnloadedMembers()
}

// Capabilities that only some stores have.

/// Runs fetches again whose plans a session has cached.
protocol FetchCache: AnyObject {
  /// The fingerprint of a fetch, to recognize it later; nil if the store alone cannot answer the
  /// fetch.
  func fingerprint<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) -> FingerprintReader?

  /// Runs a fetch with a cached plan; nil if there is none.
  func runKnown(
    _ fingerprint: FingerprintReader, _ range: FetchRange?, _ binding: EntityBinding,
    into registry: InstanceRegistry
  ) throws -> [AnyObject]?

  /// Runs a count with a cached plan; nil if there is none.
  func countKnown(_ fingerprint: FingerprintReader) throws -> Int?

  /// Takes back a fingerprint that is no longer used, so that the next one can reuse its memory.
  func reuse(_ fingerprint: inout FingerprintReader?)

  /// Caches a plan for fetches with the same fingerprint.
  func keep<T: PersistentModel>(
    _ plan: FetchPlan, for fingerprint: FingerprintReader, _ descriptor: FetchDescriptor<T>,
    _ purpose: FetchPurpose)
}

/// Reads and deletes the transactions in a store's history.
protocol HistorySession: AnyObject {
  /// Fetches the transactions of a type that match a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The transactions to fetch.
  ///   - bindings: The classes of the store's models.
  ///   - stores: The identifiers of all stores of the container.
  /// - Returns: The transactions; nil if the history has no transactions of the type.
  /// - Throws: `SwiftDataError.historyTokenExpired`, and what the store throws.
  func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings, among stores: [String]
  ) throws -> [T]?

  /// Deletes the transactions of a type that match a descriptor from the history.
  func deleteHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings) throws
}

/// Reads the consecutive numbers of a store's transactions.
protocol TransactionNumbering: AnyObject {
  /// The number of the last transaction that the session wrote; nil if there is none.
  var lastTransaction: Int64? { get }

  /// The number of the last transaction in the history, by any context or program; nil if there is
  /// none.
  func lastTransactionNumber() throws -> Int64?
}

/// Runs searches whose results are ranked.
protocol SearchSession: AnyObject {
  /// The instances for the rows of a plan that a full-text search finds, too.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - plan: The plan.
  ///   - range: The requested range of the result; nil for all rows.
  ///   - registry: The registry that receives the instances.
  /// - Returns: The instances, best matches first, and the score of each.
  /// - Throws: `SwiftDataError.unsupportedModel` if the store has no index of the model's texts;
  ///   what the store throws.
  func search(
    _ search: RankedSearch, _ plan: FetchPlan, range: FetchRange?, into registry: InstanceRegistry
  ) throws -> (models: [AnyObject], scores: [Double])
}

/// Reads and updates all rows of a plan without instances, in the database.
protocol SetOperationSession: AnyObject {
  /// Reads columns of the rows in the plan's range, in order.
  func read<Result>(
    _ columns: [SQLFragment], of plan: FetchPlan, _ body: (any RowCursor) throws -> Result
  ) throws -> Result

  /// Reads aggregates of the rows in the plan's range.
  func read<Result>(
    _ aggregates: RowAggregates, of plan: FetchPlan, _ body: (any RowCursor) throws -> Result
  ) throws -> Result

  /// Runs a query, which can only read.
  func query<Result>(
    _ statement: SQLFragment, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result

  /// Explains how the database runs a query, or measures it.
  func explain(_ statement: SQLFragment, measures: Bool) throws -> ExplainedStatement

  /// Explains how the database runs the statement of a plan, or measures it.
  func explain(_ plan: FetchPlan, measures: Bool) throws -> ExplainedStatement

  /// Updates rows in one transaction.
  ///
  /// - Parameters:
  ///   - update: The rows and their new values.
  ///   - author: The author, for the history.
  /// - Returns: The keys and entity numbers of the updated rows.
  /// - Throws: `SwiftDataError` that says why nothing was written.
  func perform(
    _ update: some RowUpdateSource, by author: String?
  ) throws -> [(key: Int64, entity: Int64)]
}

/// An update of the rows of a plan, in the form that the store needs.
protocol RowUpdateSource: AnyObject {
  var plan: FetchPlan { get }
  /// The columns with their new values.
  var assignments: [(column: SQLFragment, value: SQLFragment)] { get }
  /// The properties of the columns.
  var assignedProperties: PropertyMask { get }
  /// Whether rows may have equal unique values until all rows are updated.
  var mayPassThrough: Bool { get }

  /// Chooses among the rows of the plan; called again if the transaction is repeated.
  func selection() throws -> RowSelection
  /// Records an updated row: its key, its entity, and the new values of the columns.
  func note(_ row: any RowReader) throws
  /// The error for a value that its column cannot represent.
  func resultDoesNotFit(_ error: SQLError) -> SwiftDataError
}

extension LoadingSession {
  /// Loads the empty slots of an instance from its row, if there is one.
  ///
  /// A value in a file is loaded only for the property at `index`, which is being accessed.
  func load(
    _ object: AnyObject, _ key: Int64, _ binding: EntityBinding, touching index: Int = -1
  ) throws {
    if try withRow(key, of: binding, touching: index, { binding.load(object, $0) }) {
      binding.state(of: object)?.pointee.flags.remove(.partial)
    }
  }
}

/// The kind of result of a fetch.
enum FetchPurpose: Int {
  case models, count, keys
}
