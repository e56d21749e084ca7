import RecordStore
import SyncPort
import Testing

@testable import SyncReplication

@Suite("The order of deletions")
struct DeletionOrderTests {
  private let device: SimulatedDevice

  init() throws { device = try SimulatedDevice(0, skew: 0, .plain) }

  /// Sends all changes to the server, which accepts those for which `take` returns true.
  ///
  /// - Returns: The writes of each request.
  private func send(
    _ limit: Int, _ take: (Int, SyncWrite) -> Bool = { _, _ in true }
  ) throws -> [[SyncWrite]] {
    var requests: [[SyncWrite]] = []
    while requests.count < 1_000 {
      let sendings = try device.peer.nextSendings(limit)
      guard !sendings.isEmpty else { break }
      let writes = sendings.map(\.write)
      let results = writes.map { write -> SyncWriteResult in
        guard take(requests.count, write) else { return .postponed }
        if case .delete = write { return .deleted }
        return .saved(tag: "v\(requests.count)")
      }
      requests.append(writes.filter { !$0.name.hasPrefix("openswiftdata-") })
      _ = try device.peer.note(results, of: sendings)
    }
    return requests
  }

  /// Inserts people with notes with lines; all people come first, and all lines last.
  private func insertPeople(_ count: Int64) throws {
    var changes = RecordChanges()
    for number in 1...count { changes.insert("Person", key: -number, ["name": .text("\(number)")]) }
    for number in 1...count {
      changes.insert(
        "Note", key: -100 - number,
        ["title": .text("t"), "count": .integer(0), "owner": .row(-number)])
    }
    for number in 1...count {
      for copy in 1...2 as ClosedRange<Int64> {
        changes.insert("Line", key: -100 - copy * 100 - number, ["note": .row(-100 - number)])
      }
    }
    try device.save(changes)
  }

  /// A device that reads an owner's deletion before those of its members would have to keep the
  /// owner for them.
  @Test(arguments: [1, 2, 3, 7, 100])
  func membersAreDeletedBeforeTheirOwners(_ limit: Int) throws {
    try insertPeople(6)
    _ = try send(limit)
    var owners: [String: String] = [:]
    try device.peer.step { step in
      try step.forEachEntry("1") { entry in
        for (_, owner) in entry.content.references { owners[entry.name] = owner }
      }
    }
    #expect(owners.count == 18)
    try device.delete(try device.rows("Person").map(\.key), of: "Person")
    // Some writes are postponed.
    func isTaken(_ request: Int, _ write: SyncWrite) -> Bool {
      (request + write.name.utf8.reduce(0) { $0 + Int($1) }) % 3 > 0
    }
    var gone: Set<String> = []
    for (request, writes) in try send(limit, isTaken).enumerated() {
      for write in writes {
        for (member, owner) in owners where owner == write.name {
          #expect(gone.contains(member), "\(write.name) goes before \(member)")
        }
      }
      gone.formUnion(writes.filter { isTaken(request, $0) }.map(\.name))
      #expect(writes.count <= limit)
    }
    #expect(gone.count == 24)
    #expect(try device.peer.pendingCount() == 0)
  }
}
