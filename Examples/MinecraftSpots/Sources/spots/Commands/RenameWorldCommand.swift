import ExampleSupport
import MinecraftSpotsCore

/// `rename-world WORLD NAME`.
struct RenameWorldCommand: Command {
  static let name = "rename-world"
  static let synopsis = "WORLD NAME"
  static let summary = "Rename a world."
  static let details = SpotsStore.worldDetails

  let world: String
  let newName: String

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    (world, newName) = (arguments[0], arguments[1])
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let former = try await store.world(named: world)
    let renamed = try await store.worlds.rename(former, to: newName)
    let count = try await store.worlds.entries().first { $0.world.id == renamed.id }?.itemCount
    try session.print(WorldRecord(WorldsUseCase.Entry(world: renamed, itemCount: count ?? 0))) {
      "Renamed “\((former.name ?? "").printable)” to “\((renamed.name ?? "").printable)”."
    }
    return .success
  }
}
