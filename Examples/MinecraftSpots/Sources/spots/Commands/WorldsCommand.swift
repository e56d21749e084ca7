import ExampleSupport
import MinecraftSpotsCore

/// `worlds`.
struct WorldsCommand: Command {
  static let name = "worlds"
  static let synopsis = ""
  static let summary = "Show all worlds and how many spots each has."

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
  }

  func run(in session: Session) async throws -> ExitCode {
    let entries = try await session.openStore().worlds.entries()
    let identifiers = ShortIdentifiers(texts: entries.map(\.world.id))
    try session.print(entries.map(WorldRecord.init)) {
      guard !entries.isEmpty else {
        return "There are no worlds yet. Add one: spots add-world NAME"
      }
      let rows = entries.map { entry in
        [
          Columns.Cell(identifiers[entry.world.id], .yellow),
          .number("\(entry.itemCount)"),
          .number(entry.world.seed?.rawValue.description, .dim),
          Columns.Cell(entry.world.name ?? "unnamed", .cyan),
        ]
      }
      return Columns(rows: rows).lines(on: session.terminal).joined(separator: "\n")
    }
    return .success
  }
}
