import ExampleSupport
import MinecraftSpotsCore

/// `edit-world WORLD`.
struct EditWorldCommand: Command {
  static let name = "edit-world"
  static let synopsis = "WORLD [--name NAME] [--seed SEED] [--comment TEXT] [--clear NAMES]"
  static let summary = "Change a world."
  static let details = """
    \(SpotsStore.worldDetails)
    --clear removes properties: \(clearable.alternatives), or both with a comma between them.
    """
  static let options: Set<CommandOption> = [.name, .seed, .comment, .clear]

  private static let clearable = ["comment", "seed"]

  let world: String
  let newName: String?
  let seed: Seed?
  let comment: String?
  let cleared: Set<String>

  init(_ invocation: Invocation) throws {
    world = try invocation.arguments(1...1)[0]
    newName = invocation[.name]
    seed = invocation[.seed].map { Seed(typed: $0) }
    comment = invocation[.comment]
    cleared = try invocation.words(.clear, among: Self.clearable)
    guard Self.options.contains(where: { invocation[$0] != nil }) else {
      throw UsageError(
        "edit-world needs at least one of --name, --seed, --comment and --clear.",
        about: Self.self)
    }
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let id = try await store.world(named: world).id
    let edited = try await store.worlds.edit(id: id) { world in
      if let newName { world.name = newName }
      if let seed { world.seed = seed }
      if let comment { world.comment = comment }
      if cleared.contains("comment") { world.comment = nil }
      if cleared.contains("seed") { world.seed = nil }
    }
    let count = try await store.worlds.entries().first { $0.world.id == id }?.itemCount
    try session.print(WorldRecord(WorldsUseCase.Entry(world: edited, itemCount: count ?? 0))) {
      "Changed world “\((edited.name ?? "").printable)”."
    }
    return .success
  }
}
