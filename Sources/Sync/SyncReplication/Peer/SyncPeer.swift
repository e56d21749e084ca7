import DataSchema
import Foundation
import RecordStore
import SQLCore
import SyncPort

/// The sync peer of one store: determines what to send to a server, and applies what the server
/// sends.
///
/// It works on rows by the names of entities and properties; no model classes are needed. It keeps
/// its state in tables of the store, written in the same transactions as the rows. Only one thread
/// at a time may use it. Other processes may write to the store, and one of them at a time may sync
/// it.
package final class SyncPeer {
  /// The configurable behavior of a sync peer.
  package struct Rules: Sendable {
    /// Resolves fields that both sides set; without a resolver or result, the later value is kept.
    package var resolver: SyncFieldResolver = { _ in nil }
    /// Whether deletions win against changes of the same record.
    package var deletionsWin = false
    /// The time of changes that the history does not date, in microseconds since 1970; nil for the
    /// system's clock.
    package var clock: (@Sendable () -> Int64)?
    /// Whether changes are dated by the history; otherwise they are dated when they are found.
    package var trustsHistory = true

    /// Whether the server stores pairs of many-to-many relationships as separate records, in
    /// addition to the lists.
    package var keepsPairs = false

    /// Names of new records; nil for random names.
    package var newName: (@Sendable () -> String)?
    /// Earlier versions of the models, oldest first, as far as they are known.
    package var formerModels: [ModelDescription] = []

    /// Checks for values that the models cannot read, by the models' names of entity and property.
    ///
    /// Properties that can read every value of their columns have no check.
    package var checks: [String: [String: ValueCheck]] = [:]

    package init() {}
  }

  /// Returns why a value cannot be read; nil if it can.
  package typealias ValueCheck = @Sendable (RecordValue) -> String?

  /// The history author of changes received from servers.
  package static let author = "OpenSwiftData.sync"

  let engine: RecordEngine
  let rules: Rules
  /// The record names of entities and properties.
  package let names: RecordNames
  /// The entities by their record names.
  private(set) var shapes: [String: PeerShape] = [:]
  /// The names of fields, of any entity, whose target can have only one owner.
  private(set) var exclusiveFields: Set<String> = []
  /// The names of fields, of any entity, that are their own inverses.
  private(set) var reflexiveFields: Set<String> = []
  /// The names of fields, of any entity, that determine the order of members.
  private(set) var orderingFields: Set<String> = [SyncContent.successor]
  /// The name of the sync peer in stamps.
  package let name: String
  /// Replaces the connection of a step's ledger; nil to use the store's connection.
  var ledgerConnection: ((any SQLConnection) -> any SQLConnection)?
  /// Records that may now get a relationship target that another record gave up.
  var freed: Set<String> = []
  /// Records to send after the last batch, in this order.
  var upcoming: [String] = []
  /// Whether the server refuses this sync peer's marks.
  var marksAreRefused = false
  /// Large values whose stored pieces were checked or uploaded in this sync.
  var checkedFiles: Set<SyncFile> = []
  /// The next deletions to send, each after those of records that reference it.
  var leaving: [String] = []

  /// Opens a sync peer; creates the ledger if there is none.
  ///
  /// - Parameters:
  ///   - engine: The store.
  ///   - rules: The configurable behavior.
  ///   - name: The name of a new sync peer; nil for a random name.
  /// - Throws: `SwiftDataError` if the store cannot be written.
  package init(_ engine: RecordEngine, _ rules: Rules = Rules(), name: String? = nil) throws {
    (self.engine, self.rules) = (engine, rules)
    let new = name ?? Self.randomName().prefix(10).description
    (self.name, names) = try engine.transaction { writer in
      let ledger = Ledger(connection: writer.connection)
      try ledger.create()
      if rules.keepsPairs { try ledger.createPairs() }
      let names = try ledger.names(of: engine.model, after: rules.formerModels)
      if let known = try ledger.text(.peer) { return (known, names) }
      try ledger.set(.peer, new)
      return (new, names)
    }
    for entity in engine.schema.entities {
      let shape = PeerShape(entity, engine.model, names)
      shapes[shape.kind] = shape
      exclusiveFields.formUnion(shape.fields.filter(\.isExclusive).map(\.name))
      reflexiveFields.formUnion(shape.fields.filter(\.isReflexive).map(\.name))
      orderingFields.formUnion(shape.orderedByMembers.map(\.field))
    }
  }

  /// Deletes all sync state; the rows are kept.
  package static func forget(_ engine: RecordEngine) throws {
    try engine.transaction { try Ledger(connection: $0.connection).drop() }
  }

  static func randomName() -> String {
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return String((0..<20).map { _ in digits[Int.random(in: 0..<digits.count)] })
  }

  /// Runs one step in one transaction.
  @discardableResult
  func step<Result>(_ body: (PeerStep) throws -> Result) throws -> Result {
    try engine.transaction { writer in
      let step = try PeerStep(self, writer)
      let result = try body(step)
      try step.presentOrder()
      try step.end()
      return result
    }
  }
}

