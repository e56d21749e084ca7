import DataSchema
import Foundation
import RandomTesting
import RecordStore
import SyncPort

@testable import SyncReplication

/// A fault after a simulation.
struct SimulationFailure: Error, CustomStringConvertible {
  let description: String
}

/// Devices that edit and sync at random, with every kind of fault, from one seed.
///
/// Each step has its own random numbers, so that a failing schedule can be repeated without some of
/// the steps.
struct Simulation {
  let seed: UInt64
  /// The indexes of the steps to run; nil for all.
  var steps: [Int]?
  /// The faults and edits that may happen.
  var scenario: SimulationScenario

  /// Whether to print what happens.
  var isTold = false

  /// Stores of earlier schedules to reuse; nil to create new ones.
  var stores: SimulatedStores?

  /// The number of steps in the longest schedules.
  static let stepCount = 60

  init(seed: UInt64, steps: [Int]? = nil, scenario: SimulationScenario? = nil) {
    (self.seed, self.steps) = (seed, steps)
    self.scenario = scenario ?? SimulationScenario(seed: seed)
  }

  /// A schedule of random length.
  ///
  /// Nearly every bug so far needed fewer than ten steps, so three of four schedules are short:
  /// then all devices are compared more often. The others reach deeper states.
  static func ofRandomLength(_ seed: UInt64) -> Simulation {
    var generator = SeededGenerator(seed: seed &+ 1)
    let isShort = Int.random(in: 0..<4, using: &generator) > 0
    let count = Int.random(in: isShort ? 6...20 : 20...stepCount, using: &generator)
    var simulation = Simulation(seed: seed, steps: Array(0..<count))
    simulation.scenario.losesData = Int.random(in: 0..<3, using: &generator) == 0
    return simulation
  }

  /// A schedule of random length, in which one device's clock may be years ahead.
  static func atRandom(_ seed: UInt64) -> Simulation {
    var simulation = ofRandomLength(seed)
    var generator = SeededGenerator(seed: seed &+ 2)
    simulation.scenario.hasFuture = Int.random(in: 0..<5, using: &generator) == 0
    return simulation
  }

  /// A schedule of random length with a server that keeps pairs.
  static func withPairs(_ seed: UInt64) -> Simulation {
    var simulation = ofRandomLength(seed)
    simulation.scenario.keepsPairs = true
    simulation.scenario.favorsMembers = seed % 4 > 0
    // CloudKit compares the version when it writes.
    simulation.scenario.letsWriteOver = false
    return simulation
  }

  /// Runs the schedule, syncs all devices until nothing changes any more, and checks them.
  ///
  /// - Parameter look: Called with the devices when all agree.
  /// - Throws: `SimulationFailure` that describes the fault.
  func run(_ look: ([SimulatedDevice]) throws -> Void = { _ in }) async throws {
    var generator = SeededGenerator(seed: seed)
    let servers = scenario.switching == nil ? [MemoryServer()] : [MemoryServer(), MemoryServer()]
    let devices = try makeDevices(&generator)
    defer { stores?.keep(devices) }
    var record = SimulationRecord()
    (record.deletionsWin, record.hasVersions) = (scenario.deletionsWin, scenario.hasVersions)
    record.hasFuture = scenario.hasFuture
    let network = SimulatedNetwork(servers, letsWriteOver: scenario.letsWriteOver)
    var losses = SimulatedLosses(seed: seed)
    for number in 0..<Self.stepCount {
      var own = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
      guard steps?.contains(number) ?? true else { continue }
      let device = devices[Int.random(in: 0..<devices.count, using: &own)]
      device.isTold = isTold
      defer {
        if isTold { print("step \(number): device \(device.number)", (try? device.told()) ?? "") }
      }
      for each in devices { each.clock.advance(1_000) }
      if scenario.losesData, await losses.happen(to: servers, number, isTold: isTold) {
        record.hasLosses = true
        network.dropLateFiles()
      }
      do {
        try await perform(number, device, devices, &own, servers, network, &record)
      } catch  where device.isCrash(error) {
        if isTold { print("  device \(device.number) crashes") }
      }
      if scenario.hasCrashes {
        try device.restart()
        // The state before the crash was visible anyway.
        try device.look()
      }
    }
    for device in devices { try device.upgrade() }
    try await settle(devices, network)
    try await check(devices, servers, record, network)
    try look(devices)
  }

  private func makeDevices(_ generator: inout SeededGenerator) throws -> [SimulatedDevice] {
    let count = Int.random(in: 2...4, using: &generator)
    return try (0..<count).map { number in
      let skews: [Int64] = [0, 0, 5_000_000, -31_536_000_000_000, 60_000_000]
      return try SimulatedDevice(
        number, skew: skews.randomElement(using: &generator) ?? 0, scenario,
        isEarlier: scenario.hasVersions && number % 2 == 1, stores)
    }
  }

