import CoreDataFormat
import Foundation
import SQLCore

/// The part of a save that concerns one store: performed as one transaction, then committed to the
/// context's memory.
final class StoreSave {
  let session: StoreSession
  /// The files that the save makes and gives up; nil where all values stand in rows.
  private(set) var files: ExternalChanges?
  let inserted: [PendingChanges.Entry]
  let changed: [PendingChanges.Entry]
  let deleted: [PendingChanges.Entry]
  let deletedKeys: [PendingChanges.KeyDeletion]
  /// The keys that the inserted instances got, in their order.
  @exclusivity(unchecked) private(set) var keys: [Int64] = []
  /// The same by temporary key, where relationships may need them.
  private(set) var newKeys: [Int64: Int64] = [:]
  /// The delete rules at work.
  private(set) var rules: DeletionRules
  /// Nil where the store keeps no history.
  private(set) var history: HistoryWriter?
  /// The keys that were taken for inserted instances, by entity tree.
  private(set) var keyBlocks: [KeyAllocator.Block] = []
  /// For each inserted instance whether it became the new content of a row that was there.
  @exclusivity(unchecked) private(set) var replaced: [Bool] = []
  /// What rows held that inserted instances took over, where that may be undone.
  private(set) var former: [UnsafeMutablePointer<_ModelState>: [(Int, PropertySnapshot)]] = [:]
  /// How many of the changed instances were written.
  private(set) var updatedCount = 0
  /// The changed instances whose rows somebody else has deleted.
  private(set) var vanished: Set<UnsafeMutablePointer<_ModelState>> = []
  /// Pairs that were saved one end of which somebody else has deleted.
  var severed: [LinkJournal.Entry] = []
  /// The instances whose rows are gone and who may lead to each other in circles.
  var gone: [PendingChanges.Entry] = []
  /// Rows that gave way because another took over their unique values.
  var displaced: [(key: Int64, binding: EntityBinding)] = []

  private struct Updating {
    let binding: EntityBinding
    let changes: PropertyMask
    let plan: StoreSession.UpdatePlan
    let statement: any PreparedStatement
  }

  @exclusivity(unchecked) private var updating: Updating?

  private struct Inserting {
    let statement: any PreparedStatement
    let writer: any ParameterWriter
    let binder: _RowBinder
  }

  @exclusivity(unchecked) private var inserting: Inserting?

  /// The entities of the inserted and changed instances, each once.
  private(set) lazy var writtenBindings: [EntityBinding] = {
    var bindings: [EntityBinding] = []
    for entries in [inserted, changed] {
      for entry in entries where bindings.last !== entry.binding {
        if !bindings.contains(where: { $0 === entry.binding }) { bindings.append(entry.binding) }
      }
    }
    return bindings
  }()

  private init(
    _ session: StoreSession, _ inserted: [PendingChanges.Entry], _ changed: [PendingChanges.Entry],
    _ deleted: [PendingChanges.Entry], _ deletedKeys: [PendingChanges.KeyDeletion]
  ) {
    self.session = session
    rules = DeletionRules(session)
    self.inserted = inserted
    self.changed = changed
    self.deleted = deleted
    self.deletedKeys = deletedKeys
  }

  /// The pending changes of `context`, one save for each store they concern.
  static func gather(from context: ModelContext) throws -> [StoreSave] {
    let changes = context.changes
    let (inserted, changed) = (changes.inserted.marked, changes.changed.marked)
    let (deleted, keys) = (changes.deleted.marked, Array(changes.deletedKeys.values))
    let stores = context.core.stores
    return try stores.compactMap { store in
      let concerns = { (entry: PendingChanges.Entry) in entry.binding.store === store }
      let isOnly = stores.count == 1
      let save = StoreSave(
        try context.session(store), isOnly ? inserted : inserted.filter(concerns),
        isOnly ? changed : changed.filter(concerns), isOnly ? deleted : deleted.filter(concerns),
        keys.filter { $0.binding.store === store })
      return save.isEmpty ? nil : save
    }
  }

