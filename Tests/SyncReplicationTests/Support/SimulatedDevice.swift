import CoreDataFormat
import DataSchema
import Foundation
import Locks
import RandomTesting
import RecordStore
import SQLCore
import SyncPort

@testable import SyncReplication

/// A device of a simulation: a store, and how far its clock is off.
final class SimulatedDevice {
  let number: Int
  private(set) var engine: RecordEngine
  private(set) var replica: Replica
  private(set) var model: ModelDescription
  let clock: SimulatedClock
  /// The server that it syncs with.
  var account = 0
  /// How far it has read there, as the server counts.
  var cursor: (generation: Int, number: Int)?
  /// All values of texts that its rows ever showed.
  var seen: Set<String> = []
  var isTold = false
  private let rules: Replica.Rules
  /// Whether the later version of the program has other names.
  let renames: Bool
  let folder: URL?
  /// After how many statements a transaction fails; nil for never.
  private var fuse: Int?
  private var progressFuse: ProgressFuse?

  private var options: StoreOptions {
    StoreOptions(
      name: "device\(number)", path: folder?.appending(path: "store").path ?? "",
      isInMemory: folder == nil)
  }

  // A device with the earlier version of the program has its store in a file, to be migrated.
  init(
    _ number: Int, skew: Int64, _ scenario: SimulationScenario, isEarlier: Bool = false,
    _ stores: SimulatedStores? = nil
  ) throws {
    self.number = number
    // 2027, and 2036 for the first device; else clocks show times at which none can have been set.
    let year: Int64 = 31_557_600_000_000
    let base = scenario.hasFuture ? (number == 0 ? 66 : 57) * year : 1_000_000_000_000
    let clock = SimulatedClock(base + skew)
    self.clock = clock
    var rules = scenario.rules
    rules.trustsHistory = false
    rules.clock = { clock.now }
    let names = Mutex(SeededGenerator(seed: UInt64(number)))
    rules.newName = { names.withLock { String($0.next() & 0xFFFF_FFFF, radix: 36) + "d\(number)" } }
    rules.resolver = Self.sum
    self.rules = rules
    renames = scenario.renames
    model = SimulatedModels.model(isEarlier: isEarlier, renames: renames)
    folder =
      isEarlier ? FileManager.default.temporaryDirectory.appending(path: UUID().uuidString) : nil
    if let folder {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let options = StoreOptions(
      name: "device\(number)", path: folder?.appending(path: "store").path ?? "",
      isInMemory: folder == nil)
    let known = folder == nil && !renames ? try stores?.next() : nil
    engine = try known ?? RecordEngine(options, model: model)
    replica = try Replica(engine, rules, name: "d\(number)")
  }

  deinit {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  /// Adds up what both sides added to a counter.
  private static let sum: SyncFieldResolver = { conflict in
    guard conflict.field == "count", case .integer(let mine) = conflict.mine,
      case .integer(let theirs) = conflict.theirs
    else { return nil }
    var base: Int64 = 0
    if case .integer(let value)? = conflict.base { base = value }
    return .integer(mine + theirs - base)
  }

  /// Whether there are entities and properties that it does not know.
  var isEarlier: Bool { engine.schema.entity(named: "Shelf") == nil }

  /// Lets a transaction fail after so many statements of the ledger, or so many steps of what SQLite does for
  /// any statement, as if the program had ended there.
  func crash(after count: Int, within place: CrashPlace) {
    if place == .anyStatement {
      let fuse = ProgressFuse(after: count)
      progressFuse = fuse
      replica.ledgerConnection = { connection in
        fuse.watch(connection)
        return InterruptedConnection(connection) { () throws(SQLError) in
          if fuse.hasFired { throw Self.end }
        }
      }
      return
    }
    fuse = count
    replica.ledgerConnection = { [unowned self] connection in
      InterruptedConnection(connection) { [unowned self] () throws(SQLError) in try burn() }
    }
  }

  private func burn() throws(SQLError) {
    guard let left = fuse else { return }
    fuse = left - 1
    if left <= 0 { throw Self.end }
  }

  private static let end = SQLError(kind: .interrupted, code: 9, message: "The program ended.")

  /// Where a transaction fails.
  enum CrashPlace { case ledger, anyStatement }

  /// Whether a failure is what `crash` asked for.
  func isCrash(_ error: any Error) -> Bool {
    // What a check has found is no crash, whether or not the program has to end next.
    if error is SimulationFailure { return false }
    if progressFuse?.hasFired == true { return true }
    if let error = error as? SQLError {
      return error.code == Self.end.code && error.kind == Self.end.kind
    }
    return "\(error)".contains(Self.end.message)
  }

  /// Starts the program anew, of which nothing but the store is left.
  func restart() throws {
    fuse = nil
    progressFuse?.end()
    progressFuse = nil
    replica = try Replica(engine, rules)
  }

  /// Migrates the store to the later version of the program, and starts that.
  func upgrade() throws {
    guard isEarlier, folder != nil else { return }
    let later = SimulatedModels.model(renames: renames)
    let identifier = engine.identifier
    let location = StoreLocation(options)
    let connection = try location.connect(writable: true)
    try MigrationFiles(location, owner: identifier).register(on: connection)
    try connection.transaction {
      try StoreEvolution(from: model, to: later).run(on: connection)
      guard let uuid = UUID(uuidString: identifier) else { return }
      let row = try StoreMetadata(model: later, storeUUID: uuid).writeStatement()
      try connection.run(row.text, row.values)
    }
    model = later
    engine = try RecordEngine(options, model: later)
    replica = try Replica(engine, rules)
  }

  func save(_ changes: RecordChanges) throws {
    if isTold { print("  saves", changes.insertions, changes.changes, changes.members) }
    try engine.save(named(changes))
  }
}

extension SimulatedDevice {
  /// What the rows say, by the names of their records, with those of records in place of keys.
  func picture() throws -> [String: [String: String]] {
    try replica.step { step in
      var picture: [String: [String: String]] = [:]
      for (name, place) in try step.ledger.places() {
        guard let row = try engine.row(place.key, of: step.names.entity(ofKind: place.root)),
          let shape = step.shape(of: row)
        else {
          picture[name] = ["": "no row"]
          continue
        }
        var texts = try fields(of: row, shape, name, step).mapValues { "\($0)" }
        texts[""] = shape.kind
        picture[name] = texts
      }
      return picture
    }
  }

  private func fields(
    of row: Record, _ shape: ReplicaShape, _ name: String, _ step: ReplicaStep
  ) throws -> [String: SyncValue] {
    var fields = try step.fields(of: row, shape, name: name) { try step.ledger.name(at: $0) }
    for (relationship, _) in shape.orderedByMembers {
      let root = step.names.root(of: relationship.destination)
      let members = try step.members(of: row.key, relationship).map {
        try step.ledger.name(at: LedgerEntry.Place(root: root, key: $0)) ?? "?"
      }
      // Which of two records tells of a relationship that is its own inverse is told beside all members.
      let place = "members of \(step.names.field(of: relationship))"
      if !members.isEmpty { fields[place] = .list(members.map(SyncValue.text)) }
    }
    return fields
  }

  /// What the rows say, for whoever looks for a mistake.
  func told() throws -> String {
    try picture().sorted { $0.key < $1.key }.map { name, fields in
      "\n    \(name): "
        + fields.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
    }.joined()
  }

  /// The names of the records that have rows.
  func names() throws -> Set<String> {
    try replica.step { step in Set(try step.ledger.places().map(\.name)) }
  }

  /// The names of the records that wait for others.
  func waitingNames() throws -> Set<String> {
    try replica.step { step in
      Set(
        try step.ledger.entries("STATE = 1 AND ROW IS NULL")
          .filter { $0.content.successor == nil }.map(\.name))
    }
  }

  /// How many rows there are.
  func rowCount() throws -> Int {
    try engine.schema.nodes.reduce(0) { try $0 + engine.count($1.name) }
  }

  /// Takes note of what can be seen.
  func look() throws {
    for node in engine.schema.nodes {
      for row in try engine.rows(RecordQuery(node.name)) {
        for case .text(let text) in row.values.values { seen.insert(text) }
      }
    }
  }

  /// Checks that no row leads to one that is not there, and that none lacks what it cannot be without.
  func checkOwners() throws {
    var keys: [String: Set<Int64>] = [:]
    var rows: [(Record, RecordRelationship)] = []
    for node in engine.schema.nodes {
      guard let entity = engine.schema.entity(named: node.name) else { continue }
      let own = try engine.rows(RecordQuery(node.name))
      keys[node.name] = Set(own.map(\.key))
      for number in entity.properties.indices {
        guard let relationship = entity.relationship(number), !relationship.isToMany else {
          continue
        }
        rows += own.map { ($0, relationship) }
      }
    }
    for (row, relationship) in rows {
      let place = "device \(number): \(row.entity) \(row.key).\(relationship.name)"
      guard case .row(let key) = row[relationship.name] else {
        if relationship.isOptional { continue }
        throw SimulationFailure(description: "\(place) leads nowhere")
      }
      if keys[relationship.destination.name]?.contains(key) != true {
        throw SimulationFailure(description: "\(place) leads to \(key), which is not there")
      }
    }
  }
}

extension Ledger {
  /// The records that have rows.
  func places() throws -> [(name: String, place: LedgerEntry.Place)] {
    try connection.rows(
      "SELECT NAME, ROOT, ROW FROM \(Self.record) WHERE ROW IS NOT NULL ORDER BY ID"
    ).map { row in
      let place = LedgerEntry.Place(root: row[1].textValue ?? "", key: row[2].integerValue ?? 0)
      return (row[0].textValue ?? "", place)
    }
  }
}

/// A clock that a test sets.
final class SimulatedClock: Sendable {
  private let time: Mutex<Int64>

  init(_ time: Int64) { self.time = Mutex(time) }

  var now: Int64 {
    time.withLock {
      $0 += 1
      return $0
    }
  }

  func advance(_ microseconds: Int64) { time.withLock { $0 += microseconds } }
}
