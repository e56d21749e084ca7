import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// `edit SPOT`.
struct EditCommand: Command {
  static let name = "edit"
  static let synopsis =
    "SPOT [--name NAME] [--at X,Y,Z] [--comment TEXT] [--world WORLD] [--photo FILE] [--clear NAMES]"
  static let summary = "Change a spot."
  static let details = """
    \(SpotsStore.spotDetails)
    --clear removes properties: \(clearable.alternatives), or several with commas between them.
    """
  static let options: Set<CommandOption> = [
    .name, .position, .comment, CommandOption("world", value: "WORLD", "The new world."), .photo,
    .clear,
  ]

  private static let clearable = ["comment", "coordinates", "photo", "world"]

  let spot: String
  let newName: String?
  let comment: String?
  let world: String?
  let photo: PhotoFile?
  let place: Coordinates?
  let cleared: Set<String>

  init(_ invocation: Invocation) throws {
    spot = try invocation.arguments(1...1)[0]
    newName = invocation[.name]
    comment = invocation[.comment]
    world = invocation[.world]
    photo = invocation[.photo].map(PhotoFile.init)
    place = try invocation[.position].map { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return try Coordinates(arguments: parts[...], of: Self.self)
    }
    cleared = try invocation.words(.clear, among: Self.clearable)
    guard Self.options.contains(where: { invocation[$0] != nil }) else {
      throw UsageError(
        "edit needs at least one of --name, --at, --comment, --world, --photo and --clear.",
        about: Self.self)
    }
  }

  func run(in session: Session) async throws -> ExitCode {
    let imageData = try photo?.read()
    let store = try session.openStore()
    let item = try await store.item(named: spot)
    var newWorld: World?
    if let world { newWorld = try await store.world(named: world) }
    let image =
      imageData.map(ImageChange.replace) ?? (cleared.contains("photo") ? .remove : .keep)
    let edited = try await store.items.edit(id: item.id, image: image) { [newWorld] item in
      if let newName { item.name = newName }
      if let comment { item.comment = comment }
      if let newWorld { item.world = newWorld }
      if let place { item.coordinates = place }
      if cleared.contains("comment") { item.comment = nil }
      if cleared.contains("coordinates") { item.coordinates = nil }
      if cleared.contains("world") { item.world = nil }
    }
    try session.print(SpotRecord(edited)) { "Changed “\((edited.name ?? "").printable)”." }
    return .success
  }
}
