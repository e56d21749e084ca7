import DataSchema
import RandomTesting
import RecordStore
import SyncPort
import Testing

@testable import SyncReplication

@Suite("Order of members at both ends")
struct MutualOrderTests {
  /// A many-to-many relationship in which one row has several members.
  enum List: String, CaseIterable, Sendable {
    /// The end of a many-to-many relationship that no record stores.
    case untold
    /// A relationship that is its own inverse.
    case reflexive

    var owner: String { self == .untold ? "Tag" : "Person" }
    var member: String { self == .untold ? "Note" : "Person" }
    var relationship: String { self == .untold ? "notes" : "friends" }
    var note: String { self == .untold ? "body" : "city" }
    var text: String { self == .untold ? "title" : "name" }
    /// The field of the members' records that may refer to the owner.
    var field: String { self == .untold ? "tags" : "friends" }

    /// The key of the row whose members are checked; of people it is the first.
    func key(_ device: SimulatedDevice) throws -> Int64 {
      let property = self == .untold ? "label" : "name"
      let keys = try device.engine.keys(of: owner, with: [property: .text("owner")])
      return try #require(keys.first)
    }
  }

  /// Devices that have all synced a row with members named 0, 1, 2….
  private static func devices(
    _ list: List, _ count: Int = 2, members: Int, _ server: MemoryServer = MemoryServer()
  ) async throws -> ([SimulatedDevice], SimulatedNetwork) {
    let devices = try (0..<count).map { try SimulatedDevice($0, skew: 0, .plain) }
    var changes = RecordChanges()
    let owner = changes.insert(
      list.owner, [list == .untold ? "label" : "name": .text("owner")])
    let keys = (0..<members).map { number in
      var values: [String: RecordValue] = [list.text: .text("\(number)")]
      if list == .untold { values["count"] = .integer(0) }
      return changes.insert(list.member, values)
    }
    changes.relate(owner, of: list.owner, list.relationship, to: keys)
    try devices[0].save(changes)
    let network = SimulatedNetwork([server])
    try await sync(devices, network)
    return (devices, network)
  }

  private static func sync(
    _ devices: [SimulatedDevice], _ network: SimulatedNetwork
  ) async throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<3 {
      for device in devices { try await network.sync(device, faults: 0, &generator) }
    }
    for device in devices { #expect(try device.peer.pendingCount() == 0) }
  }

  private static func texts(_ device: SimulatedDevice, _ list: List) throws -> [String] {
    try device.engine.members(of: list.key(device), list.owner, list.relationship).map { key in
      guard case .text(let text)? = try device.engine.row(key, of: list.member)?[list.text]
      else { return "?" }
      return text
    }
  }

  private static func move(
    _ device: SimulatedDevice, _ list: List, _ body: (inout [Int64]) -> Void
  ) throws {
    let key = try list.key(device)
    var members = try device.engine.members(of: key, list.owner, list.relationship)
    body(&members)
    var changes = RecordChanges()
    changes.relate(key, of: list.owner, list.relationship, to: members)
    try device.save(changes)
  }

  /// The positions among the owner's members that a device's records store.
  private static func positions(
    _ device: SimulatedDevice, _ list: List
  ) throws -> [SyncValue] {
    let key = try list.key(device)
    return try device.peer.step { step in
      let place = LedgerEntry.Place(root: list.owner, key: key)
      let owner = try #require(try step.ledger.name(at: place))
      let field = MemberPosition.field(of: list.field, among: owner)
      return try step.ledger.entries("STATE = 1").compactMap { $0.content.fields[field] }
    }
  }

  @Test(arguments: List.allCases)
  func movesChangeOnlyTheMovedMembersRecord(_ list: List) async throws {
    let (devices, network) = try await Self.devices(list, members: 6)
    #expect(try Self.positions(devices[0], list).isEmpty)
    try Self.move(devices[0], list) { $0.insert($0.removeLast(), at: 2) }
    try devices[0].peer.collect()
    #expect(try devices[0].peer.pendingCount() == 1)
    try await Self.sync(devices, network)
    for device in devices {
      #expect(try Self.texts(device, list) == ["0", "1", "5", "2", "3", "4"])
      #expect(try Self.positions(device, list).count == 1)
    }
  }

  @Test(arguments: List.allCases)
  func movesOfSeveralDevicesAreMerged(_ list: List) async throws {
    let (devices, network) = try await Self.devices(list, 3, members: 6)
    try Self.move(devices[0], list) { $0.append($0.removeFirst()) }
    try Self.move(devices[1], list) { $0.insert($0.remove(at: 3), at: 0) }
    try Self.move(devices[2], list) { $0.swapAt(4, 5) }
    try await Self.sync(devices, network)
    let texts = try devices.map { try Self.texts($0, list) }
    #expect(texts[0] == texts[1])
    #expect(texts[1] == texts[2])
    #expect(texts[0].first == "3")
    #expect(texts[0].firstIndex(of: "0") ?? 0 > texts[0].firstIndex(of: "1") ?? 0)
  }

  @Test(arguments: List.allCases)
  func membersArrivingInAnyOrderKeepTheirOrder(_ list: List) async throws {
    let (devices, network) = try await Self.devices(list, 1, members: 8)
    try Self.move(devices[0], list) { $0.shuffle() }
    try await Self.sync(devices, network)
    let late = try SimulatedDevice(7, skew: 0, .plain)
    var generator = SeededGenerator(seed: 3)
    try await network.sync(late, faults: 1, &generator)
    try await Self.sync([late], network)
    #expect(try Self.texts(late, list) == Self.texts(devices[0], list))
  }

