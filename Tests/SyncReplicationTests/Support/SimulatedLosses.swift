import RandomTesting
import SyncPort

/// Makes servers lose acknowledged changes.
struct SimulatedLosses {
  private let seed: UInt64
  private var backups: [[MemoryServer.Backup]] = []

  init(seed: UInt64) { self.seed = seed }

  /// Restores servers to an earlier state at some steps, or empties them.
  ///
  /// - Returns: Whether data may be lost.
  mutating func happen(
    to servers: [MemoryServer], _ step: Int, isTold: Bool
  ) async -> Bool {
    // The step's own random numbers are the same as without losses.
    var generator = SeededGenerator(seed: seed &* 7_000_003 &+ UInt64(step) &+ 29)
    let isLost = Int.random(in: 0..<12, using: &generator) == 0
    if isLost {
      // A server that was replaced or emptied has no records.
      let isEmpty = backups.isEmpty || Int.random(in: 0..<3, using: &generator) == 0
      let backup = isEmpty ? nil : backups.randomElement(using: &generator)
      if isTold { print(isEmpty ? "servers are emptied" : "servers are put back") }
      for (number, server) in servers.enumerated() {
        await server.restore(backup?[number] ?? MemoryServer.Backup())
      }
    }
    var states: [MemoryServer.Backup] = []
    for server in servers { states.append(await server.backup()) }
    backups.append(states)
    return isLost
  }
}
