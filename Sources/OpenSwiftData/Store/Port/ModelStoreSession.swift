import PredicateSQL
import RecordStore

/// What one context needs to work on one store: a call for each operation, never one for each row.
///
/// Instances come back through a sink, which is the context; a store knows of no context.
protocol ModelStoreSession: AnyObject {
  var store: any ModelStore { get }

  /// The plan of a fetch.
  ///
  /// - Parameters:
  ///   - descriptor: Which models.
  ///   - binding: The class of the models.
  ///   - purpose: What is wanted of them.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError.unsupportedPredicate`; what the store
  ///   throws.
  func plan<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, for purpose: FetchPurpose
  ) throws -> FetchPlan

  /// The instances for the rows of a plan, or for those in a range.
  func run(
    _ plan: FetchPlan, range: FetchRange?, into sink: some InstanceSink
  ) throws -> [AnyObject]

  /// How many rows a plan finds, whatever its range, beside those of some keys.
  func count(_ plan: FetchPlan, without keys: [Int64]) throws -> Int

  /// The keys and entity numbers of the rows of a plan, in their order.
  func keys(_ plan: FetchPlan) throws -> [(key: Int64, entity: Int64)]

  /// The keys of a plan's rows, without what else `keys(_:)` tells.
  func rowKeys(_ plan: FetchPlan) throws -> [Int64]

  /// The first keys of a plan's rows after a key, in ascending order; the plan has no range.
  func keys(_ plan: FetchPlan, after key: Int64, limit: Int) throws -> [Int64]

  /// The instances for the rows of some keys that are there, with what a plan reads of each; for no
  /// plan all of it.
  func load(
    _ keys: ArraySlice<Int64>, of binding: EntityBinding, _ plan: FetchPlan?,
    into sink: some InstanceSink
  ) throws -> [AnyObject]

  /// Reads the row of one instance, where it exists; of values in files that of one property alone.
  ///
  /// - Parameters:
  ///   - key: The row.
  ///   - binding: The class of the instance.
  ///   - index: The property that somebody reads; -1 for none.
  ///   - body: Gets the row.
  /// - Returns: Whether there is a row.
  /// - Throws: What the store throws, and what reading the row throws.
  @discardableResult
  func withRow(
    _ key: Int64, of binding: EntityBinding, touching index: Int, _ body: (_RowLoader) -> Void
  ) throws -> Bool

  /// The members of a relationship of several instances, and the keys of whom each belongs to.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - keys: The keys of the instances, in ascending order.
  ///   - sink: Whose instances they are.
  /// - Returns: The members, in the order of the owners' keys and then of their own, and their owners
  ///   in the same order.
  /// - Throws: What the store throws.
  func members(
    _ relationship: RelationshipBinding, of keys: [Int64], into sink: some InstanceSink
  ) throws -> (members: [AnyObject], owners: OwnerColumn)

  /// The numbers of the entities that rows are of, by key, where these inherit from that of a class; rows
  /// of the class itself may be left out.
  func entityNumbers(of keys: [Int64], _ binding: EntityBinding) throws -> [Int64: Int64]

  // Who is related to whom, by keys: for what delete rules will do.

  /// The row that a member belongs to, in a relationship whose members do not know it; nil for none.
  func owner(of member: Int64, _ relationship: RelationshipBinding) throws -> Int64?
  /// What rows point at in a to-one relationship; further rows of the same tree that these lead to may
  /// be among the result, but for what `others` lead to, which are in ascending order.
  func targets(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64]
  /// The members of rows in a to-many relationship without `others`, which are in ascending order;
  /// further rows of the same tree may be among the result.
  func members(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64]
  /// The related pairs of rows in a many-to-many relationship.
  func pairs(
    of rows: [Int64], _ relationship: RelationshipBinding
  ) throws -> [(owner: Int64, member: Int64)]

  /// Writes the changes of a context, all or none of them.
  ///
  /// - Parameters:
  ///   - changes: The changes, which make themselves a plan and take note of the outcome.
  ///   - others: What has to succeed before the changes are there for good.
  /// - Throws: `SwiftDataError` that says why nothing was written.
  func save(_ changes: some SaveSource, before others: () throws -> Void) throws

  /// Whether somebody else has written since the last call; for while rows are being read.
  func consumeExternalChanges() -> Bool
  /// Takes note that members with unsaved changes are to be read anew before they are saved.
  func noteUnloadedMembers()

  /// Gives back what the session holds of the store; the session is not used afterwards.
  func close()

  // What only some stores can do.

  /// The number of the transaction that was written last; nil for none, and without a history.
  var lastTransaction: Int64? { get }
  /// The number of the last transaction of the history, whoever wrote it; nil without a history.
  func lastTransactionNumber() throws -> Int64?

  /// By what a fetch that the store alone can answer is known again; nil for any other.
  func fingerprint<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) -> FingerprintReader?
  /// Runs a fetch that is known; nil where it is not.
  func runKnown(
    _ fingerprint: FingerprintReader, _ range: FetchRange?, _ binding: EntityBinding,
    into sink: some InstanceSink
  ) throws -> [AnyObject]?
  /// Runs a count that is known; nil where it is not.
  func countKnown(_ fingerprint: FingerprintReader) throws -> Int?
  /// Takes back a fingerprint that is of no more use, whose memory the next one may have.
  func reuse(_ fingerprint: inout FingerprintReader?)
  /// Keeps a plan for fetches of the same fingerprint.
  func keep<T: PersistentModel>(
    _ plan: FetchPlan, for fingerprint: FingerprintReader, _ descriptor: FetchDescriptor<T>,
    _ purpose: FetchPurpose)
  /// The instances for the rows of a plan that a full-text search finds as well.
  ///
  /// - Parameters:
  ///   - search: What is searched for.
  ///   - plan: The plan.
  ///   - range: The part of them that is wanted; nil for all.
  ///   - sink: Whose instances they are.
  /// - Returns: The instances, the best first, and the score of each.
  /// - Throws: `SwiftDataError.unsupportedModel` where the store has no index of the model's texts; what
  ///   the store throws.
  func search(
    _ search: RankedSearch, _ plan: FetchPlan, range: FetchRange?, into sink: some InstanceSink
  ) throws -> (models: [AnyObject], scores: [Double])
  /// The transactions of a type that a descriptor asks for.
  ///
  /// - Parameters:
  ///   - descriptor: Which transactions.
  ///   - bindings: The classes of the store's models.
  ///   - stores: The identifiers of all stores of the container.
  /// - Returns: The transactions; nil where the history has no such type.
  /// - Throws: `SwiftDataError.historyTokenExpired`, and what the store throws.
  func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings, among stores: [String]
  ) throws -> [T]?
  /// Forgets the transactions of a type that a descriptor asks for.
  func deleteHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings) throws
  /// Runs `body`, which goes once through more rows than memory should hold.
  func withSmallCache(_ body: () throws -> Void) throws
}

