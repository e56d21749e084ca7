import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// What one context needs to work on a store of snapshots.
///
/// It keeps the snapshots that it met, since relationships are loaded from them and a save begins with
/// them; each can be asked for again.
final class SnapshotSession<Base: DataStore>: ModelStoreSession, StoredSnapshots {
  private let base: SnapshotStore<Base>
  private let editingState: EditingState
  private let identifiers: RowIdentifiers

  private var known: [Int64: DefaultSnapshot] = [:]
  /// How many snapshots are kept; beyond it all are let go of.
  private static var knownLimit: Int { 20_000 }

  /// The version of the store's contents that `known` is from.
  private var seenVersion: Int
  /// Whether a snapshot came that says otherwise than before.
  private var hasForeignValues = false
  private(set) var mayConflict = false

  init(_ base: SnapshotStore<Base>, _ editingState: EditingState) {
    self.base = base
    self.editingState = editingState
    identifiers = base.rowIdentifiers
    seenVersion = base.version
    base.asking { $0.initializeState(for: editingState) }
  }

  var store: any ModelStore { base }

  func asking<Result>(_ body: (Base) throws -> Result) rethrows -> Result { try base.asking(body) }

  func close() {
    known = [:]
    base.asking { $0.invalidateState(for: editingState) }
  }

  // MARK: - Asking the store

  /// The models that a descriptor asks for, with their keys.
  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> [(key: Int64, snapshot: DefaultSnapshot)] {
    let request = DataStoreFetchRequest(descriptor: descriptor, editingState: editingState)
    let result = try base.asking { try $0.fetch(request) }
    let related = try result.relatedSnapshots.values.map { try DefaultSnapshot(of: $0) }
    let fetched = try result.fetchedSnapshots.map { try DefaultSnapshot(of: $0) }
    for snapshot in related { _ = note(snapshot) }
    return fetched.map { (note($0), $0) }
  }

