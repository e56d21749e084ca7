import DataSchema
import Foundation
import Locks
import RandomTesting
import RecordStore
import SyncPort

@testable import SyncReplication

/// A device of a simulation: a store in memory, and how far its clock is off.
final class SimulatedDevice {
  let number: Int
  let engine: RecordEngine
  let replica: Replica
  let clock: SimulatedClock
  var account: String?
  /// All values of texts that its rows ever showed.
  var seen: Set<String> = []
  var isTold = false

  /// What the rows say, for whoever looks for a mistake.
  func told() throws -> String {
    try picture().sorted { $0.key < $1.key }.map { name, fields in
      "\n    \(name): "
        + fields.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
    }.joined()
  }

  init(_ number: Int, skew: Int64, _ rules: Replica.Rules = Replica.Rules()) throws {
    self.number = number
    let clock = SimulatedClock(skew: skew)
    self.clock = clock
    engine = try RecordEngine(
      StoreOptions(name: "device\(number)", path: "", isInMemory: true),
      model: SimulatedModels.model())
    var rules = rules
    rules.trustsHistory = false
    rules.clock = { clock.now }
    let names = Mutex(SeededGenerator(seed: UInt64(number)))
    rules.newName = { names.withLock { String($0.next() & 0xFFFF_FFFF, radix: 36) + "d\(number)" } }
    rules.resolver = { conflict in
      guard conflict.field == "count", case .integer(let mine) = conflict.mine,
        case .integer(let theirs) = conflict.theirs
      else { return nil }
      var base: Int64 = 0
      if case .integer(let value)? = conflict.base { base = value }
      return .integer(mine + theirs - base)
    }
    replica = try Replica(engine, rules, name: "d\(number)")
  }

  /// What the rows say, by the names of their records, with those of records in place of keys.
  func picture() throws -> [String: [String: String]] {
    try replica.step { step in
      var picture: [String: [String: String]] = [:]
      for entry in try step.ledger.entries("ROW IS NOT NULL") {
        guard let place = entry.place, let shape = step.shapes[entry.kind] else { continue }
        guard let row = try engine.row(place.key, of: place.root) else {
          picture[entry.name] = ["": "no row"]
          continue
        }
        var fields = try step.fields(of: row, shape, name: entry.name) {
          try step.ledger.name(at: $0)
        }
        // Of a relationship that leads back to itself one end tells the members, and their order.
        for field in shape.fields where field.isReflexive {
          if case .list(let members)? = fields[field.name] {
            fields[field.name] = .list(members.sorted { "\($0)" < "\($1)" })
          }
        }
        for (relationship, inverse) in shape.toldByOthers
        where relationship.isToMany && !inverse.isToMany {
          let root = relationship.destination.root.name
          let members = try engine.members(of: row.key, row.entity, relationship.name).map {
            try step.ledger.name(at: LedgerEntry.Place(root: root, key: $0)) ?? "?"
          }
          if !members.isEmpty { fields[relationship.name] = .list(members.map(SyncValue.text)) }
        }
        var texts = fields.mapValues { "\($0)" }
        texts[""] = row.entity
        picture[entry.name] = texts
      }
      return picture
    }
  }

  func save(_ changes: RecordChanges) throws {
    if isTold { print("  saves", changes.insertions, changes.changes, changes.members) }
    try engine.save(changes)
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
}

/// A clock that a test sets.
final class SimulatedClock: Sendable {
  private let time: Mutex<Int64>

  init(skew: Int64) { time = Mutex(1_000_000_000_000 + skew) }

  var now: Int64 {
    time.withLock {
      $0 += 1
      return $0
    }
  }

  func advance(_ microseconds: Int64) { time.withLock { $0 += microseconds } }
}
