import DataSchema
import RandomTesting
import RecordStore
import SyncPort
import Testing

@testable import SyncReplication

@Suite("Order of members")
struct OrderTests {
  /// Devices that have all synced a person with some notes.
  private static func devices(
    _ count: Int = 2, notes: Int
  ) async throws -> ([SimulatedDevice], SimulatedNetwork) {
    let devices = try (0..<count).map { try SimulatedDevice($0, skew: 0, .plain) }
    var changes = RecordChanges()
    let person = changes.insert("Person", ["name": .text("Ada")])
    for number in 0..<notes {
      changes.insert(
        "Note", ["title": .text("\(number)"), "count": .integer(0), "owner": .row(person)])
    }
    try devices[0].save(changes)
    let network = SimulatedNetwork([MemoryServer()])
    try await sync(devices, network)
    return (devices, network)
  }

  private static func sync(
    _ devices: [SimulatedDevice], _ network: SimulatedNetwork
  ) async throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2 {
      for device in devices { try await network.sync(device, faults: 0, &generator) }
    }
  }

  private static func titles(_ device: SimulatedDevice) throws -> [String] {
    let person = try #require(try device.engine.rows(RecordQuery("Person")).first)
    return try device.engine.members(of: person.key, "Person", "notes").map { key in
      guard case .text(let title)? = try device.engine.row(key, of: "Note")?["title"] else {
        return "?"
      }
      return title
    }
  }

  private static func move(
    _ device: SimulatedDevice, _ body: (inout [Int64]) -> Void
  ) throws {
    let person = try #require(try device.engine.rows(RecordQuery("Person")).first)
    var members = try device.engine.members(of: person.key, "Person", "notes")
    body(&members)
    var changes = RecordChanges()
    changes.relate(person.key, of: "Person", "notes", to: members)
    try device.save(changes)
  }

  @Test func movesChangeOnlyTheMovedMembersRecord() async throws {
    let (devices, network) = try await Self.devices(notes: 10)
    try Self.move(devices[0]) { $0.insert($0.removeLast(), at: 2) }
    try devices[0].peer.collect()
    #expect(try devices[0].peer.pendingCount() == 1)
    try await Self.sync(devices, network)
    for device in devices {
      #expect(try Self.titles(device) == ["0", "1", "9", "2", "3", "4", "5", "6", "7", "8"])
    }
  }

  @Test func movesOfSeveralDevicesAreMerged() async throws {
    let (devices, network) = try await Self.devices(3, notes: 6)
    try Self.move(devices[0]) { $0.append($0.removeFirst()) }
    try Self.move(devices[1]) { $0.insert($0.remove(at: 3), at: 0) }
    try Self.move(devices[2]) { $0.swapAt(4, 5) }
    try await Self.sync(devices, network)
    let titles = try devices.map(Self.titles)
    #expect(titles[0] == titles[1])
    #expect(titles[1] == titles[2])
    #expect(titles[0].first == "3")
    #expect(titles[0].firstIndex(of: "0") ?? 0 > titles[0].firstIndex(of: "1") ?? 0)
  }

  @Test func newMembersFollowMovedOnes() async throws {
    let (devices, network) = try await Self.devices(notes: 3)
    try Self.move(devices[0]) { $0.reverse() }
    try await Self.sync(devices, network)
    let person = try #require(try devices[1].engine.rows(RecordQuery("Person")).first)
    var changes = RecordChanges()
    changes.insert(
      "Note", ["title": .text("new"), "count": .integer(0), "owner": .row(person.key)])
    try devices[1].save(changes)
    try await Self.sync(devices, network)
    for device in devices { #expect(try Self.titles(device) == ["2", "1", "0", "new"]) }
  }

  @Test func membersArrivingInAnyOrderKeepTheirOrder() async throws {
    let (devices, network) = try await Self.devices(1, notes: 8)
    try Self.move(devices[0]) { $0.shuffle() }
    try await Self.sync(devices, network)
    // Fetched in small pages, with the moved notes last.
    let late = try SimulatedDevice(7, skew: 0, .plain)
    var generator = SeededGenerator(seed: 3)
    try await network.sync(late, faults: 1, &generator)
    try await Self.sync([late], network)
    #expect(try Self.titles(late) == Self.titles(devices[0]))
  }

  @Test func listsMergeInTheOrderOfTheLaterOne() {
    func content(_ names: [String], _ time: Int64) -> SyncContent {
      var content = SyncContent(fields: ["tags": .list(names.map(SyncValue.reference))])
      content.marks.born = SyncStamp(time: 1, peer: "a")
      content.marks.set(SyncStamp(time: time, peer: "a"), of: "tags")
      return content
    }
    let merge = SyncMerge(
      kind: "Note", base: content(["a", "b", "c"], 1), mine: content(["c", "b", "a", "x"], 3),
      theirs: content(["a", "b", "y"], 2), resolver: { _ in nil })
    let expected = ["b", "y", "a", "x"].map(SyncValue.reference)
    #expect(merge.merged.fields["tags"] == .list(expected))
  }
}

@Suite("Positions of members")
struct MemberPositionTests {
  @Test func positionsLieBetweenTheirNeighbors() {
    var generator = SeededGenerator(seed: 5)
    var positions = [MemberPosition.initial(1, "r1"), MemberPosition.initial(2, "r2")]
    for _ in 0..<500 {
      let place = Int.random(in: 0...positions.count, using: &generator)
      let left = place > 0 ? positions[place - 1] : nil
      let right = place < positions.count ? positions[place] : nil
      let count = Int.random(in: 1...3, using: &generator)
      positions.insert(contentsOf: MemberPosition.between(left, right, count), at: place)
    }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
    #expect(positions.allSatisfy(MemberPosition.isValid))
    #expect(positions.allSatisfy { $0.utf8.count < 64 })
  }

  @Test func positionsGrowSlowlyInOnePlace() {
    let left = MemberPosition.initial(1, "r1")
    var right = MemberPosition.initial(2, "r2")
    for _ in 0..<1_000 { right = MemberPosition.between(left, right, 1)[0] }
    #expect(left < right)
    #expect(right.utf8.count < MemberPosition.longest)
  }

  @Test func invalidTextsAreNotPositions() {
    #expect(!MemberPosition.isValid(""))
    #expect(!MemberPosition.isValid("a-"))
    #expect(!MemberPosition.isValid("ä"))
    #expect(!MemberPosition.isValid(String(repeating: "a", count: 513)))
  }

  @Test func positionFieldsNameTheirList() throws {
    let list = try #require(MemberPosition.list(MemberPosition.field(of: "tags", among: "r-1_a")))
    #expect(list == ("tags", "r-1_a"))
    #expect(MemberPosition.list(MemberPosition.field(of: "owner")) == nil)
    #expect(MemberPosition.list("tags:r1") == nil)
    #expect(try #require(MemberPosition.list("::position")) == ("", ""))
  }
}
