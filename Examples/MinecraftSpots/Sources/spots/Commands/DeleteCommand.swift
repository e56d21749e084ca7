import ExampleSupport
import MinecraftSpotsCore

/// `delete SPOT`.
struct DeleteCommand: Command {
  static let name = "delete"
  static let synopsis = "SPOT"
  static let summary = "Delete a spot and its picture."
  static let details = SpotsStore.spotDetails

  let spot: String

  init(_ invocation: Invocation) throws {
    spot = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let item = try await store.item(named: spot)
    try await store.items.delete(id: item.id)
    try session.print(SpotRecord(item)) { "Deleted “\((item.name ?? "").printable)”." }
    return .success
  }
}
