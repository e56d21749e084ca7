import RandomTesting
import SyncPort

@testable import SyncReplication

/// The way between devices and a server, on which requests and answers are lost, doubled and late.
final class SimulatedNetwork {
  private let server: MemoryProvider
  /// Values that gave way to others.
  private(set) var settled: Set<String> = []
  /// Whether records were found to be one.
  private(set) var hasDoubles = false
  private var late: [(device: Int, writes: [SyncWrite])] = []

  init(_ server: MemoryServer) { self.server = MemoryProvider(server) }

  /// Carries out what was on its way.
  func deliverLate() async throws {
    for (_, writes) in late { _ = try await server.write(writes) }
    late = []
  }

  /// Carries out what a device sent before it sends something else: requests of several devices arrive in any
  /// order, those of one in theirs.
  private func deliverLate(of device: SimulatedDevice) async throws {
    for (number, writes) in late where number == device.number {
      _ = try await server.write(writes)
    }
    late.removeAll { $0.device == device.number }
  }

  /// One sync of a device, which ends where something is lost: `faults` of a hundred requests.
  ///
  /// - Returns: Whether anything was read or sent.
  /// - Throws: What the store throws.
  @discardableResult
  func sync(
    _ device: SimulatedDevice, faults: Int, _ generator: inout SeededGenerator
  ) async throws -> Bool {
    var isBusy = false
    let replica = device.replica
    func tell(_ text: @autoclosure () -> String) {
      if device.isTold { print("  device \(device.number): \(text())") }
    }
    func fails() -> Bool { Int.random(in: 0..<100, using: &generator) < faults }
    try replica.collect()
    while true {
      let reading = try replica.nextReading()
      let limit = faults == 0 ? 100 : Int.random(in: 1...7, using: &generator)
      let page: SyncPage
      do {
        page = try await server.changes(since: reading.cursor, limit: limit)
      } catch let error as SyncError where error.kind == .cursorExpired {
        try replica.readAllAnew()
        continue
      }
      if !page.changes.isEmpty { isBusy = true }
      if !page.changes.isEmpty {
        tell("reads \(page.changes.map { "\($0)" }) more \(page.hasMore)")
      }
      if fails() {
        tell("loses the page")
        return true
      }
      let acceptance = try replica.accept(page, of: reading)
      note(acceptance?.conflicts ?? [], device)
      if acceptance?.conflicts.isEmpty == false { tell("settles \(acceptance?.conflicts ?? [])") }
      // A page that comes twice changes nothing.
      if fails() { _ = try replica.accept(page, of: reading) }
      if !page.hasMore { break }
    }
    for _ in 0..<30 {
      let limit = faults == 0 ? 100 : Int.random(in: 1...5, using: &generator)
      let sendings = try replica.nextSendings(limit)
      if sendings.isEmpty { return isBusy }
      isBusy = true
      try await deliverLate(of: device)
      tell("sends \(sendings.map(\.write))")
      if fails() {
        tell("loses the request")
        return true
      }
      if fails() {
        tell("sends late")
        late.append((device.number, sendings.map(\.write)))
        return true
      }
      let results = try await server.write(sendings.map(\.write))
      if fails() {
        tell("loses the answer")
        return true
      }
      tell("is answered \(results)")
      note(try replica.note(results, of: sendings).conflicts, device)
    }
    return true
  }

  private func note(_ conflicts: [SyncConflict], _ device: SimulatedDevice) {
    for conflict in conflicts {
      if conflict.kind == .double { hasDoubles = true }
      for case .text(let text)? in [conflict.mine, conflict.theirs] {
        device.seen.insert(text)
        if conflict.result != .text(text) { settled.insert(text) }
      }
    }
  }
}
