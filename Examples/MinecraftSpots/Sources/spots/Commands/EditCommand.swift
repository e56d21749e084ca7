import ExampleSupport
import MinecraftSpotsCore

/// `edit SPOT`.
struct EditCommand: Command {
  static let name = "edit"
  static let synopsis = "SPOT [--name NAME] [--comment TEXT] [--world WORLD] [--photo FILE]"
  static let summary = "Change a spot."
  static let details = SpotsStore.spotDetails
  static let options: Set<CommandOption> = [
    .name, .comment, CommandOption("world", value: "WORLD", "The new world."), .photo,
  ]

  let spot: String
  let newName: String?
  let comment: String?
  let world: String?
  let photo: PhotoFile?

  init(_ invocation: Invocation) throws {
    spot = try invocation.arguments(1...1)[0]
    newName = invocation[.name]
    comment = invocation[.comment]
    world = invocation[.world]
    photo = invocation[.photo].map(PhotoFile.init)
    guard Self.options.contains(where: { invocation[$0] != nil }) else {
      throw UsageError(
        "edit needs at least one of --name, --comment, --world and --photo.", about: Self.self)
    }
  }

  func run(in session: Session) async throws -> ExitCode {
    let imageData = try photo?.read()
    let store = try session.openStore()
    let item = try await store.item(named: spot)
    var newWorld: World?
    if let world { newWorld = try await store.world(named: world) }
    let image = imageData.map(ImageChange.replace) ?? .keep
    let edited = try await store.items.edit(id: item.id, image: image) { [newWorld] item in
      if let newName { item.name = newName }
      if let comment { item.comment = comment }
      if let newWorld { item.world = newWorld }
    }
    try session.print(SpotRecord(edited)) { "Changed “\((edited.name ?? "").printable)”." }
    return .success
  }
}
