import ExampleSupport
import MinecraftSpotsCore

/// `add-world NAME`.
struct AddWorldCommand: Command {
  static let name = "add-world"
  static let synopsis = "NAME [--seed SEED]"
  static let summary = "Add a world."
  static let options: Set<CommandOption> = [.seed, .comment]

  let worldName: String
  let seed: Seed?
  let comment: String?

  init(_ invocation: Invocation) throws {
    worldName = try invocation.arguments(1...1)[0]
    seed = invocation[.seed].map { Seed(typed: $0) }
    comment = invocation[.comment]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let world = try await store.worlds.add(name: worldName, seed: seed, comment: comment)
    let identifiers = ShortIdentifiers(texts: try await store.worlds.worlds().map(\.id))
    try session.print(WorldRecord(WorldsUseCase.Entry(world: world, itemCount: 0))) {
      "Added world \(identifiers[world.id]), “\((world.name ?? "").printable)”."
    }
    return .success
  }
}
