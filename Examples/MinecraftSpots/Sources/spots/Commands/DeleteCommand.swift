import ExampleSupport
import MinecraftSpotsCore

/// `delete SPOT`.
struct DeleteCommand: Command {
  static let name = "delete"
  static let synopsis = "SPOT"
  static let summary = "Delete a spot and its picture."
  static let details = "SPOT is the beginning of its ID, as list shows it."

  let identifier: String

  init(_ invocation: Invocation) throws {
    identifier = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let item = try await store.item(identifiedBy: identifier)
    try await store.items.delete(id: item.id)
    try session.print(SpotRecord(item)) { "Deleted “\((item.name ?? "").printable)”." }
    return .success
  }
}