  private func perform(
    _ number: Int, _ device: SimulatedDevice, _ devices: [SimulatedDevice],
    _ own: inout SeededGenerator, _ servers: [MemoryServer], _ network: SimulatedNetwork,
    _ record: inout SimulationRecord
  ) async throws {
    if scenario.keepsPairs, Int.random(in: 0..<4, using: &own) == 0 {
      if isTold { print("  the app acts") }
      return try await SimulatedApp.act(on: servers[device.account], number, &own, &record)
    }
    switch Int.random(in: 0..<100, using: &own) {
    case 0..<60:
      for _ in 0..<Int.random(in: 1...4, using: &own) {
        try SimulatedEdit.perform(on: device, number, &own, &record, scenario)
      }
    case 60..<97:
      if scenario.hasCrashes, Bool.random(using: &own) {
        device.crash(
          after: Int.random(in: 0..<300, using: &own), within: scenario.crashPlace)
      }
      if scenario.switching != nil, Int.random(in: 0..<6, using: &own) == 0 {
        try switchAccount(device)
      }
      if device.isEarlier, Int.random(in: 0..<8, using: &own) == 0 {
        try SimulatedEdit.performUnseen(on: device, number, &record)
        if isTold { print("  device \(device.number) is upgraded") }
        try device.upgrade()
      }
      try await network.sync(device, faults: 30, &own)
      try device.look()
    case 97:
      if isTold { print("cursors expire") }
      for server in servers { await server.expireCursors() }
    case 98:
      if isTold { print("late requests arrive") }
      try await network.deliverLate()
    // The clock that is ahead may be corrected.
    default:
      let isAhead = scenario.hasFuture && device.number == 0
      device.clock.advance(isAhead ? devices[1].clock.now - device.clock.now : -86_400_000_000)
    }
  }

  /// Switches the account, as a sync does that finds another one.
  private func switchAccount(_ device: SimulatedDevice) throws {
    if isTold { print("  device \(device.number) switches the account") }
    // After a crash the device still has the former account, whose rows it fetches again.
    device.cursor = nil
    if scenario.switching == .keepsApart {
      try device.peer.forgetAccount()
    } else {
      try device.peer.forgetServer()
    }
    device.account = 1 - device.account
  }

  /// Syncs all devices without faults until nothing changes any more.
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
    _ devices: [SimulatedDevice], _ servers: [MemoryServer], _ record: SimulationRecord,
    _ network: SimulatedNetwork
  ) async throws {
    for (account, server) in servers.enumerated() {
      let members = devices.filter { $0.account == account }
      guard let first = members.first else { continue }
      let picture = try first.picture()
      for device in members {
        try check(device, first.number, picture, network.broughtBack, record.hasLosses)
      }
      let records = await server.records
      let waiting = try first.waitingNames()
      let live = Set(
        records.values.filter { $0.kind != SyncPair.kind && SyncContent($0).successor == nil }
          .map(\.name)
      ).subtracting(waiting)
      if live != Set(picture.keys) {
        throw SimulationFailure(
          description:
            "the server has \(live.symmetricDifference(picture.keys)) or the devices have")
      }
      // A device that leaves forever may leave contradictory lists and pairs behind.
      if scenario.keepsPairs, scenario.switching == nil, !network.hasDoubles {
        for device in members { try await SimulatedApp.check(device, server) }
      }
      var record = record
      (record.settled, record.hasDoubles) = (network.settled, network.hasDoubles)
      (record.mayLoseSums, record.mayWriteOver) = (scenario.letsWriteOver, scenario.letsWriteOver)
      (record.broughtBack, record.unanswered) = (network.broughtBack, network.unanswered)
      record.writtenOver = network.writtenOver
      switch scenario.switching {
      case nil: try record.check(picture, devices)
      // Each device brings all of its data, even to an account that others may never join.
      case .merges: try record.checkEdits(of: Set(members.map(\.number)), picture)
      // A device that switches the account drops rows of the former account.
      case .keepsApart: break
      }
    }
  }

  private func check(
    _ device: SimulatedDevice, _ other: Int, _ expected: [String: [String: String]],
    _ broughtBack: Set<String>, _ hasLosses: Bool
  ) throws {
    let pending = try device.peer.pendingCount()
    if pending > 0 {
      throw SimulationFailure(description: "device \(device.number) has \(pending) to tell")
    }
    let picture = try device.picture()
    if try device.rowCount() != picture.count {
      throw SimulationFailure(description: "device \(device.number) has rows without records")
    }
    if let difference = Self.difference(expected, picture) {
      throw SimulationFailure(
        description: "devices \(other) and \(device.number) differ: \(difference)")
    }
    try device.checkOwners()
    // If no device of the account knows a row any more, no device keeps its required target. No
    // device has a row for a record that was restored after all deleted it. Data that a server lost
    // is also sent again by devices that never had the required target.
    let waiting = try device.waitingNames().subtracting(broughtBack)
    if !waiting.isEmpty, scenario.switching == nil, !hasLosses {
      throw SimulationFailure(description: "device \(device.number) waits for \(waiting)")
    }
  }

  static func difference(
    _ left: [String: [String: String]], _ right: [String: [String: String]]
  ) -> String? {
    for name in Set(left.keys).union(right.keys).sorted() where left[name] != right[name] {
      return "\(name): \(left[name] ?? [:]) and \(right[name] ?? [:])"
    }
    return nil
  }

  /// The fewest steps that still fail, found by leaving out one after the other.
  func reduced() async -> [Int] {
    var kept = steps ?? Array(0..<Self.stepCount)
    var size = kept.count / 2
    while size > 0 {
      var start = 0
      while start < kept.count {
        var fewer = kept
        fewer.removeSubrange(start..<min(start + size, kept.count))
        if await Simulation(seed: seed, steps: fewer, scenario: scenario).fails() {
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
