import Foundation
import RecordStore
import SQLCore
import SyncPort

extension SyncPeer {
  /// The maximum number of rows per transaction.
  private static let portion = 2_000

  /// Collects the changes of rows since the last call, from all contexts, processes and operations.
  ///
  /// It reads the store's history, and scans all rows if the history does not cover the period.
  /// Large stores are scanned in several transactions; an interrupted scan continues from where it
  /// ended.
  ///
  /// - Parameter progress: Called after each transaction with the number of rows so far. An error
  ///   that it throws ends the collection, which continues from there the next time.
  /// - Throws: `SwiftDataError` if the store cannot be read or written.
  package func collect(_ progress: (Int) throws -> Void = { _ in }) throws {
    var count = 0
    while true {
      let (looked, hasMore) = try step { try $0.collectPortion(Self.portion) }
      count += looked
      if looked > 0 { try progress(count) }
      guard hasMore else { return }
    }
  }

  /// Counts the records to send, including pairs.
  package func pendingCount() throws -> Int {
    try engine.reading { connection in
      let ledger = Ledger(connection: connection)
      let pairs = rules.keepsPairs ? try ledger.pendingPairCount() : 0
      return try ledger.count("PENDING = 1 AND REFUSAL IS NULL") + pairs
    }
  }

  /// Counts the records without a row, because they wait for others or their entity is unknown.
  package func waitingCount() throws -> Int {
    try engine.reading { try Ledger(connection: $0).waitingCount() }
  }
}

extension PeerStep {
  /// Examines some rows that may have changed.
  ///
  /// - Returns: The number of rows, and whether there are more.
  func collectPortion(_ limit: Int) throws -> (count: Int, hasMore: Bool) {
    let schema = schemaDigest
    let known = try ledger.text(.schema)
    let position = try ledger.number(.position)
    let range = try engine.historyRange()
    let isScanning = try ledger.text(.scan).map { !$0.isEmpty } ?? false
    let isLost =
      switch (position, range) {
      case (let position?, let range?): !range.contains(position)
      default: true
      }
    if isScanning { return try scanPortion(limit) }
    if isLost {
      // The history reports all writes from now on, some of which the scan also sees.
      try ledger.set(.position, range?.upperBound ?? 0)
      try ledger.set(.scan, "0 0")
      return (0, true)
    }
    // Process the history before the scan: only the history tells which values of new properties
    // were set explicitly.
    let oldFields = known == schema ? nil : known.map(knownFields)
    let (count, hasMore) = try historyPortion(after: position ?? 0, limit, oldFields)
    if !hasMore { try presentFreed() }
    guard !hasMore, known != schema else { return (count, hasMore) }
    try ledger.set(.scan, "0 0")
    return (count, true)
  }

  /// Scans rows in the order of their entities and keys.
  private func scanPortion(_ limit: Int) throws -> (count: Int, hasMore: Bool) {
    let parts = (try ledger.text(.scan) ?? "").split(separator: " ").compactMap { Int64($0) }
    guard parts.count == 2 else {
      try ledger.set(.scan, "0 0")
      return (0, true)
    }
    let roots = Set(shapes.values.map(\.root)).sorted()
    let (number, after) = (Int(parts[0]), parts[1])
    guard number < roots.count else { return try endScan() }
    var query = RecordQuery(names.entity(ofKind: roots[number]), limit: limit)
    query.after = after
    let rows = try engine.rows(query)
    let oldFields = knownFields(try ledger.text(.schema) ?? "")
    for row in rows {
      try collect(
        row, roots[number], Touch(), moved: Touch(), follows: false, oldFields: oldFields)
    }
    try collectOrder()
    // Entries in the same range whose rows were deleted.
    let last = rows.count < limit ? Int64.max : rows.last?.key ?? .max
    let keys = Set(rows.map(\.key))
    let entries = try ledger.entries(
      "ROOT = ? AND ROW > ? AND ROW <= ?", [.text(roots[number]), .integer(after), .integer(last)])
    for entry in entries {
      guard let place = entry.place, !keys.contains(place.key) else { continue }
      try collectDeletion(entry)
    }
    try ledger.set(.scan, rows.count < limit ? "\(number + 1) 0" : "\(number) \(last)")
    return (rows.count, true)
  }

  /// Updates records that may now get relationship targets that other records gave up.
  private func presentFreed() throws {
    let names = peer.freed
    peer.freed = []
    if !names.isEmpty { try present(names.sorted()) }
  }

