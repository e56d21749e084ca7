import CoreDataFormat
import PredicateSQL
import RecordStore
import SQLCore

// Fetches from a store of rows: one statement each.

extension RecordStoreSession {
  func plan<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, for purpose: FetchPurpose
  ) throws -> FetchPlan {
    try FetchStatement.plan(descriptor, binding, records.store.spatialIndexes)
  }

  func run(
    _ plan: FetchPlan, range: FetchRange?, into registry: InstanceRegistry
  ) throws -> [AnyObject] {
    let fetch = try plan.rows()
    var query = fetch.selectStatement(range: range)
    if let lock = plan.lock {
      let table = fetch.hasJoins ? plan.binding.table.table : nil
      let clause = connection.dialect.rowLock(
        on: table, skipsLocked: lock == .updateSkippingLocked)
      query.append(.raw(clause))
    }
    return try records.read(query) { rows in
      try plan.binding.materialize(rows, in: registry, fetch.columns, nil)
    }
  }

  func count(_ plan: FetchPlan, without keys: [Int64]) throws -> Int {
    try records.read(plan.rows().countStatement(without: keys)) {
      try $0.step() ? Int($0.row.int64(0)) : 0
    }
  }

  func keys(_ plan: FetchPlan) throws -> [(key: Int64, entity: Int64)] {
    try records.read(plan.rows().keyStatement) { rows in
      var keys: [(Int64, Int64)] = []
      while let key = try rows.nextKey() {
        guard key > 0 else { throw plan.binding.impossibleKey(key) }
        keys.append((key, rows.row.int64(1)))
      }
      return keys
    }
  }

  func rowKeys(_ plan: FetchPlan) throws -> [Int64] {
    let query = try plan.rows().keyStatement
    return try records.reporting { try records.keys(query) }
  }

  func keys(_ plan: FetchPlan, after key: Int64, limit: Int) throws -> [Int64] {
    let query = try plan.rows().keyStatement(after: key, limit: limit)
    return try records.reporting { try records.keys(query) }
  }

  func load(
    _ keys: ArraySlice<Int64>, of binding: EntityBinding, _ plan: FetchPlan?,
    into registry: InstanceRegistry
  ) throws -> [AnyObject] {
    let fetch = plan?.statement
    let text = fetch?.selectText ?? binding.statements.selectAll
    let columns = fetch?.columns ?? binding.statements.allColumns
    let isOwn = binding.record.condition.map { condition -> SQLFragment in " AND \(condition)" }
    let isChosen = MemberQuery.isOne(of: Array(keys), .name(records.identity.key))
    return try records.read(
      "\(raw: text) WHERE \(isChosen)\(isOwn ?? SQLFragment())"
    ) { rows in
      try binding.materialize(rows, in: registry, columns, nil)
    }
  }

  func members(
    _ relationship: RelationshipBinding, of keys: [Int64], into registry: InstanceRegistry
  ) throws -> (members: [AnyObject], owners: OwnerColumn) {
    let destination = relationship.destination
    let statements = destination.statements
    return try MemberQuery.read(relationship.record, of: keys, .all, records) { rows in
      let owners = OwnerColumn(statements.columnCount)
      let members = try destination.materialize(rows, in: registry, statements.allColumns, owners)
      return (members, owners)
    }
  }
}

// Relationships by keys: one statement each.

extension RecordStoreSession {
  func entityNumbers(of keys: [Int64], _ binding: EntityBinding) throws -> [Int64: Int64] {
    try records.entityNumbers(keys, binding.record)
  }

  func owner(of member: Int64, _ relationship: RelationshipBinding) throws -> Int64? {
    try records.owner(of: member, relationship.record)
  }

  func targets(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64] { try records.targets(of: rows, relationship.record, without: others) }

  func members(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64] {
    // Only the context knows pending links, which may move members without an inverse.
    try records.members(
      of: rows, relationship.record, without: others, descends: relationship.inverse != nil)
  }

  func pairs(
    of rows: [Int64], _ relationship: RelationshipBinding
  ) throws -> [(owner: Int64, member: Int64)] { try records.pairs(of: rows, relationship.record) }
}
