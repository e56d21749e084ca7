import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import SQLCore

extension SnapshotSession {
  func plan<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, for purpose: FetchPurpose
  ) throws -> FetchPlan {
    // The entities that the predicate refers to are determined as for a store of rows.
    let rows = try FetchStatement.plan(descriptor, binding, SpatialIndexes())
    let question = SnapshotFetch(descriptor, binding, self)
    try question.ask(for: purpose, in: rows.range)
    return FetchPlan(
      binding: binding, range: rows.range, conditionIsExact: !question.leavesFilter,
      orderIsExact: !question.leavesSort, obstacle: rows.obstacle, relatedTrees: rows.relatedTrees,
      isPlain: false, source: question)
  }

  private func question(_ plan: FetchPlan) throws -> any SnapshotQuestion {
    if let question = plan.source as? any SnapshotQuestion { return question }
    throw SwiftDataError.unsupportedModel.explained(
      "The fetch cannot run, because its plan was made by another store.",
      entity: plan.binding.name, advice: "Report this as a defect of the library.")
  }

  func run(
    _ plan: FetchPlan, range: FetchRange?, into registry: InstanceRegistry
  ) throws -> [AnyObject] {
    try instances(question(plan).snapshots(in: range), of: plan.binding, into: registry)
  }

  private func instances(
    _ rows: [(key: Int64, snapshot: DefaultSnapshot)], of binding: EntityBinding,
    into registry: InstanceRegistry
  ) throws -> [AnyObject] {
    try binding.materialize(
      SnapshotRows(rows, of: binding, identifiers), in: registry, binding.statements.allColumns)
  }

  func count(_ plan: FetchPlan, without keys: [Int64]) throws -> Int {
    let question = try question(plan)
    guard !keys.isEmpty else { return try question.count() }
    let others = Set(keys)
    return try question.keys(in: nil).count { !others.contains($0) }
  }

  func keys(_ plan: FetchPlan) throws -> [(key: Int64, entity: Int64)] {
    let numbers = Dictionary(
      base.tables.entities.map { ($0.name, Int64($0.number)) }, uniquingKeysWith: { $1 })
    return try rowKeys(plan).map { key in
      let name = identifiers.identifier(of: key)?.entityName ?? plan.binding.name
      return (key, numbers[name] ?? Int64(plan.binding.record.number))
    }
  }

  func rowKeys(_ plan: FetchPlan) throws -> [Int64] {
    try question(plan).keys(in: plan.isExact ? plan.range : nil)
  }

  func keys(_ plan: FetchPlan, after key: Int64, limit: Int) throws -> [Int64] {
    Array(try rowKeys(plan).sorted().drop { $0 <= key }.prefix(limit))
  }

  func load(
    _ keys: ArraySlice<Int64>, of binding: EntityBinding, _ plan: FetchPlan?,
    into registry: InstanceRegistry
  ) throws -> [AnyObject] {
    let found = try snapshots(Array(keys), of: binding)
    return try instances(
      keys.compactMap { key in found[key].map { (key, $0) } }, of: binding, into: registry)
  }

  func withRow(
    _ key: Int64, of binding: EntityBinding, touching index: Int, _ body: (_RowLoader) -> Void
  ) throws -> Bool {
    guard let snapshot = try snapshots([key], of: binding)[key] else { return false }
    // An instance with an invented identifier has no row.
    guard snapshot.persistentIdentifier.entityName == binding.name || !binding.sharesTable else {
      return false
    }
    let rows = try SnapshotRows([(key, snapshot)], of: binding, identifiers, isOwn: true)
    guard try rows.step() else { return false }
    let loader = _RowLoader(
      row: rows.row, columns: binding.statements.ownColumns.first, binding: binding)
    loader.begin(touching: index)
    body(loader)
    if let failure = loader.failure { throw failure }
    return true
  }

  func members(
    _ relationship: RelationshipBinding, of keys: [Int64], into registry: InstanceRegistry
  ) throws -> (members: [AnyObject], owners: OwnerColumn) {
    let destination = relationship.destination
    let pairs = try pairs(of: keys, relationship)
    let found = try snapshots(pairs.map(\.member), of: destination)
    var rows: [(key: Int64, snapshot: DefaultSnapshot)] = []
    var owning: [Int64] = []
    for (owner, member) in pairs {
      // An identifier without a row is ignored.
      guard let snapshot = found[member] else { continue }
      rows.append((member, snapshot))
      owning.append(owner)
    }
    let owners = OwnerColumn(destination.statements.columnCount)
    let members = try destination.materialize(
      SnapshotRows(rows, of: destination, identifiers, owners: owning), in: registry,
      destination.statements.allColumns, owners)
    return (members, owners)
  }
}
