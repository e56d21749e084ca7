import DataSchema
import Foundation
import RandomTesting
import RecordStore
import SyncPort

@testable import SyncReplication

/// What is wrong after a simulation.
struct SimulationFailure: Error, CustomStringConvertible {
  let description: String
}

/// Some devices that edit and sync at random, with everything that goes wrong on the way, from one seed.
///
/// Each step has random numbers of its own, so that a failing schedule can be tried without some of them.
struct Simulation {
  let seed: UInt64
  /// The numbers of the steps to do; nil for all.
  var steps: [Int]?

  /// Whether what happens is printed.
  var isTold = false

  static let stepCount = 60

  /// Runs the schedule, lets all devices sync until nothing happens any more, and checks them.
  ///
  /// - Throws: `SimulationFailure` that says what is wrong.
  func run() async throws {
    var generator = SeededGenerator(seed: seed)
    let server = MemoryServer()
    let count = Int.random(in: 2...4, using: &generator)
    var devices: [SimulatedDevice] = []
    for number in 0..<count {
      let skews: [Int64] = [0, 0, 5_000_000, -31_536_000_000_000, 60_000_000]
      devices.append(
        try SimulatedDevice(number, skew: skews.randomElement(using: &generator) ?? 0))
    }
    var record = SimulationRecord()
    let network = SimulatedNetwork(server)
    for number in 0..<Self.stepCount {
      var own = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
      guard steps?.contains(number) ?? true else { continue }
      let device = devices[Int.random(in: 0..<count, using: &own)]
      device.isTold = isTold
      defer {
        if isTold { print("step \(number): device \(device.number)", (try? device.told()) ?? "") }
      }
      for each in devices { each.clock.advance(1_000) }
      switch Int.random(in: 0..<100, using: &own) {
      case 0..<60:
        for _ in 0..<Int.random(in: 1...4, using: &own) {
          try SimulatedEdit.perform(on: device, number, &own, &record)
        }
      case 60..<97:
        try await network.sync(device, faults: 30, &own)
        try device.look()
      case 97:
        if isTold { print("cursors expire") }
        await server.expireCursors()
      case 98:
        if isTold { print("late requests arrive") }
        try await network.deliverLate()
      default: device.clock.advance(-86_400_000_000)
      }
    }
    try await settle(devices, network)
    try check(devices, await server.records, record, network)
  }

  /// Lets all devices sync without faults until nothing happens any more.
  private func settle(_ devices: [SimulatedDevice], _ network: SimulatedNetwork) async throws {
    try await network.deliverLate()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      var isQuiet = true
      for device in devices {
        if try await network.sync(device, faults: 0, &generator) { isQuiet = false }
      }
      if isQuiet { return }
    }
  }

  private func check(
    _ devices: [SimulatedDevice], _ records: [String: SyncRecord], _ record: SimulationRecord,
    _ network: SimulatedNetwork
  ) throws {
    let pictures = try devices.map { try $0.picture() }
    for (device, picture) in zip(devices, pictures) {
      let pending = try device.replica.pendingCount()
      if pending > 0 {
        throw SimulationFailure(description: "device \(device.number) has \(pending) to tell")
      }
      if try device.rowCount() != picture.count {
        throw SimulationFailure(description: "device \(device.number) has rows without records")
      }
      if let difference = Self.difference(pictures[0], picture) {
        throw SimulationFailure(
          description: "devices 0 and \(device.number) differ: \(difference)")
      }
      let waiting = try device.replica.step { step in
        try step.ledger.entries("STATE = 1 AND ROW IS NULL")
          .filter { $0.content.successor == nil }.map { "\($0.kind) \($0.name) \($0.content)" }
      }
      if !waiting.isEmpty {
        throw SimulationFailure(description: "device \(device.number) waits for \(waiting)")
      }
    }
    let live = Set(records.values.filter { SyncContent($0).successor == nil }.map(\.name))
    if live != Set(pictures[0].keys) {
      throw SimulationFailure(
        description:
          "the server has \(live.symmetricDifference(pictures[0].keys)) or the devices have")
    }
    var record = record
    (record.settled, record.hasDoubles) = (network.settled, network.hasDoubles)
    try record.check(pictures[0], devices)
  }

  private static func difference(
    _ left: [String: [String: String]], _ right: [String: [String: String]]
  ) -> String? {
    for name in Set(left.keys).union(right.keys).sorted() where left[name] != right[name] {
      return "\(name): \(left[name] ?? [:]) and \(right[name] ?? [:])"
    }
    return nil
  }

  /// The fewest steps that still fail, as far as leaving out one after the other finds them.
  func reduced() async -> [Int] {
    var kept = steps ?? Array(0..<Self.stepCount)
    var size = kept.count / 2
    while size > 0 {
      var start = 0
      while start < kept.count {
        var fewer = kept
        fewer.removeSubrange(start..<min(start + size, kept.count))
        if await Simulation(seed: seed, steps: fewer).fails() {
          kept = fewer
        } else {
          start += size
        }
      }
      size /= 2
    }
    return kept
  }

  private func fails() async -> Bool {
    do {
      try await run()
      return false
    } catch { return true }
  }
}
