import DataSchema
import Locks
import RecordStore
import SQLCore
import SQLiteDriver
import SyncPort
import Testing

@testable import SyncReplication

@Suite("Statements of a sync")
struct StatementTests {
  /// A device whose changes the server has accepted, and which has fetched once.
  private static func device(rows: Int) throws -> SimulatedDevice {
    let device = try SimulatedDevice(0, skew: 0, .plain)
    var changes = RecordChanges()
    let person = changes.insert("Person", ["name": .text("Ada")])
    for number in 0..<rows {
      changes.insert(
        "Note", ["title": .text("\(number)"), "count": .integer(0), "owner": .row(person)])
    }
    try device.save(changes)
    try device.peer.collect()
    _ = try device.engine.transaction { writer in
      try writer.connection.run("UPDATE \(Ledger.record) SET PENDING = 0, BASE = NULL, TAG = 'v1'")
    }
    try sync(device.peer, sending: 0)
    return device
  }

  /// Syncs with a server that returns one page and accepts all writes.
  ///
  /// - Returns: The records that the server received.
  @discardableResult
  private static func sync(
    _ peer: SyncPeer, _ changes: [SyncChange] = [], sending count: Int
  ) throws -> [SyncRecord] {
    try peer.collect()
    let reading = try peer.nextReading()
    let page = SyncPage(changes: changes, cursor: "0.1", hasMore: false)
    _ = try peer.accept(page, of: reading)
    #expect(try peer.missingFiles().isEmpty)
    var sent: [SyncRecord] = []
    while true {
      _ = try peer.pendingCount()
      let sendings = try peer.nextSendings(25)
      guard !sendings.isEmpty else { break }
      for case .save(let record) in sendings.filter({ !$0.isMark }).map(\.write) {
        sent.append(record)
      }
      let results = sendings.map { sending -> SyncWriteResult in
        if case .delete = sending.write { .deleted } else { .saved(tag: "v2") }
      }
      _ = try peer.note(results, of: sendings)
    }
    #expect(try peer.pendingCount() == 0)
    #expect(try peer.waitingCount() == 0)
    #expect(try peer.absentValues().isEmpty)
    #expect(sent.count == count)
    return sent
  }