  private func endScan() throws -> (count: Int, hasMore: Bool) {
    try presentFreed()
    let former = try ledger.text(.schema)
    try ledger.set(.scan, nil)
    try ledger.set(.schema, schemaDigest)
    if let former, former != schemaDigest { try presentWhatIsNew(former) }
    // Without a history, every collection scans all rows.
    let hasHistory = try engine.historyRange() != nil
    return (0, hasHistory)
  }

  /// Examines the rows that the history lists.
  private func historyPortion(
    after position: Int64, _ limit: Int, _ oldFields: [String: Set<String>]?
  ) throws -> (count: Int, hasMore: Bool) {
    let transactions = try engine.history(after: position, limit: limit)
    guard let last = transactions.last else { return (0, false) }
    var touches: [LedgerEntry.Place: Touch] = [:]
    var order: [LedgerEntry.Place] = []
    for transaction in transactions where transaction.author != SyncPeer.author {
      for change in transaction.changes {
        guard let root = shapes[names.kind(of: change.entity)]?.root else { continue }
        let place = LedgerEntry.Place(root: root, key: change.key)
        if touches[place] == nil { order.append(place) }
        var touch = touches[place] ?? Touch()
        touch.date = transaction.date
        for property in change.properties {
          touch.properties[names.field(of: property, change.entity)] = transaction.date
        }
        touches[place] = touch
      }
    }
    try collect(order, touches, oldFields)
    try collectOrder()
    try ledger.set(.position, last.number)
    return (order.count, transactions.reduce(0) { $0 + $1.changes.count } >= limit)
  }

  /// Examines rows, and the rows whose records store their relationships.
  private func collect(
    _ places: [LedgerEntry.Place], _ touches: [LedgerEntry.Place: Touch],
    _ oldFields: [String: Set<String>]?
  ) throws {
    let told = touches
    var touches = touches
    var waiting = places
    var done: Set<LedgerEntry.Place> = []
    while !waiting.isEmpty {
      let round = waiting
      waiting = []
      for (root, places) in Dictionary(grouping: round, by: \.root).sorted(by: { $0.key < $1.key })
      {
        let rows = try rows(places.map(\.key), root)
        for place in places where done.insert(place).inserted {
          let touch = touches[place] ?? Touch()
          if let row = rows[place.key] {
            for (other, property) in try tellers(of: row, place) where !done.contains(other) {
              var wider = touches[other] ?? Touch()
              wider.date = [wider.date, touch.date].compactMap(\.self).max()
              wider.properties[property] = touch.date
              touches[other] = wider
              waiting.append(other)
            }
            // In rows that are examined only because of other rows, no member was moved.
            let moved = touches[place] == nil ? Touch() : told[place]
            let new = try collect(
              row, root, touch, moved: moved, follows: true, oldFields: oldFields)
            waiting += new.filter { !done.contains($0) }
          } else if let entry = try ledger.entry(at: place) {
            try collectDeletion(entry)
          }
        }
      }
    }
  }

  /// Returns the rows whose records store changed relationships of a row.
  ///
  /// These are rows that are related now but not in the ledger, and the other way round. A row may
  /// have a great many related rows that have not changed.
  private func tellers(
    of row: Record, _ place: LedgerEntry.Place
  ) throws -> [(LedgerEntry.Place, String)] {
    guard let shape = shape(of: row) else { return [] }
    var tellers: [(LedgerEntry.Place, String)] = []
    let name = try ledger.name(at: place)
    func add(
      _ root: String, _ keys: [Int64], _ field: String, isReflexive: Bool = false
    ) throws {
      var changed = Set(keys.map { LedgerEntry.Place(root: root, key: $0) })
      if let name {
        var known = try places(leadingTo: name, by: field)
        if isReflexive { known.formUnion(try ledger.places(ledToBy: name, field)) }
        changed.formSymmetricDifference(known)
      }
      tellers += changed.sorted { ($0.root, $0.key) < ($1.root, $1.key) }.map { ($0, field) }
    }
    for (relationship, inverse, field) in shape.toldByOthers {
      // The history itself reports members that store their owner.
      if relationship.isToMany, !inverse.isToMany { continue }
      try add(names.root(of: inverse.owner), members(of: row.key, relationship), field)
    }
    for field in shape.fields where field.isReflexive {
      guard let relationship = field.relationship else { continue }
      try add(shape.root, members(of: row.key, relationship), field.name, isReflexive: true)
    }
    for (relationship, field) in shape.owners {
      let key = try engine.owner(of: row.key, relationship)
      try add(names.root(of: relationship.owner), key.map { [$0] } ?? [], field)
    }
    return tellers
  }

