import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// `delete-world WORLD`.
struct DeleteWorldCommand: Command {
  static let name = "delete-world"
  static let synopsis = "WORLD [--with-spots]"
  static let summary = "Delete a world."
  static let details = """
    \(SpotsStore.worldDetails)
    A world that has spots is deleted only with --with-spots.
    """
  static let options: Set<CommandOption> = [.withSpots]

  let world: String
  let withSpots: Bool

  init(_ invocation: Invocation) throws {
    world = try invocation.arguments(1...1)[0]
    withSpots = invocation[.withSpots] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let world = try await store.world(named: world)
    guard let entry = try await store.worlds.entries().first(where: { $0.world.id == world.id })
    else { throw SpotError.worldNotFound(id: world.id) }
    do {
      try await store.worlds.delete(id: world.id, withItems: withSpots)
    } catch let error as SpotError {
      guard case .worldHasItems = error else { throw error }
      throw CommandFailure(
        error.sentence,
        advice: "Delete them as well with --with-spots, or move them with: "
          + "spots edit SPOT --world WORLD", .refused)
    }
    try session.print(WorldRecord(entry)) {
      "Deleted world “\((world.name ?? "").printable)”"
        + (entry.itemCount > 0 ? " and \(entry.itemCount.counted("spot"))." : ".")
    }
    return .success
  }
}