/// A step of a sync peer within its transaction.
final class PeerStep {
  let peer: SyncPeer
  let writer: RecordWriter
  let ledger: Ledger
  /// The latest known time of any stamp.
  var clock: Int64
  private let formerClock: Int64
  /// The latest time that does not count as the future: a day after the device's clock.
  ///
  /// A clock that was never set cannot tell what the future is.
  lazy var horizon: Int64 = {
    let now = now
    return now < SyncStamp.first ? .max : min(now, SyncStamp.lastSet) + SyncStamp.day
  }()
  /// The number of the current or last full fetch.
  let epoch: Int64
  /// The number of the last sending; nil if none was requested.
  private var lastSending: Int64?
  /// The resolved conflicts.
  var conflicts: [SyncConflict] = []
  /// The number of changed local records.
  var presentedCount = 0
  /// Records that lost their rows since the last update of rows began.
  var gone: Set<String> = []
  /// Records whose rows still belong to their former entities.
  var replaced: Set<String> = []
  /// Records whose deletion was revoked.
  var kept: Set<String> = []
  /// Whether everything was fetched, so that unknown records do not exist.
  var isComplete = true
  /// Whether the current fetch follows a loss of data on the server.
  lazy var followsLoss = (try? ledger.continuity().followsLoss) ?? true
  /// Records that the server lacks and that are sent again.
  var spared: [String] = []
  /// Records that were set aside.
  var unreadable: [SyncUnreadable] = []
  /// Whether any record is set aside, from this step or earlier ones.
  lazy var hasAside = (try? ledger.hasRecordsSetAside()) ?? true

  var engine: RecordEngine { peer.engine }
  var names: RecordNames { peer.names }
  var shapes: [String: PeerShape] { peer.shapes }

  init(_ peer: SyncPeer, _ writer: RecordWriter) throws {
    (self.peer, self.writer) = (peer, writer)
    ledger = Ledger(
      connection: peer.ledgerConnection?(writer.connection) ?? writer.connection)
    clock = try ledger.number(.clock) ?? 0
    formerClock = clock
    epoch = try ledger.number(.epoch) ?? 0
    // The device's clock was ahead, and has been corrected.
    if isFromTheFuture(clock) { clock = 0 }
  }

  func end() throws {
    if clock != formerClock { try ledger.set(.clock, clock) }
    if let lastSending { try ledger.set(.sending, lastSending) }
  }

  /// The resolved conflicts, with the names that the models use.
  var toldConflicts: [SyncConflict] {
    conflicts.map { conflict in
      var told = conflict
      told.entity = names.entity(ofKind: conflict.entity)
      told.field = conflict.field.map { names.property(ofField: $0, told.entity) }
      return told
    }
  }

  /// Returns the number of a new sending.
  func nextSending() throws -> Int {
    let number = try (lastSending ?? ledger.number(.sending) ?? 0) + 1
    lastSending = number
    return Int(number)
  }

  /// Returns the time of a change, which is later than all times known before.
  ///
  /// - Parameters:
  ///   - date: The time of the change in the history; nil if the history has none.
  ///   - former: The stamp of the previous value.
  /// - Returns: Microseconds since 1970.
  func time(_ date: Date?, after former: SyncStamp? = nil) -> Int64 {
    var now: Int64
    if let date, peer.rules.trustsHistory, !isFromTheFuture(Self.microseconds(date)) {
      now = Self.microseconds(date)
    } else {
      now = self.now
    }
    now = max(min(now, SyncStamp.lastSet), clock + 1)
    guard let former, !isFromTheFuture(former.time) else { return now }
    return max(now, former.time + 1)
  }

  /// Returns the stamp of a change, which is later than everything known when it was made.
  ///
  /// - Parameters:
  ///   - date: The date of the change in the history; nil if unknown.
  ///   - former: The stamp of the value that the change replaces.
  /// - Returns: The stamp.
  func stamp(_ date: Date?, after former: SyncStamp? = nil) -> SyncStamp {
    let time = time(date, after: former)
    clock = max(clock, time)
    return SyncStamp(time: time, peer: peer.name, replacing: former)
  }

  /// Advances the clock, so that later changes are newer than received ones, unless those come from
  /// the future.
  ///
  /// Times up to an hour less than a day ahead are followed. Later times then do not count as the
  /// future on a device whose clock is slightly behind this one.
  func follow(_ marks: SyncMarks) {
    let latest = marks.latest
    guard latest > clock else { return }
    let limit = latest < SyncStamp.first ? latest : horizon - SyncStamp.day / 24
    clock = max(clock, latest <= limit ? latest : marks.latest(upTo: limit))
  }

  /// Whether a time is more than a day ahead of the device's clock.
  func isFromTheFuture(_ time: Int64) -> Bool { time >= SyncStamp.first && time > horizon }

  private var now: Int64 { peer.rules.clock?() ?? Self.microseconds(Date()) }

  private static func microseconds(_ date: Date) -> Int64 {
    let value = date.timeIntervalSince1970 * 1e6
    return value > 0 && value < 9e18 ? Int64(value) : 0
  }
}

/// A conflict and its resolution.
package struct SyncConflict: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Both sides set a field.
    case field
    /// One side deleted a record that the other side changed; the record is kept.
    case keptDeleted
    /// One side deleted a record that the other side changed; the record is deleted.
    case deletedChanged
    /// A record is kept because a changed record requires it.
    case keptNeeded
    /// Two records had the same unique values and were merged into one.
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