// A store that knows no fetch again, and keeps nothing in memory.

extension ModelStoreSession {
  var lastTransaction: Int64? { nil }

  func lastTransactionNumber() throws -> Int64? { nil }

  func fingerprint<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) -> FingerprintReader? { nil }

  func runKnown(
    _ fingerprint: FingerprintReader, _ range: FetchRange?, _ binding: EntityBinding,
    into sink: some InstanceSink
  ) throws -> [AnyObject]? { nil }

  func countKnown(_ fingerprint: FingerprintReader) throws -> Int? { nil }

  func reuse(_ fingerprint: inout FingerprintReader?) {}

  func keep<T: PersistentModel>(
    _ plan: FetchPlan, for fingerprint: FingerprintReader, _ descriptor: FetchDescriptor<T>,
    _ purpose: FetchPurpose
  ) {}

  func search(
    _ search: RankedSearch, _ plan: FetchPlan, range: FetchRange?, into sink: some InstanceSink
  ) throws -> (models: [AnyObject], scores: [Double]) {
    throw SwiftDataError.hasNoTextIndex(plan.binding.name, path: store.path)
  }

  func withSmallCache(_ body: () throws -> Void) throws { try body() }
}

extension ModelStoreSession {
  /// Fills the empty slots of an instance from its row, where it has one.
  ///
  /// A value in a file is loaded only for the property `index`, which somebody reads.
  func load(
    _ object: AnyObject, _ key: Int64, _ binding: EntityBinding, touching index: Int = -1
  ) throws {
    if try withRow(key, of: binding, touching: index, { binding.load(object, $0) }) {
      binding.state(of: object)?.pointee.flags.remove(.partial)
    }
  }
}

/// What a fetch wants of the rows.
enum FetchPurpose: Int {
  case models, count, keys
}
