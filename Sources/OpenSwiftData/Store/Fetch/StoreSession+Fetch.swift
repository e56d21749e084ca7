import CoreDataFormat
import PredicateSQL
import RecordStore
import SQLCore

// What plans of fetches ask of the store: one statement each.

extension StoreSession {
  /// The plan of a fetch.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate` or `.unsupportedSortDescriptor`.
  func plan<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding
  ) throws -> FetchPlan { try FetchPlan(descriptor, binding) }

  /// The instances for the rows of a plan, or for those in a range.
  func run(
    _ plan: FetchPlan, range: FetchRange?, in context: ModelContext
  ) throws -> [AnyObject] {
    try records.read(plan.selectStatement(range: range)) { statement in
      try plan.binding.materialize(statement, in: context, plan.columns)
    }
  }

  /// How many rows a plan finds beside those of some keys.
  func count(_ plan: FetchPlan, without keys: [Int64] = []) throws -> Int {
    try records.read(plan.countStatement(without: keys)) {
      try $0.step() ? Int($0.row.int64(0)) : 0
    }
  }

  /// The keys and entity numbers of the rows of a plan, in their order.
  func keys(_ plan: FetchPlan) throws -> [(key: Int64, entity: Int64)] {
    try records.read(plan.keyStatement) { statement in
      var keys: [(Int64, Int64)] = []
      while let key = try statement.nextKey() {
        guard key > 0 else { throw plan.binding.impossibleKey(key) }
        keys.append((key, statement.row.int64(1)))
      }
      return keys
    }
  }

  /// The keys of a plan's rows, without what else `keys(_:)` tells.
  func plainKeys(_ plan: FetchPlan) throws -> [Int64] {
    try records.reporting { try records.keys(plan.keyStatement) }
  }

  /// The first keys of a plan's rows after a key, in ascending order; the plan has no range.
  func plainKeys(_ plan: FetchPlan, after key: Int64, limit: Int) throws -> [Int64] {
    try records.reporting { try records.keys(plan.keyStatement(after: key, limit: limit)) }
  }

  /// The instances for the rows of some keys, with what a plan reads of each; for no plan all of it.
  func load(
    _ keys: ArraySlice<Int64>, of binding: EntityBinding, _ plan: FetchPlan? = nil,
    in context: ModelContext
  ) throws -> [AnyObject] {
    let text = plan?.selectText ?? binding.statements.selectAll
    let columns = plan?.columns ?? binding.statements.allColumns
    return try records.read(
      "\(raw: text) WHERE \(name: records.identity.key) \(.isOne(of: keys))"
    ) { statement in
      try binding.materialize(statement, in: context, columns)
    }
  }

  /// The members of a relationship of several instances, and the keys of whom each belongs to.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - keys: The keys of the instances, in ascending order.
  ///   - context: Whose instances they are.
  /// - Returns: The members, and their owners in the same order.
  /// - Throws: What the store throws.
  func members(
    _ relationship: RelationshipBinding, of keys: [Int64], in context: ModelContext
  ) throws -> (members: [AnyObject], owners: OwnerColumn) {
    let destination = relationship.destination
    let statements = destination.statements
    return try MemberQuery.read(relationship.record, of: keys, records) { statement in
      let owners = OwnerColumn(statements.columnCount)
      let members = try destination.materialize(
        statement, in: context, statements.allColumns, owners)
      return (members, owners)
    }
  }
}