  func fetchKeys<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Int64] {
    let request = DataStoreFetchRequest(descriptor: descriptor, editingState: editingState)
    return try base.asking { try $0.fetchIdentifiers(request) }.map(identifiers.key)
  }

  func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
    let request = DataStoreFetchRequest(descriptor: descriptor, editingState: editingState)
    return try base.asking { try $0.fetchCount(request) }
  }

  /// Keeps a snapshot that the store gave.
  private func note(_ snapshot: DefaultSnapshot) -> Int64 {
    forgetOldVersion()
    let key = identifiers.key(of: snapshot.persistentIdentifier)
    if let former = known[key], !former.isSame(as: snapshot) { hasForeignValues = true }
    if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
    known[key] = snapshot
    return key
  }

  private func forgetOldVersion() {
    let version = base.version
    guard version != seenVersion else { return }
    seenVersion = version
    hasForeignValues = true
    known.removeAll()
  }

  func snapshots(
    _ keys: [Int64], of binding: EntityBinding
  ) throws -> [Int64: DefaultSnapshot] {
    forgetOldVersion()
    var found: [Int64: DefaultSnapshot] = [:]
    var missing: [PersistentIdentifier] = []
    for key in keys {
      if let snapshot = known[key] {
        found[key] = snapshot
      } else if let identifier = identifiers.identifier(of: key) {
        missing.append(identifier)
      }
    }
    guard !missing.isEmpty else { return found }
    for snapshot in try storedSnapshots(missing, of: binding) {
      found[note(snapshot)] = snapshot
    }
    return found
  }

  func snapshots(of binding: EntityBinding) throws -> [(key: Int64, snapshot: DefaultSnapshot)] {
    func open<Model: PersistentModel>(
      _ type: Model.Type
    ) throws -> [(key: Int64, snapshot: DefaultSnapshot)] { try fetch(FetchDescriptor<Model>()) }
    return try open(binding.modelType)
  }

  /// Asks for models by their identifiers: for what the store has at hand, and then for the others.
  private func storedSnapshots(
    _ identifiers: [PersistentIdentifier], of binding: EntityBinding
  ) throws -> [DefaultSnapshot] {
    let cached = try base.asking {
      try $0.cachedSnapshots(for: identifiers, editingState: editingState)
    }
    var found = try cached.values.map { try DefaultSnapshot(of: $0) }
    let rest = Set(identifiers).subtracting(cached.keys)
    guard !rest.isEmpty else { return found }
    func open<Model: PersistentModel>(_ type: Model.Type) throws {
      let wanted = Array(rest)
      let predicate = Predicate<Model> { model in
        PredicateExpressions.build_contains(
          PredicateExpressions.build_Arg(wanted),
          PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_Arg(model), keyPath: \.persistentModelID))
      }
      let question = SnapshotFetch(
        FetchDescriptor<Model>(predicate: predicate), binding, self)
      try question.ask(for: .models, in: nil)
      found += try question.snapshots(in: nil).map(\.snapshot).filter {
        rest.contains($0.persistentIdentifier)
      }
    }
    try open(binding.modelType)
    return found
  }

  // MARK: - Fetching

  func plan<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, for purpose: FetchPurpose
  ) throws -> FetchPlan {
    // What the predicate leads to is found as for a store of rows.
    let rows = try FetchStatement.plan(descriptor, binding, SpatialIndexes())
    let question = SnapshotFetch(descriptor, binding, self)
    try question.ask(for: purpose, in: rows.range)
    return FetchPlan(
      binding: binding, range: rows.range, conditionIsExact: !question.leavesFilter,
      orderIsExact: !question.leavesSort, obstacle: rows.obstacle, relatedTrees: rows.relatedTrees,
      isPlain: false, source: .question(question))
  }

  private func question(_ plan: FetchPlan) throws -> any SnapshotQuestion {
    if case .question(let question) = plan.source { return question }
    throw SwiftDataError.unsupportedModel.explained(
      "The plan of a fetch is that of another store.", entity: plan.binding.name)
  }

  func run(
    _ plan: FetchPlan, range: FetchRange?, into sink: some InstanceSink
  ) throws -> [AnyObject] {
    try instances(question(plan).snapshots(in: range), of: plan.binding, into: sink)
  }

  private func instances(
    _ rows: [(key: Int64, snapshot: DefaultSnapshot)], of binding: EntityBinding,
    into sink: some InstanceSink
  ) throws -> [AnyObject] {
    try sink.instances(
      for: SnapshotRows(rows, of: binding, identifiers), binding.statements.allColumns, of: binding,
      owning: nil)
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
    into sink: some InstanceSink
  ) throws -> [AnyObject] {
    let found = try snapshots(Array(keys), of: binding)
    return try instances(
      keys.compactMap { key in found[key].map { (key, $0) } }, of: binding, into: sink)
  }

  func withRow(
    _ key: Int64, of binding: EntityBinding, touching index: Int, _ body: (_RowLoader) -> Void
  ) throws -> Bool {
    guard let snapshot = try snapshots([key], of: binding)[key] else { return false }
    let rows = try SnapshotRows([(key, snapshot)], of: binding, identifiers)
    guard try rows.step() else { return false }
    let loader = _RowLoader(
      row: rows.row, columns: binding.statements.allColumns.first, binding: binding)
    loader.begin(touching: index)
    body(loader)
    if let failure = loader.failure { throw failure }
    return true
  }

  func members(
    _ relationship: RelationshipBinding, of keys: [Int64], into sink: some InstanceSink
  ) throws -> (members: [AnyObject], owners: OwnerColumn) {
    let destination = relationship.destination
    let pairs = try pairs(of: keys, relationship)
    let found = try snapshots(pairs.map(\.member), of: destination)
    var rows: [(key: Int64, snapshot: DefaultSnapshot)] = []
    var owning: [Int64] = []
    for (owner, member) in pairs {
      // An identifier that leads nowhere is nobody's.
      guard let snapshot = found[member] else { continue }
      rows.append((member, snapshot))
      owning.append(owner)
    }
    let owners = OwnerColumn(destination.statements.columnCount)
    let members = try sink.instances(
      for: SnapshotRows(rows, of: destination, identifiers, owners: owning),
      destination.statements.allColumns, of: destination, owning: owners)
    return (members, owners)
  }

  // MARK: - Who is related to whom

  func owner(of member: Int64, _ relationship: RelationshipBinding) throws -> Int64? {
    guard let identifier = identifiers.identifier(of: member) else { return nil }
    func isOwner(_ snapshot: DefaultSnapshot) -> Bool {
      guard snapshot.persistentIdentifier.entityName == relationship.owner.name,
        case .members(let members)? = snapshot.values[relationship.name]
      else { return false }
      return members.contains(identifier)
    }
    forgetOldVersion()
    if let found = known.first(where: { isOwner($0.value) }) { return found.key }
    return try snapshots(of: relationship.owner).first { isOwner($0.snapshot) }?.key
  }

  func targets(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64] {
    try related(to: rows, relationship).map(\.member)
  }

  func members(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64] {
    let others = Set(others)
    return try related(to: rows, relationship).map(\.member).filter { !others.contains($0) }
  }

  func pairs(
    of rows: [Int64], _ relationship: RelationshipBinding
  ) throws -> [(owner: Int64, member: Int64)] { try related(to: rows, relationship) }

  private func related(
    to rows: [Int64], _ relationship: RelationshipBinding
  ) throws -> [(owner: Int64, member: Int64)] {
    let found = try snapshots(rows, of: relationship.owner)
    // Whoever asks may name a row twice, since it is twice in a result.
    var seen: Set<Int64> = []
    return rows.filter { seen.insert($0).inserted }.flatMap { row in
      (found[row]?.values[relationship.name]?.identifiers ?? []).filter { !$0.isTemporary }
        .map { (row, identifiers.key(of: $0)) }
    }
  }

  // MARK: - Saving

  func save(_ changes: some SaveSource, before others: () throws -> Void) throws {
    let plan = try changes.snapshots(beside: self)
    try others()
    let request = DataStoreSaveChangesRequest<Base.Snapshot>(
      inserted: try plan.inserted.map { try $0.made() },
      updated: try plan.updated.map { try $0.made() },
      deleted: try plan.deleted.map { try $0.made() }, editingState: plan.editingState)
    let result = try base.asking { try $0.save(request) }
    changes.note(try outcome(of: plan, result))
  }

  /// What the store did, as contexts want to know it.
  private func outcome(
    of plan: SnapshotPlan, _ result: DataStoreSaveChangesResult<Base.Snapshot>
  ) throws -> SaveOutcome {
    noteOwnWriting()
    var outcome = plan.outcome
    let permanent = result.remappedIdentifiers
    // New models that took over a row: instances of it may be here already.
    var upserted: Set<Int64> = []
    for item in plan.inserted {
      let temporary = item.snapshot.persistentIdentifier
      guard let identifier = permanent[temporary], !identifier.isTemporary else {
        throw SwiftDataError.modelValidationFailure.explained(
          "The store saved a new model and gave it no permanent identifier.",
          entity: item.binding.name,
          advice: "Have the store's save(_:) return one for each in remappedIdentifiers.")
      }
      if identifiers.knows(identifier) { upserted.insert(item.key) }
      outcome.newKeys[item.key] = identifiers.key(of: identifier)
    }
    for (number, key) in plan.insertedKeys.enumerated() {
      if upserted.contains(key) { outcome.upserted.insert(number) }
      // What delete rules took along was never written; its key is nobody's.
      let new = outcome.newKeys[key] ?? identifiers.nobodysKey()
      outcome.newKeys[key] = new
      outcome.keys.append(new)
    }
    outcome.rename(outcome.newKeys)
    for item in plan.inserted + plan.updated {
      let identifier = item.snapshot.persistentIdentifier
      known[outcome.newKeys[item.key] ?? item.key] = item.snapshot.copy(
        persistentIdentifier: permanent[identifier] ?? identifier, remappedIdentifiers: permanent)
    }
    for item in plan.deleted { known[item.key] = nil }
    for (identifier, snapshot) in result.snapshotsToReregister {
      let key = identifiers.key(of: identifier)
      known[key] = try DefaultSnapshot(of: snapshot)
      outcome.rewritten.append((identifier.entityName, key))
    }
    return outcome
  }

  private func noteOwnWriting() {
    forgetOldVersion()
    hasForeignValues = false
    mayConflict = false
    base.noteWriting()
    seenVersion += 1
  }

  func consumeExternalChanges() -> Bool {
    forgetOldVersion()
    guard hasForeignValues else { return false }
    hasForeignValues = false
    mayConflict = true
    return true
  }

  func noteUnloadedMembers() { mayConflict = true }
}

