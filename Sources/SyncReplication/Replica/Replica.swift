import DataSchema
import Foundation
import RecordStore
import SQLCore
import SyncPort

/// One store's part in a sync: what it has to tell a server, and what it makes of what the server tells.
///
/// It works on rows by the names of entities and properties; no model class is needed. What it notes stands in
/// tables of the store, and is written in the transactions of the rows that it is about. One thread at a time
/// uses it; other processes may write to the store, and one of them at a time syncs it.
package final class Replica {
  /// What the replica is to do where there is a choice.
  package struct Rules: Sendable {
    /// Decides where a field was set on both sides; nil, or a nil answer, for the later one.
    package var resolver: SyncFieldResolver = { _ in nil }
    /// Whether a record that was deleted on one side and changed on the other goes.
    package var deletionsWin = false
    /// Microseconds since 1970 for changes whose time the history does not tell; nil for the system's clock.
    package var clock: (@Sendable () -> Int64)?
    /// Whether changes are as old as the history says; else they are as old as they are found.
    package var trustsHistory = true

    /// Whether the server keeps pairs of many-to-many relationships as records of their own, beside the lists.
    package var keepsPairs = false

    /// Names of new records; nil for random ones.
    package var newName: (@Sendable () -> String)?
    /// What the models were before, from the first version on, as far as somebody knows.
    package var formerModels: [ModelDescription] = []

    /// Says why the models cannot read a value of a row, by entity and property as the models call them; nothing for
    /// properties that can be read whatever fits into their columns.
    package var checks: [String: [String: ValueCheck]] = [:]

    package init() {}
  }

  /// Says why a value cannot be read; nil for one that can.
  package typealias ValueCheck = @Sendable (RecordValue) -> String?

  /// What the history calls those who write what servers told.
  package static let author = "OpenSwiftData.sync"

  let engine: RecordEngine
  let rules: Rules
  /// What records call entities and properties.
  package let names: RecordNames
  /// The entities by what records call them.
  private(set) var shapes: [String: ReplicaShape] = [:]
  /// The names of fields of any entity whose other ends one row alone can have.
  private(set) var exclusiveFields: Set<String> = []
  /// The names of fields of any entity that are their own inverses.
  private(set) var reflexiveFields: Set<String> = []
  /// The names of fields of any entity that have members stand somewhere.
  private(set) var orderingFields: Set<String> = [SyncContent.successor]
  /// What the replica is called in stamps.
  package let name: String
  /// What the ledger of a step reads and writes by; nil for the store's connection itself.
  var ledgerConnection: ((any SQLConnection) -> any SQLConnection)?
  /// Records that may get another end of a relationship that somebody else had.
  var freed: Set<String> = []
  /// Records that are to be sent after those of the last sendings, in this order.
  var upcoming: [String] = []
  /// Whether the server takes no mark of this replica.
  var marksAreRefused = false
  /// Large values whose stored pieces this sync has asked for or stored.
  var checkedFiles: Set<SyncFile> = []
  /// Records whose deletions are told next, each after those that lead to it.
  var leaving: [String] = []

  /// Makes the ledger where there is none.
  ///
  /// - Parameters:
  ///   - engine: The store.
  ///   - rules: What to do where there is a choice.
  ///   - name: What a new replica is called; nil for a random name.
  /// - Throws: `SwiftDataError` when the store cannot be written.
  package init(_ engine: RecordEngine, _ rules: Rules = Rules(), name: String? = nil) throws {
    (self.engine, self.rules) = (engine, rules)
    let new = name ?? Self.randomName().prefix(10).description
    (self.name, names) = try engine.transaction { writer in
      let ledger = Ledger(connection: writer.connection)
      try ledger.create()
      if rules.keepsPairs { try ledger.createPairs() }
      let names = try ledger.names(of: engine.model, after: rules.formerModels)
      if let known = try ledger.text(.replica) { return (known, names) }
      try ledger.set(.replica, new)
      return (new, names)
    }
    for node in engine.schema.nodes {
      guard let entity = engine.schema.entity(named: node.name) else { continue }
      let shape = ReplicaShape(entity, engine.model, names)
      shapes[shape.kind] = shape
      exclusiveFields.formUnion(shape.fields.filter(\.isExclusive).map(\.name))
      reflexiveFields.formUnion(shape.fields.filter(\.isReflexive).map(\.name))
      orderingFields.formUnion(shape.orderedByMembers.map(\.field))
    }
  }

  /// Whether a store has been synced.
  package static func isSynced(_ engine: RecordEngine) throws -> Bool {
    try engine.reading { try Ledger(connection: $0).exists() }
  }

  /// Forgets all that was synced; the rows stay as they are.
  package static func forget(_ engine: RecordEngine) throws {
    try engine.transaction { try Ledger(connection: $0.connection).drop() }
  }

  static func randomName() -> String {
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return String((0..<20).map { _ in digits[Int.random(in: 0..<digits.count)] })
  }

  /// Runs one step in one transaction.
  @discardableResult
  func step<Result>(_ body: (ReplicaStep) throws -> Result) throws -> Result {
    try engine.transaction { writer in
      let step = try ReplicaStep(self, writer)
      let result = try body(step)
      try step.presentOrder()
      try step.end()
      return result
    }
  }
}