  /// Counts SQLite's steps during the body.
  private static func steps(
    _ device: SimulatedDevice, _ body: () throws -> Void
  ) throws -> StepCounter {
    let counter = try device.engine.reading { connection in
      StepCounter(try #require(connection as? SQLiteConnection))
    }
    defer { counter.end() }
    try body()
    return counter
  }

  /// The keys of some notes, spread over the whole table.
  private static func keys(_ device: SimulatedDevice, _ count: Int) throws -> [Int64] {
    let keys = try device.engine.rows(RecordQuery("Note")).map(\.key)
    return stride(from: 0, to: keys.count, by: keys.count / count).map { keys[$0] }
  }

  /// Otherwise the values of each statement would be limited by the size of the file.
  @Test func syncedStoresHaveNoCode() throws {
    let device = try Self.device(rows: 1)
    let programs = try device.engine.reading { connection in
      try SchemaPrograms(in: try #require(connection as? SQLiteConnection))
    }
    #expect(programs.expressions == [])
    #expect(programs.foreign == [])
  }

  @Test func idleSyncsCostTheSameInLargeStores() throws {
    let counters = try [500, 5_000].map { rows in
      let device = try Self.device(rows: rows)
      return try Self.steps(device) { try Self.sync(device.peer, sending: 0) }
    }
    let (few, many) = (counters[0].total, counters[1].total)
    #expect(few.statements > 0)
    #expect(few.steps > few.statements)
    #expect(few == many, "\(counters[1].told)")
    #expect(many.scannedRows < 20, "\(counters[1].told)")
    #expect(counters[1].scans() == [])
  }

  @Test func changesCostTheSameInLargeStores() throws {
    let counters = try [500, 5_000].map { rows in
      let device = try Self.device(rows: rows)
      var changes = RecordChanges()
      for key in try Self.keys(device, 100) {
        changes.change(key, of: "Note", ["title": .text("changed \(key)"), "count": .integer(7)])
      }
      try device.save(changes)
      return try Self.steps(device) { try Self.sync(device.peer, sending: 100) }
    }
    Self.compare(counters)
  }

  @Test func fetchedChangesCostTheSameInLargeStores() throws {
    let counters = try [500, 5_000].map { rows in
      let device = try Self.device(rows: rows)
      let keys = try Self.keys(device, 100)
      // A change of each note, to learn the names of the records.
      var changes = RecordChanges()
      for key in keys { changes.change(key, of: "Note", ["count": .integer(7)]) }
      try device.save(changes)
      let told = try Self.sync(device.peer, sending: 100).map { record in
        var record = record
        record.fields["title"] = .text("changed")
        record.tag = "v3"
        return SyncChange.saved(record)
      }
      let counter = try Self.steps(device) {
        try Self.sync(device.peer, told, sending: 0)
      }
      let titles = try keys.compactMap { try device.engine.row($0, of: "Note")?["title"] }
      #expect(titles == [RecordValue](repeating: .text("changed"), count: 100))
      return counter
    }
    Self.compare(counters)
  }

  /// A device and a server that keeps pairs; both have one for each note.
  private static func deviceWithPairs(_ count: Int) throws -> SimulatedDevice {
    var scenario = SimulationScenario.plain
    scenario.keepsPairs = true
    let device = try SimulatedDevice(0, skew: 0, scenario)
    var changes = RecordChanges()
    // If a row's members change, all of its members are read.
    for number in stride(from: 0, to: count, by: 10) {
      let tag = changes.insert("Tag", ["label": .text("\(number)")])
      for number in number..<number + 10 {
        let note = changes.insert("Note", ["title": .text("\(number)"), "count": .integer(0)])
        changes.relate(note, of: "Note", "tags", to: [tag])
      }
    }
    try device.save(changes)
    try sync(device.peer, sending: 2 * count + count / 10)
    return device
  }

  @Test func idleSyncsCostTheSameWithManyPairs() throws {
    let counters = try [100, 400].map { count in
      let device = try Self.deviceWithPairs(count)
      return try Self.steps(device) { try Self.sync(device.peer, sending: 0) }
    }
    #expect(counters[0].total == counters[1].total, "\(counters[1].told)")
    #expect(counters[1].scans() == [])
  }

  @Test func changesCostTheSameWithManyPairs() throws {
    let counters = try [200, 600].map { count in
      let device = try Self.deviceWithPairs(count)
      var changes = RecordChanges()
      let keys = try device.engine.rows(RecordQuery("Note")).map(\.key)
      for key in keys.prefix(50) { changes.relate(key, of: "Note", "tags", to: []) }
      for key in keys.prefix(100) {
        changes.change(key, of: "Note", ["title": .text("changed \(key)")])
      }
      try device.save(changes)
      return try Self.steps(device) { try Self.sync(device.peer, sending: 100) }
    }
    Self.compare(counters)
  }

  /// The cost of removing one of many members.
  private static func countersOfOneMember(
    _ kind: String, _ relationship: String, of other: String
  ) throws -> [StepCounter] {
    try [50, 400].map { count in
      let device = try SimulatedDevice(0, skew: 0, .plain)
      var changes = RecordChanges()
      let members = (0..<count).map { number in
        let title = kind == "Note" ? "title" : "name"
        var values: [String: RecordValue] = [title: .text("\(number)")]
        if kind == "Note" { values["count"] = .integer(0) }
        return changes.insert(kind, values)
      }
      let first = changes.insert(other, [other == "Tag" ? "label" : "name": .text("Ada")])
      for member in members { changes.relate(member, of: kind, relationship, to: [first]) }
      try device.save(changes)
      try Self.sync(device.peer, sending: count + 1)
      var change = RecordChanges()
      let key = try #require(try device.engine.rows(RecordQuery(kind)).dropLast().last?.key)
      change.relate(key, of: kind, relationship, to: [])
      try device.save(change)
      return try Self.steps(device) { try Self.sync(device.peer, sending: 1) }
    }
  }

  /// Only members that were added or removed are read.
  @Test func removingOneOfManyMembersCostsTheSame() throws {
    let counters = try Self.countersOfOneMember("Note", "tags", of: "Tag")
    #expect(counters[0].total.statements == counters[1].total.statements, "\(counters[1].told)")
  }

  /// For each member of a changed row, the record that stores the link is looked up.
  @Test func theCostPerMutualMemberStaysTheSame() throws {
    let counters = try Self.countersOfOneMember("Person", "friends", of: "Person")
    let (few, many) = (counters[0].total, counters[1].total)
    #expect(many.statements < few.statements * 8, "\(few) \(many)\(counters[1].told)")
    #expect(many.steps < few.steps * 9, "\(few) \(many)\(counters[1].told)")
  }

  /// The cost of a record with many members grows linearly with the pairs that others created for
  /// it.
  @Test func theCostPerPairedMemberStaysTheSame() throws {
    let counters = try [40, 240].map { count in
      var scenario = SimulationScenario.plain
      scenario.keepsPairs = true
      let device = try SimulatedDevice(0, skew: 0, scenario)
      let note = SyncRecord(name: "n", kind: "Note", fields: ["title": .text("a")], tag: "v1")
      var told = [SyncChange.saved(note)]
      for number in 0..<count {
        told.append(
          .saved(
            SyncRecord(
              name: "t\(number)", kind: "Tag", fields: ["label": .text("\(number)")], tag: "v1")))
        let pair = SyncPair(
          .init(record: "t\(number)", kind: "Tag", field: "notes"),
          .init(record: "n", kind: "Note", field: "tags"))
        told.append(.saved(pair.record(named: "p\(number)", tag: "v1")))
      }
      let counter = try Self.steps(device) { try Self.sync(device.peer, told, sending: 1) }
      let key = try #require(try device.engine.rows(RecordQuery("Note")).first?.key)
      #expect(try device.members(of: key, "Note", "tags").count == count)
      return counter
    }
    let (few, many) = (counters[0].total, counters[1].total)
    #expect(many.statements < few.statements * 7, "\(few) \(many)\(counters[1].told)")
    #expect(many.steps < few.steps * 9, "\(few) \(many)\(counters[1].told)")
  }

  /// No statement reads rows that did not change.
  private static func compare(_ counters: [StepCounter]) {
    let (few, many) = (counters[0].total, counters[1].total)
    #expect(few.steps > 1_000)
    #expect(abs(many.steps - few.steps) < few.steps / 20, "\(few) \(many)\(counters[1].told)")
    #expect(many.scannedRows < few.scannedRows + 100, "\(few) \(many)\(counters[1].told)")
    #expect(counters[1].scans() == [])
  }
}
