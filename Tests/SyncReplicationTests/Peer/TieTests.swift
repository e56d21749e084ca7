import DataSchema
import RandomTesting
import RecordStore
import SyncPort
import Testing

@testable import SyncReplication

@Suite("Changes of the same time")
struct TieTests {
  /// Devices that all have a note, and whose clocks show the same time from now on.
  private static func devices(
    _ count: Int
  ) async throws -> ([SimulatedDevice], SimulatedNetwork) {
    let devices = try (0..<count).map { try SimulatedDevice($0, skew: 0, .plain) }
    var changes = RecordChanges()
    changes.insert("Note", ["title": .text("begin"), "count": .integer(0)])
    try devices[0].save(changes)
    let network = SimulatedNetwork([MemoryServer()])
    try await sync(devices, Array(devices.indices), network)
    let time = (devices.map(\.clock.now).max() ?? 0) + 1_000_000
    for device in devices { device.clock.advance(time - device.clock.now) }
    return (devices, network)
  }

  private static func sync(
    _ devices: [SimulatedDevice], _ order: [Int], _ network: SimulatedNetwork
  ) async throws {
    var generator = SeededGenerator(seed: 1)
    for number in order + order {
      try await network.sync(devices[number], faults: 0, &generator)
    }
  }

  private static func note(_ device: SimulatedDevice) throws -> Record {
    try #require(try device.engine.rows(RecordQuery("Note")).first)
  }

  private static func set(_ device: SimulatedDevice, _ title: String) throws {
    var changes = RecordChanges()
    changes.change(try note(device).key, of: "Note", ["title": .text(title)])
    try device.save(changes)
    try device.peer.collect()
  }

  /// The time at which the title was set, and the device.
  private static func stamp(_ device: SimulatedDevice) throws -> SyncStamp {
    let key = try note(device).key
    return try device.peer.step { step in
      let entry = try step.ledger.entry(at: LedgerEntry.Place(root: "Note", key: key))
      return try #require(entry?.content.marks.stamp(of: "title"))
    }
  }

  @Test(
    arguments: [
      [0, 1], [1, 0], [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
    ],
    [false, true])
  func tiesAreResolvedAlikeInAnySyncOrder(_ order: [Int], _ isBackwards: Bool) async throws {
    let (devices, network) = try await Self.devices(order.count)
    // The order of the saves does not matter, either.
    for device in isBackwards ? devices.reversed() : devices {
      try Self.set(device, "title \(device.number)")
    }
    let stamps = try devices.map(Self.stamp)
    #expect(Set(stamps.map(\.time)).count == 1)
    #expect(stamps.map(\.peer) == devices.map { "d\($0.number)" })
    try await Self.sync(devices, order, network)
    let last = RecordValue.text("title \(devices.count - 1)")
    #expect(try devices.map { try Self.note($0)["title"] } == devices.map { _ in last })
    #expect(try devices.map(Self.stamp) == devices.map { _ in stamps[devices.count - 1] })
  }
}