  @Test(arguments: List.allCases)
  func positionsOfFormerMembersAreForgotten(_ list: List) async throws {
    let (devices, network) = try await Self.devices(list, members: 4)
    for round in 0..<3 {
      try Self.move(devices[0], list) { $0.reverse() }
      try await Self.sync(devices, network)
      #expect(try Self.positions(devices[1], list).count == 3)
      try Self.move(devices[1], list) { $0.removeAll() }
      try await Self.sync(devices, network)
      // A record drops a link that another record stores with its own next change.
      var changes = RecordChanges()
      for row in try devices[0].engine.rows(RecordQuery(list.member)) {
        changes.change(row.key, of: list.member, [list.note: .text("\(round)")])
      }
      try devices[0].save(changes)
      try await Self.sync(devices, network)
      for device in devices { #expect(try Self.positions(device, list).isEmpty) }
      let all = try devices[0].engine.rows(RecordQuery(list.member))
      let members = all.filter { $0[list.text] != .text("owner") }.map(\.key)
      try Self.move(devices[0], list) { $0 = members }
      try await Self.sync(devices, network)
    }
  }

  @Test func eachOfTwoFriendsHasAnOrder() async throws {
    let (devices, network) = try await Self.devices(.reflexive, members: 4)
    // The last person, who is also a friend of the first, puts the owner after that one.
    let last = try #require(
      try devices[0].engine.keys(of: "Person", with: ["name": .text("3")]).first)
    let first = try #require(
      try devices[0].engine.keys(of: "Person", with: ["name": .text("0")]).first)
    let owner = try List.reflexive.key(devices[0])
    var changes = RecordChanges()
    changes.relate(last, of: "Person", "friends", to: [first, owner])
    try devices[0].save(changes)
    try await Self.sync(devices, network)
    try Self.move(devices[1], .reflexive) { $0.reverse() }
    try await Self.sync(devices, network)
    for device in devices {
      #expect(try Self.texts(device, .reflexive) == ["3", "2", "1", "0"])
      let person = try #require(
        try device.engine.keys(of: "Person", with: ["name": .text("3")]).first)
      let friends = try device.engine.members(of: person, "Person", "friends")
      let names = try friends.map { try device.engine.row($0, of: "Person")?["name"] }
      #expect(names == [.text("0"), .text("owner")])
    }
  }

  @Test func friendsKeepTheirOrderWhicheverRecordHasThem() async throws {
    let (devices, network) = try await Self.devices(.reflexive, members: 5)
    let rows = try devices[0].engine.rows(RecordQuery("Person"))
    var changes = RecordChanges()
    for row in rows {
      let others = rows.map(\.key).filter { $0 != row.key }
      changes.relate(row.key, of: "Person", "friends", to: others)
    }
    try devices[0].save(changes)
    try await Self.sync(devices, network)
    // One record of each pair stores the friendship, and each friend has its own order.
    for row in rows {
      let friends = try devices[0].engine.members(of: row.key, "Person", "friends")
      var changes = RecordChanges()
      changes.relate(row.key, of: "Person", "friends", to: friends.reversed())
      try devices[0].save(changes)
      try await Self.sync(devices, network)
      let pictures = try devices.map { try $0.picture() }
      #expect(pictures[0] == pictures[1])
    }
  }

  @Test func friendsOfMergedRecordsHaveOneOrder() async throws {
    let devices = try (0..<2).map { try SimulatedDevice($0, skew: 0, .plain) }
    let network = SimulatedNetwork([MemoryServer()])
    // All devices create the same people, in other orders and at other times; one of them knows the
    // friendships.
    let names = ["0", "1", "2", "3", "4"]
    for (device, names) in zip(devices, [names.reversed(), names]) {
      for name in names {
        var changes = RecordChanges()
        changes.insert("Person", ["name": .text(name)])
        try device.save(changes)
        try device.peer.collect()
      }
    }
    let keys = try devices[0].engine.rows(RecordQuery("Person")).map(\.key)
    for key in keys {
      var changes = RecordChanges()
      changes.relate(key, of: "Person", "friends", to: keys.filter { $0 != key })
      try devices[0].save(changes)
    }
    try await Self.sync(devices.reversed(), network)
    let pictures = try devices.map { try $0.picture() }
    #expect(pictures[0] == pictures[1])
  }

  @Test(arguments: List.allCases)
  func invalidPositionsAreIgnored(_ list: List) async throws {
    let server = MemoryServer()
    let (devices, network) = try await Self.devices(list, members: 4, server)
    let key = try list.key(devices[0])
    let owner = try devices[0].peer.step { step in
      try step.ledger.name(at: LedgerEntry.Place(root: list.owner, key: key))
    }
    let place = MemberPosition.field(of: list.field, among: try #require(owner))
    let values: [SyncValue] = [
      .text(""), .text("a-"), .text("\u{0}"), .text(String(repeating: "z", count: 10_000)),
      .integer(.max), .list([.reference("r")]), .null, .text("zz"),
    ]
    for value in values {
      var records = Array(await server.records.values.filter { $0.kind == list.member })
      for index in records.indices {
        records[index].fields[place] = value
        records[index].fields["::position"] = value
        records[index].fields[":position"] = value
        records[index].fields["\(list.field)::position"] = value
        records[index].fields["no such:a:b:position"] = value
      }
      _ = try await MemoryProvider(server, account: "account0").write(records.map(SyncWrite.save))
      try await Self.sync(devices, network)
      #expect(try Self.texts(devices[0], list) == Self.texts(devices[1], list))
      // All members may have the same position.
      try Self.move(devices[1], list) { $0.reverse() }
      try await Self.sync(devices, network)
      #expect(try Self.texts(devices[0], list) == Self.texts(devices[1], list))
    }
    #expect(try Set(Self.texts(devices[0], list)).count == 4)
  }
}