  private var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && deletedKeys.isEmpty
  }

  /// Performs the saves of several stores, each transaction within the one before: a store that
  /// refuses its changes undoes them all.
  static func perform(_ saves: ArraySlice<StoreSave>, in context: ModelContext) throws {
    guard let first = saves.first else { return }
    try first.perform(in: context) { try perform(saves.dropFirst(), in: context) }
  }

  /// Writes everything in one transaction, which is committed after `others`.
  private func perform(in context: ModelContext, _ others: () throws -> Void) throws {
    try session.checkWritable()
    try session.reporting {
      do {
        try session.store.takingTurn {
          try session.store.writing(on: session.connection, before: others) { files in
            self.files = files
            try write(in: context)
          }
        }
      } catch {
        session.forgetMemberOrder()
        throw error
      }
      session.noteOwnChanges()
    }
  }

  private func write(in context: ModelContext) throws {
    try session.checkSchema()
    context.noteForeignChanges(session)
    if session.mayConflict { try readStaleMembers(in: context) }
    // Deletions come first, so that an insertion may take over a unique value; their rules come
    // last, when the store holds all that is to be judged.
    history = HistoryWriter(session, author: context.author, expected: pendingCount)
    rules = DeletionRules(session, files, in: context)
    rules.history = history
    try assignKeys()
    try delete()
    try update()
    try insert(in: context)
    try writeJournal(of: context)
    try rules.apply()
    try settleTakenOver()
    if session.mayConflict { try settleConflicts(in: context) }
    try checkNeeds()
    try writeOrder()
    try checkCounts(rules)
    try writeHistory()
  }

  private var pendingCount: Int {
    inserted.count + changed.count + deleted.count
      + deletedKeys.reduce(0) { $0 + $1.keys.count }
  }

  /// The rows that took over the values of inserted instances, with these.
  var survivors: [(key: Int64, entry: PendingChanges.Entry)] {
    guard replaced.contains(true) else { return [] }
    return inserted.indices.filter { replaced[$0] }.map { (keys[$0], inserted[$0]) }
  }

  /// Takes a key for every inserted instance, before any row points at one.
  private func assignKeys() throws {
    var allocator = try KeyAllocator(for: inserted, session)
    keys = inserted.map { allocator.next(for: $0.binding) }
    keyBlocks = allocator.blocks
    for block in keyBlocks {
      history?.firstNewKeys[block.binding.mapIndex] = block.keys.lowerBound
    }
    newKeys = [:]
    for (entry, key) in zip(inserted, keys) where !entry.binding.isAlone {
      newKeys[entry.state.pointee.key] = key
    }
  }

  private func delete() throws {
    var start = 0
    while start < deleted.count {
      let binding = deleted[start].binding
      let end = deleted[start...].firstIndex { $0.binding !== binding } ?? deleted.count
      let entries = deleted[start..<end]
      // Their values stay readable when their rows are gone.
      for index in start..<end where deleted[index].state.isMarked(.partial) {
        try session.load(deleted[index].model, deleted[index].state.pointee.key, binding)
      }
      try rules.delete(entries.map { $0.state.pointee.key }.sorted(), binding) {
        changedTargets(of: entries, $0)
      }
      start = end
    }
    for deletion in deletedKeys { try rules.delete(deletion.keys.values, deletion.binding) }
  }

  /// The other ends that deleted instances were given since the last save.
  private func changedTargets(
    of entries: ArraySlice<PendingChanges.Entry>, _ relationship: RelationshipBinding
  ) -> [Int64: Int64] {
    var targets: [Int64: Int64] = [:]
    for entry in entries where entry.state.hasChanged(relationship.index) {
      let key = relationship.link(of: entry.model).key
      targets[entry.state.pointee.key] = key > 0 ? key : newKeys[key] ?? 0
    }
    return targets
  }

  private func update() throws {
    updatedCount = 0
    while updatedCount < changed.count {
      var count = 1
      if let run = UpdateRun.start(at: updatedCount, of: changed) {
        if try update(run) {
          updatedCount = run.entries.endIndex
          continue
        }
        count = run.entries.count
      }
      for _ in 0..<count {
        // Counted before it is written: those that still wait may have to step aside for it.
        updatedCount += 1
        try update(changed[updatedCount - 1])
      }
    }
  }

  private func update(_ entry: PendingChanges.Entry) throws {
    let changes = entry.state.changedProperties
    guard !changes.isEmpty else { return }
    if try !update(entry, key: entry.state.pointee.key, changes: changes) {
      vanished.insert(entry.state)
    }
  }

  /// Writes a run of rows with one statement; false where that cannot be.
  private func update(_ run: UpdateRun) throws -> Bool {
    guard let functions = try session.connection.rowValues(),
      let plan = session.runStatement(run.binding, run.changes, functions)
    else { return false }
    let values = RunValues(run, plan, newKeys: newKeys)
    functions.source = values
    defer { functions.source = nil }
    let statement = try session.connection.prepare(plan.text)
    defer { statement.reset() }
    statement.parameters.bind(run.firstKey, 1)
    statement.parameters.bind(run.lastKey, 2)
    _ = try statement.step()
    if let failure = values.failure { throw failure }
    if statement.changedRowCount < run.entries.count { try noteVanished(run) }
    return true
  }

  /// Takes note of which rows of a run are no more.
  private func noteVanished(_ run: UpdateRun) throws {
    let keys = try session.keys(
      """
      SELECT Z_PK FROM \(raw: run.binding.statements.table) \
      WHERE Z_PK BETWEEN \(SQLValue.integer(run.firstKey)) AND \(SQLValue.integer(run.lastKey))
      """)
    let present = Set(keys)
    for entry in run.entries where !present.contains(entry.state.pointee.key) {
      vanished.insert(entry.state)
    }
  }

  /// Writes the changed properties into a row; false when there is no such row.
  private func update(
    _ entry: PendingChanges.Entry, key: Int64, changes: PropertyMask
  ) throws -> Bool {
    do {
      return try write(entry, key: key, changes: changes)
    } catch let error as SQLError where error.kind == .uniqueViolation {
      try makeRoom(for: entry, key: key, after: error)
      return try write(entry, key: key, changes: changes)
    }
  }

  private func write(
    _ entry: PendingChanges.Entry, key: Int64, changes: PropertyMask
  ) throws -> Bool {
    let (plan, statement) = try updateStatement(entry.binding, changes)
    defer { statement.reset() }
    let binder = _RowBinder(
      writer: statement.parameters, parameters: plan.parameters.first, binding: entry.binding,
      newKeys: newKeys)
    binder.external = try files?.row(key, for: entry, changes: changes)
    entry.binding.bind(entry.model, binder)
    if let failure = binder.failure { throw failure }
    statement.parameters.bind(key, plan.key)
    _ = try statement.step()
    if statement.changedRowCount == 0 { files?.abandon(entry.state) }
    return statement.changedRowCount > 0
  }

  /// The UPDATE of some properties: mostly that of the row before, which is not looked for again.
  private func updateStatement(
    _ binding: EntityBinding, _ changes: PropertyMask
  ) throws -> (StoreSession.UpdatePlan, any PreparedStatement) {
    if let updating, updating.binding === binding, updating.changes == changes {
      return (updating.plan, updating.statement)
    }
    let plan = session.updatePlan(binding, changes)
    let statement = try session.connection.prepare(plan.text)
    updating = Updating(binding: binding, changes: changes, plan: plan, statement: statement)
    return (plan, statement)
  }

  /// The INSERT of an entity: mostly that of the row before.
  private func insertion(of binding: EntityBinding) throws -> Inserting {
    if let inserting, inserting.binder.binding === binding { return inserting }
    let statement = try session.connection.prepare(binding.statements.insert)
    let writer = statement.parameters
    let binder = _RowBinder(
      writer: writer, parameters: binding.statements.insertParameters.first, binding: binding,
      newKeys: newKeys)
    let made = Inserting(statement: statement, writer: writer, binder: binder)
    inserting = made
    return made
  }

  private func insert(in context: ModelContext) throws {
    former.removeAll()
    replaced.removeAll(keepingCapacity: true)
    for (index, entry) in inserted.enumerated() {
      let existing = try insert(entry, key: keys[index], in: context)
      replaced.append(existing != nil)
      guard let existing else { continue }
      if !entry.binding.isAlone {
        try redirect(keys[index], to: existing, entry.binding)
        newKeys[entry.state.pointee.key] = existing
        // Its binder has the keys from before.
        inserting = nil
      }
      keys[index] = existing
    }
  }

  /// Inserts one row; returns the key of the row that took the values instead, if one did.
  private func insert(
    _ entry: PendingChanges.Entry, key: Int64, in context: ModelContext
  ) throws -> Int64? {
    let binding = entry.binding
    let insertion = try insertion(of: binding)
    defer { insertion.statement.reset() }
    insertion.writer.bind(key, 1)
    insertion.writer.bind(Int64(binding.table.entityNumber), 2)
    insertion.writer.bind(1 as Int64, 3)
    insertion.binder.external = files?.newRow(for: entry)
    binding.bind(entry.model, insertion.binder)
    if let failure = insertion.binder.failure { throw failure }
    do {
      _ = try insertion.statement.step()
      return nil
    } catch let error where error.kind == .uniqueViolation {
      return try upsert(entry, after: error, in: context)
    }
  }

  /// Gives the values of an inserted instance to the row that has its unique values already.
  private func upsert(
    _ entry: PendingChanges.Entry, after error: SQLError, in context: ModelContext
  ) throws -> Int64 {
    let matches = try UniqueMatch(entry, session, newKeys: newKeys).keys()
    guard let survivor = matches.first else { throw error }
    if context.undoRecorder != nil {
      former[entry.state] = try contents(of: survivor, entry.binding, in: context)
    }
    // Rows that meet the instance in other constraints would still be in the way.
    for other in matches.dropFirst() { try displace(other, entry.binding) }
    _ = try write(entry, key: survivor, changes: .all)
    return survivor
  }
}
