import CoreDataFormat
import Foundation
import SQLCore

/// The part of a save that concerns one store: performed as one transaction, then committed to the
/// context's memory.
final class StoreSave {
  let session: StoreSession
  /// The files that the save makes and gives up; nil where all values stand in rows.
  private(set) var files: ExternalChanges?
  private let inserted: [PendingChanges.Entry]
  let changed: [PendingChanges.Entry]
  private let deleted: [PendingChanges.Entry]
  private let deletedKeys: [PendingChanges.KeyDeletion]
  /// The keys that the inserted instances got, in their order.
  private var keys: [Int64] = []
  /// For each inserted instance whether it became the new content of a row that was there.
  private var replaced: [Bool] = []
  /// How many of the changed instances were written.
  private(set) var updatedCount = 0
  /// The changed instances whose rows somebody else has deleted.
  private var vanished: Set<UnsafeMutablePointer<_ModelState>> = []
  /// Rows that gave way because another took over their unique values.
  var displaced: [(key: Int64, binding: EntityBinding)] = []

  private init(
    _ session: StoreSession, _ inserted: [PendingChanges.Entry], _ changed: [PendingChanges.Entry],
    _ deleted: [PendingChanges.Entry], _ deletedKeys: [PendingChanges.KeyDeletion]
  ) {
    self.session = session
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
      try session.store.takingTurn {
        try session.store.writing(on: session.connection, before: others) { files in
          self.files = files
          try write(in: context)
        }
      }
      session.noteOwnChanges()
    }
  }

  private func write(in context: ModelContext) throws {
    context.noteForeignChanges(session)
    // Deletions come first, so that an insertion may take over a unique value.
    try delete()
    try update()
    try insert()
  }

  private func delete() throws {
    for entry in deleted { try delete(entry.state.pointee.key, entry.binding) }
    for deletion in deletedKeys {
      // In the order of the file, each page is read and written once.
      for key in deletion.keys.sorted() { try delete(key, deletion.binding) }
    }
  }

  func delete(_ key: Int64, _ binding: EntityBinding) throws {
    try files?.retireRow(key, of: binding)
    let statement = try session.connection.prepare(binding.statements.delete)
    defer { statement.reset() }
    statement.parameters.bind(key, 1)
    _ = try statement.step()
  }

  private func update() throws {
    for entry in changed {
      updatedCount += 1
      let state = entry.state.pointee.changes
      guard state != 0 else { continue }
      if try !update(entry, key: entry.state.pointee.key, changes: state) {
        vanished.insert(entry.state)
      }
    }
  }

  /// Writes the changed properties into a row; false when there is no such row.
  private func update(
    _ entry: PendingChanges.Entry, key: Int64, changes: UInt64
  ) throws -> Bool {
    do {
      return try write(entry, key: key, changes: changes)
    } catch let error as SQLError where error.kind == .uniqueViolation {
      try makeRoom(for: entry, key: key, after: error)
      return try write(entry, key: key, changes: changes)
    }
  }

  private func write(_ entry: PendingChanges.Entry, key: Int64, changes: UInt64) throws -> Bool {
    if entry.binding.properties.count > 64, changes >> 63 != 0, !entry.state.isMarked(.inserted) {
      // The last bit stands for many properties, and those that are not loaded would become NULL.
      try session.load(entry.model, key, entry.binding)
    }
    let plan = session.updatePlan(entry.binding, changes)
    let statement = try session.connection.prepare(plan.text)
    defer { statement.reset() }
    let binder = _RowBinder(
      writer: statement.parameters, parameters: plan.parameters.first, binding: entry.binding)
    binder.external = try files?.row(key, for: entry, changes: changes)
    entry.binding.bind(entry.model, binder)
    if let failure = binder.failure { throw failure }
    statement.parameters.bind(key, plan.key)
    _ = try statement.step()
    if statement.changedRowCount == 0 { files?.abandon(entry.state) }
    return statement.changedRowCount > 0
  }

  private func insert() throws {
    keys.removeAll(keepingCapacity: true)
    replaced.removeAll(keepingCapacity: true)
    keys.reserveCapacity(inserted.count)
    var allocator = try KeyAllocator(for: inserted, session)
    for entry in inserted {
      let key = allocator.next(for: entry.binding)
      let existing = try insert(entry, key: key)
      keys.append(existing ?? key)
      replaced.append(existing != nil)
    }
  }

  /// Inserts one row; returns the key of the row that took the values instead, if one did.
  private func insert(_ entry: PendingChanges.Entry, key: Int64) throws -> Int64? {
    let binding = entry.binding
    let statement = try session.connection.prepare(binding.statements.insert)
    defer { statement.reset() }
    let writer = statement.parameters
    writer.bind(key, 1)
    writer.bind(Int64(binding.table.entityNumber), 2)
    writer.bind(1 as Int64, 3)
    let binder = _RowBinder(
      writer: writer, parameters: binding.statements.insertParameters.first, binding: binding)
    binder.external = files?.newRow(for: entry)
    binding.bind(entry.model, binder)
    if let failure = binder.failure { throw failure }
    do {
      _ = try statement.step()
      return nil
    } catch let error where error.kind == .uniqueViolation {
      return try upsert(entry, after: error)
    }
  }

  /// Gives the values of an inserted instance to the row that has its unique values already.
  private func upsert(_ entry: PendingChanges.Entry, after error: SQLError) throws -> Int64 {
    let matches = try UniqueMatch(entry, session).keys()
    guard let survivor = matches.first else { throw error }
    // Rows that meet the instance in other constraints would still be in the way.
    for other in matches.dropFirst() { try displace(other, entry.binding) }
    _ = try write(entry, key: survivor, changes: .max)
    return survivor
  }

  /// Tells memory what the file holds now.
  func commit(to context: ModelContext, _ summary: inout SaveSummary) {
    let bindings = context.core.bindings
    for (index, entry) in inserted.enumerated() {
      entry.state.pointee.changes = 0
      context.rekey(entry.model, entry.state, to: keys[index])
      let identifier = PersistentIdentifier(entity: entry.binding.reference, key: keys[index])
      if replaced[index] {
        summary.updated.append(identifier)
      } else {
        summary.inserted.append(identifier)
      }
    }
    for entry in changed {
      entry.state.pointee.changes = 0
      guard !vanished.contains(entry.state) else {
        context.detach(entry.model)
        continue
      }
      summary.updated.append(ModelStates.identifier(of: entry.state, entry.model))
    }
    for entry in deleted {
      summary.deleted.append(ModelStates.identifier(of: entry.state, entry.model))
      let key = entry.state.pointee.key
      context.detach(entry.model)
      context.detachInstance(key, of: entry.binding)
    }
    for row in displaced {
      let identifier = PersistentIdentifier(entity: row.binding.reference, key: row.key)
      summary.updated.removeAll { $0 == identifier }
      summary.deleted.append(identifier)
      context.detachInstance(row.key, of: row.binding)
    }
    for deletion in deletedKeys {
      for key in deletion.keys.sorted() {
        let entity = Int64(deletion.binding.table.entityNumber)
        summary.deleted.append(bindings.identifier(key, entity: entity, deletion.binding))
        context.detachInstance(key, of: deletion.binding)
      }
    }
  }
}
