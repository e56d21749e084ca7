import CoreDataFormat
import DataSchema
import Foundation
import Locks
import RandomTesting
import RecordStore
import SQLCore
import SyncPort

@testable import SyncReplication

/// A simulated device: a store and a clock that may be wrong.
final class SimulatedDevice {
  let number: Int
  private(set) var engine: RecordEngine
  private(set) var peer: SyncPeer
  private(set) var model: ModelDescription
  let clock: SimulatedClock
  /// The server that it syncs with.
  var account = 0
  /// The device's position in the server's changes.
  var cursor: (generation: Int, number: Int)?
  /// All texts that its rows ever had.
  var seen: Set<String> = []
  var isTold = false
  private let rules: SyncPeer.Rules
  /// Whether the later version of the program has other names.
  let renames: Bool
  let folder: URL?
  /// The number of statements after which a transaction fails; nil for never.
  private var fuse: Int?
  private var progressFuse: ProgressFuse?

  private var options: StoreOptions {
    StoreOptions(
      name: "device\(number)", path: folder?.appending(path: "store").path ?? "",
      isInMemory: folder == nil)
  }

  // A device with the earlier program version stores its rows in a file, so that they can be
  // migrated.
  init(
    _ number: Int, skew: Int64, _ scenario: SimulationScenario, isEarlier: Bool = false,
    _ stores: SimulatedStores? = nil
  ) throws {
    self.number = number
    // 2027, and 2036 for the first device. Otherwise, times at which a clock cannot have been set.
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
    peer = try SyncPeer(engine, rules, name: "d\(number)")
  }

  deinit {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  /// Adds up the increments of both sides to a counter.
  private static let sum: SyncFieldResolver = { conflict in
    guard conflict.field == "count", case .integer(let mine) = conflict.mine,
      case .integer(let theirs) = conflict.theirs
    else { return nil }
    var base: Int64 = 0
    if case .integer(let value)? = conflict.base { base = value }
    return .integer(mine + theirs - base)
  }

  /// Whether the device lacks some entities and properties.
  var isEarlier: Bool { engine.schema.entity(named: "Shelf") == nil }

  /// Makes a transaction fail as if the program had ended, after a number of the ledger's
  /// statements or of SQLite steps in any statement.
  func crash(after count: Int, within place: CrashPlace) {
    if place == .anyStatement {
      let fuse = ProgressFuse(after: count)
      progressFuse = fuse
      peer.ledgerConnection = { connection in
        fuse.watch(connection)
        return InterruptedConnection(connection) { () throws(SQLError) in
          if fuse.hasFired { throw Self.end }
        }
      }
      return
    }
    fuse = count
    peer.ledgerConnection = { [unowned self] connection in
      InterruptedConnection(connection) { [unowned self] () throws(SQLError) in try burn() }
    }
  }

  private func burn() throws(SQLError) {
    guard let left = fuse else { return }
    fuse = left - 1
    if left <= 0 { throw Self.end }
  }

  private static let end = SQLError(kind: .interrupted, code: 9, message: "The program ended.")

  /// The place at which a transaction fails.
  enum CrashPlace { case ledger, anyStatement }

  /// Whether `crash` caused a failure.
  func isCrash(_ error: any Error) -> Bool {
    // A failed check is not a crash, whether or not the program must end next.
    if error is SimulationFailure { return false }
    if progressFuse?.hasFired == true { return true }
    if let error = error as? SQLError {
      return error.code == Self.end.code && error.kind == Self.end.kind
    }
    return "\(error)".contains(Self.end.message)
  }

  /// Restarts the program; only the store remains.
  func restart() throws {
    fuse = nil
    progressFuse?.end()
    progressFuse = nil
    peer = try SyncPeer(engine, rules)
  }

  /// Migrates the store to the later program version, and starts that.
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
    peer = try SyncPeer(engine, rules)
  }

  func save(_ changes: RecordChanges) throws {
    if isTold { print("  saves", changes.insertions, changes.changes, changes.members) }
    try engine.save(named(changes))
  }
}

extension SimulatedDevice {
  /// The values of the rows by record name; keys are replaced by record names.
  func picture() throws -> [String: [String: String]] {
    try peer.step { step in
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
    of row: Record, _ shape: PeerShape, _ name: String, _ step: PeerStep
  ) throws -> [String: SyncValue] {
    var fields = try step.fields(of: row, shape, name: name) { try step.ledger.name(at: $0) }
    for (relationship, _) in shape.orderedByMembers {
      let root = step.names.root(of: relationship.destination)
      let members = try step.members(of: row.key, relationship).map {
        try step.ledger.name(at: LedgerEntry.Place(root: root, key: $0)) ?? "?"
      }
      // All members are listed; for a reflexive relationship also which of two records stores the
      // link.
      let place = "members of \(step.names.field(of: relationship))"
      if !members.isEmpty { fields[place] = .list(members.map(SyncValue.text)) }
    }
    return fields
  }

  /// The rows as text, for debugging.
  func told() throws -> String {
    try picture().sorted { $0.key < $1.key }.map { name, fields in
      "\n    \(name): "
        + fields.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
    }.joined()
  }

  /// The names of the records that have rows.
  func names() throws -> Set<String> {
    try peer.step { step in Set(try step.ledger.places().map(\.name)) }
  }

  /// The names of the records that wait for others.
  func waitingNames() throws -> Set<String> {
    try peer.step { step in
      Set(
        try step.ledger.entries("STATE = 1 AND ROW IS NULL")
          .filter { $0.content.successor == nil }.map(\.name))
    }
  }

  /// The number of rows.
  func rowCount() throws -> Int {
    try engine.schema.entities.reduce(0) { try $0 + engine.count($1.name) }
  }

  /// Records the values that the device shows.
  func look() throws {
    for entity in engine.schema.entities {
      for row in try engine.rows(RecordQuery(entity.name)) {
        for case .text(let text) in row.values.values { seen.insert(text) }
      }
    }
  }

  /// Checks that no row refers to a missing one, and that none lacks a required target.
  func checkOwners() throws {
    var keys: [String: Set<Int64>] = [:]
    var rows: [(Record, RecordRelationship)] = []
    for entity in engine.schema.entities {
      let own = try engine.rows(RecordQuery(entity.name))
      keys[entity.name] = Set(own.map(\.key))
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
