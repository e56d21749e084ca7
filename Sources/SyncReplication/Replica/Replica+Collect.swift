import Foundation
import RecordStore
import SQLCore
import SyncPort

extension Replica {
  /// How many rows one transaction looks at.
  private static let portion = 2_000

  /// Takes note of what has changed in the rows since the last call: of all contexts, processes and
  /// operations, by the history; and of all rows where the history does not tell.
  ///
  /// Large stores are gone through in several transactions, from where the last one ended.
  ///
  /// - Parameter progress: Called after each transaction with the number of rows so far; what it throws ends
  ///   the look, which goes on from there the next time.
  /// - Throws: `SwiftDataError` when the store cannot be read or written.
  package func collect(_ progress: (Int) throws -> Void = { _ in }) throws {
    var count = 0
    while true {
      let (looked, hasMore) = try step { try $0.collectPortion(Self.portion) }
      count += looked
      if looked > 0 { try progress(count) }
      guard hasMore else { return }
    }
  }

  /// How many records have to be told to the server, pairs included.
  package func pendingCount() throws -> Int {
    try engine.reading { connection in
      let ledger = Ledger(connection: connection)
      let pairs = rules.keepsPairs ? try ledger.pendingPairCount() : 0
      return try ledger.count("PENDING = 1 AND REFUSAL IS NULL") + pairs
    }
  }

  /// How many records have no row since they wait for others, or are of kinds that are not known here.
  package func waitingCount() throws -> Int {
    try engine.reading { try Ledger(connection: $0).waitingCount() }
  }
}

extension ReplicaStep {
  /// Looks at some rows that may have changed.
  ///
  /// - Returns: How many, and whether there are more.
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
      // What is written from now on is told by the history once more.
      try ledger.set(.position, range?.upperBound ?? 0)
      try ledger.set(.scan, "0 0")
      return (0, true)
    }
    // What the history tells comes first: of properties that are new it alone knows who has set them.
    let oldFields = known == schema ? nil : known.map(knownFields)
    let (count, hasMore) = try historyPortion(after: position ?? 0, limit, oldFields)
    if !hasMore { try presentFreed() }
    guard !hasMore, known != schema else { return (count, hasMore) }
    try ledger.set(.scan, "0 0")
    return (count, true)
  }

  /// Looks at rows in the order of their entities and keys.
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
    // Rows of the same range that are no more.
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

  /// Gives the other ends of relationships that ended to those who had to do without.
  private func presentFreed() throws {
    let names = replica.freed
    replica.freed = []
    if !names.isEmpty { try present(names.sorted()) }
  }

  private func endScan() throws -> (count: Int, hasMore: Bool) {
    try presentFreed()
    let former = try ledger.text(.schema)
    try ledger.set(.scan, nil)
    try ledger.set(.schema, schemaDigest)
    if let former, former != schemaDigest { try presentWhatIsNew(former) }
    // Without a history every look is at all rows.
    let hasHistory = try engine.historyRange() != nil
    return (0, hasHistory)
  }

  /// Looks at the rows that the history names.
  private func historyPortion(
    after position: Int64, _ limit: Int, _ oldFields: [String: Set<String>]?
  ) throws -> (count: Int, hasMore: Bool) {
    let transactions = try engine.history(after: position, limit: limit)
    guard let last = transactions.last else { return (0, false) }
    var touches: [LedgerEntry.Place: Touch] = [:]
    var order: [LedgerEntry.Place] = []
    for transaction in transactions where transaction.author != Replica.author {
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

  /// Looks at rows, and at those that tell for them who is related.
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
            // Of those that are looked at for others' sake nobody moved a member.
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

  /// The rows that tell of relationships of a row which have changed.
  ///
  /// These are rows that tell now and are not known to, and the other way round. A row may have a great many of which
  /// nothing has changed.
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
      // Members that know their owner are told of by the history themselves.
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

  // Looks at one row; with `follows`, also at rows that it leads to and that have no record yet. The
  // properties in `oldFields` were known when rows were last read; nil for those of now.
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
    // Those that were made are found again by the look at all rows, where one is under way.
    try note(fields, &entry, shape, touch, oldFields.map { $0[shape.kind] ?? [] })
    if let moved { try noteOrder(of: entry.name, shape, moved) }
    return follows ? new : []
  }

  /// The rows that lost members to a row: a member belongs to one, and the history tells of the new one alone.
  private func formerHolders(
    of fields: [String: SyncValue], _ entry: LedgerEntry, _ shape: ReplicaShape
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

  /// Makes the record of a row, or finds the one that waits for it.
  private func makeEntry(
    _ row: Record, _ shape: ReplicaShape, _ place: LedgerEntry.Place
  ) throws -> LedgerEntry {
    let base = newName(row, shape)
    var (name, number) = (base, 1)
    while var known = try ledger.entry(named: name) {
      // The same was there before, or comes from elsewhere and has no row here.
      if known.place == nil, known.content.successor == nil, shapes[known.kind]?.root == shape.root
      {
        if !known.isPending { known.base = known.content }
        // What is made again says all anew; what nobody has seen yet goes with it.
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
        // What the record says besides is shown by the new row.
        replica.freed.formUnion(try dependents(of: name) + [name])
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
    replica.freed.formUnion(try dependents(of: name))
    return entry
  }

  /// A record that was to be deleted stays: it is to be made again at the server.
  func keep(_ entry: inout LedgerEntry, _ kind: SyncConflict.Kind) throws {
    if !entry.isPending { entry.base = entry.content }
    (entry.isDoomed, entry.isPending, entry.tag) = (false, true, nil)
    conflicts.append(SyncConflict(kind: kind, entity: entry.kind, record: entry.name))
  }

  /// Takes note that a row was deleted.
  private func collectDeletion(_ entry: LedgerEntry) throws {
    var entry = entry
    replica.freed.formUnion(try rivals(of: entry.name, entry.content))
    if entry.isDoomed || (entry.tag == nil && entry.sent.isEmpty) {
      try ledger.remove(entry)
      return try giveUpPairs(of: entry.name)
    }
    if !entry.isPending { entry.base = entry.content }
    entry.state = .deleted
    entry.place = nil
    // What the server never acknowledged is deleted when it turns up.
    entry.isPending = entry.tag != nil
    entry.wantsFiles = false
    entry.refusal = nil
    try ledger.write(&entry)
    try giveUpPairs(of: entry.name)
  }
}