  // Examines one row; with `follows`, also the rows that it references and that have no record yet.
  // `oldFields` lists the properties that were known when rows were last read; nil if they are the
  // current ones.
  @discardableResult
  private func collect(
    _ row: Record, _ root: String, _ touch: Touch, moved: Touch?, follows: Bool,
    oldFields: [String: Set<String>]?
  ) throws -> [LedgerEntry.Place] {
    guard let shape = shape(of: row) else { return [] }
    var new: [LedgerEntry.Place] = []
    let place = LedgerEntry.Place(root: root, key: row.key)
    var entry = try ledger.entry(at: place) ?? makeEntry(row, shape, place)
    let fields = try fields(of: row, shape, name: entry.name) { other in
      if let name = try ledger.name(at: other) { return name }
      guard let made = try makeEntry(at: other) else { return nil }
      new.append(other)
      return made.name
    }
    if follows { new += try formerHolders(of: fields, entry, shape) }
    // If a scan is running, it finds newly created records again.
    try note(fields, &entry, shape, touch, oldFields.map { $0[shape.kind] ?? [] })
    if let moved { try noteOrder(of: entry.name, shape, moved) }
    return follows ? new : []
  }

  /// Returns the rows that lost members to a row: a member has one owner, and the history lists
  /// only the new one.
  private func formerHolders(
    of fields: [String: SyncValue], _ entry: LedgerEntry, _ shape: PeerShape
  ) throws -> [LedgerEntry.Place] {
    var places: [LedgerEntry.Place] = []
    for field in shape.fields where field.isExclusive {
      guard case .members = field.content, case .list(let members)? = fields[field.name] else {
        continue
      }
      var known: Set<SyncValue> = []
      if case .list(let shown)? = entry.shown[field.name] { known = Set(shown) }
      for member in members where !known.contains(member) {
        guard case .reference(let target) = member else { continue }
        for name in try leaders(to: target, by: field.name) where name != entry.name {
          if let place = try ledger.entry(named: name)?.place { places.append(place) }
        }
      }
    }
    return places
  }

  private func makeEntry(at place: LedgerEntry.Place) throws -> LedgerEntry? {
    guard let row = try rows([place.key], place.root)[place.key], let shape = shape(of: row)
    else { return nil }
    return try makeEntry(row, shape, place)
  }

  /// Creates the record of a row, or finds the one that waits for it.
  private func makeEntry(
    _ row: Record, _ shape: PeerShape, _ place: LedgerEntry.Place
  ) throws -> LedgerEntry {
    let base = newName(row, shape)
    var (name, number) = (base, 1)
    while var known = try ledger.entry(named: name) {
      // The record existed before, or was received and has no row yet.
      if known.place == nil, known.content.successor == nil, shapes[known.kind]?.root == shape.root
      {
        if !known.isPending { known.base = known.content }
        // A row that is created again replaces all values of the record, including those that no
        // row has shown.
        let isAgain = known.state == .deleted
        known.seen = isAgain ? known.content.fields : [:]
        if isAgain { known.isPending = true }
        known.state = .live
        known.kind = shape.kind
        known.place = place
        known.isDoomed = false
        try ledger.write(&known)
        for (field, owner, _) in known.content.memberships(name) {
          ledger.moves.insert(owner, field, name)
        }
        // The new row also shows the other values of the record.
        peer.freed.formUnion(try dependents(of: name) + [name])
        return known
      }
      number += 1
      name = "\(base)-\(number)"
    }
    var entry = LedgerEntry(name: name, kind: shape.kind, content: SyncContent())
    entry.place = place
    entry.isPending = true
    entry.epoch = epoch
    try ledger.write(&entry)
    peer.freed.formUnion(try dependents(of: name))
    return entry
  }

  /// Keeps a record that was to be deleted; it must be created again on the server.
  func keep(_ entry: inout LedgerEntry, _ kind: SyncConflict.Kind) throws {
    if !entry.isPending { entry.base = entry.content }
    (entry.isDoomed, entry.isPending, entry.tag) = (false, true, nil)
    conflicts.append(SyncConflict(kind: kind, entity: entry.kind, record: entry.name))
  }

  /// Processes the deletion of a row.
  private func collectDeletion(_ entry: LedgerEntry) throws {
    var entry = entry
    peer.freed.formUnion(try rivals(of: entry.name, entry.content))
    if entry.isDoomed || (entry.tag == nil && entry.sent.isEmpty) {
      try ledger.remove(entry)
      return try giveUpPairs(of: entry.name)
    }
    if !entry.isPending { entry.base = entry.content }
    entry.state = .deleted
    entry.place = nil
    // A record that the server never acknowledged is deleted once it turns up there.
    entry.isPending = entry.tag != nil
    entry.wantsFiles = false
    entry.refusal = nil
    try ledger.write(&entry)
    try giveUpPairs(of: entry.name)
  }
}