extension SnapshotPlan.Item {
  /// The snapshot as one of a store's own type.
  fileprivate func made<Snapshot: DataStoreSnapshot>() throws -> Snapshot {
    for case .unreadable(let error) in snapshot.values.values { throw error }
    if let snapshot = snapshot as? Snapshot { return snapshot }
    var related: [PersistentIdentifier: any BackingData] = [:]
    return Snapshot(
      from: DefaultSnapshot.backingData(of: model()), relatedBackingDatas: &related
    ).copy(persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: nil)
  }
}

extension DefaultSnapshot {
  /// The values of a snapshot of any type, which is written as ``DataStoreSnapshotCodingKey`` says.
  ///
  /// - Throws: What writing and reading it throws.
  init<Snapshot: DataStoreSnapshot>(of snapshot: Snapshot) throws {
    if let known = snapshot as? DefaultSnapshot {
      self = known
    } else {
      self = try JSONDecoder().decode(
        DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
    }
  }

  /// Whether both say the same of every property.
  fileprivate func isSame(as other: DefaultSnapshot) -> Bool {
    values.count == other.values.count
      && values.allSatisfy { other.values[$0.key].map($0.value.isSame) ?? false }
  }
}

extension SnapshotValue {
  /// The models that a relationship leads to.
  var identifiers: [PersistentIdentifier] {
    switch self {
    case .target(let target): [target]
    case .members(let members): members
    default: []
    }
  }
}