/// A step of a replica within its transaction.
final class ReplicaStep {
  let replica: Replica
  let writer: RecordWriter
  let ledger: Ledger
  /// The highest time that is known of any stamp.
  var clock: Int64
  private let formerClock: Int64
  /// The latest time that does not come from the future: a day after what the device's clock shows.
  ///
  /// A clock that was never set knows of no future.
  lazy var horizon: Int64 = {
    let now = now
    return now < SyncStamp.first ? .max : min(now, SyncStamp.lastSet) + SyncStamp.day
  }()
  /// The full reading that is under way, or was last.
  let epoch: Int64
  /// The number of the last sending; nil where none was asked for.
  private var lastSending: Int64?
  /// What was settled.
  var conflicts: [SyncConflict] = []
  /// How many records have changed here.
  var presentedCount = 0
  /// Records that have lost their rows since rows began to be brought in line.
  var gone: Set<String> = []
  /// Records whose rows are of the kinds that these had before.
  var replaced: Set<String> = []
  /// Records whose deletion was taken back.
  var kept: Set<String> = []
  /// Whether all that there is has been read, so that who is not known is not there.
  var isComplete = true
  /// Whether the reading under way follows a loss of the server's.
  lazy var followsLoss = (try? ledger.continuity().followsLoss) ?? true
  /// Records that the server lacks and that are sent again.
  var spared: [String] = []
  /// Records that were set aside.
  var unreadable: [SyncUnreadable] = []
  /// Whether any were, now or before.
  lazy var hasAside = (try? ledger.hasRecordsSetAside()) ?? true

  var engine: RecordEngine { replica.engine }
  var names: RecordNames { replica.names }
  var shapes: [String: ReplicaShape] { replica.shapes }

  init(_ replica: Replica, _ writer: RecordWriter) throws {
    (self.replica, self.writer) = (replica, writer)
    ledger = Ledger(
      connection: replica.ledgerConnection?(writer.connection) ?? writer.connection)
    clock = try ledger.number(.clock) ?? 0
    formerClock = clock
    epoch = try ledger.number(.epoch) ?? 0
    // The device's clock was ahead, and has been put right.
    if isFromTheFuture(clock) { clock = 0 }
  }

  func end() throws {
    if clock != formerClock { try ledger.set(.clock, clock) }
    if let lastSending { try ledger.set(.sending, lastSending) }
  }

  /// What was settled, with the names that the models have.
  var toldConflicts: [SyncConflict] {
    conflicts.map { conflict in
      var told = conflict
      told.entity = names.entity(ofKind: conflict.entity)
      told.field = conflict.field.map { names.property(ofField: $0, told.entity) }
      return told
    }
  }

  /// The number of a new sending.
  func nextSending() throws -> Int {
    let number = try (lastSending ?? ledger.number(.sending) ?? 0) + 1
    lastSending = number
    return Int(number)
  }

  /// The time of a change, which is after all that was known when it was made.
  ///
  /// - Parameters:
  ///   - date: When the history says that it was made; nil where it says nothing.
  ///   - former: When the value before it was set.
  /// - Returns: Microseconds since 1970.
  func time(_ date: Date?, after former: SyncStamp? = nil) -> Int64 {
    var now: Int64
    if let date, replica.rules.trustsHistory, !isFromTheFuture(Self.microseconds(date)) {
      now = Self.microseconds(date)
    } else {
      now = self.now
    }
    now = max(min(now, SyncStamp.lastSet), clock + 1)
    guard let former, !isFromTheFuture(former.time) else { return now }
    return max(now, former.time + 1)
  }

  /// The stamp of a change, which is after all that was known when it was made.
  ///
  /// - Parameters:
  ///   - date: When the history says that it was made; nil where it says nothing.
  ///   - former: The stamp of the value that it replaces.
  func stamp(_ date: Date?, after former: SyncStamp? = nil) -> SyncStamp {
    let time = time(date, after: former)
    clock = max(clock, time)
    return SyncStamp(time: time, replica: replica.name, replacing: former)
  }

  /// Sees to it that what is set from now on is later than the times of others' changes, unless these come from the
  /// future.
  ///
  /// Times up to an hour less than a day ahead are followed: what comes after them is then not from the future for a
  /// device whose clock is a little behind this one's.
  func follow(_ marks: SyncMarks) {
    let latest = marks.latest
    guard latest > clock else { return }
    let limit = latest < SyncStamp.first ? latest : horizon - SyncStamp.day / 24
    clock = max(clock, latest <= limit ? latest : marks.latest(upTo: limit))
  }

  /// Whether a time is more than a day after what the device's clock shows.
  func isFromTheFuture(_ time: Int64) -> Bool { time >= SyncStamp.first && time > horizon }

  private var now: Int64 { replica.rules.clock?() ?? Self.microseconds(Date()) }

  private static func microseconds(_ date: Date) -> Int64 {
    let value = date.timeIntervalSince1970 * 1e6
    return value > 0 && value < 9e18 ? Int64(value) : 0
  }
}

/// A conflict and how it was settled.
package struct SyncConflict: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Both sides had set a field.
    case field
    /// One side had deleted a record that the other had changed; it is kept.
    case keptDeleted
    /// One side had deleted a record that the other had changed; it goes.
    case deletedChanged
    /// A record stays since another one that was changed cannot be without it.
    case keptNeeded
    /// Two records have the same unique values; they are one now.
    case double
  }

  package var kind: Kind
  package var entity: String
  package var record: String
  package var field: String?
  package var mine: SyncValue?
  package var theirs: SyncValue?
  package var result: SyncValue?
}
