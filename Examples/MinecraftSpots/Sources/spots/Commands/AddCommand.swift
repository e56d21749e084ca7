import ExampleSupport
import MinecraftSpotsCore

/// `add NAME X Y Z`.
struct AddCommand: Command {
  static let name = "add"
  static let synopsis = "NAME X Y Z [--world WORLD]"
  static let summary = "Add a spot."
  static let details = """
    X, Y and Z are whole numbers, as the game shows them on F3. They can be negative: -120.
    """
  static let options: Set<CommandOption> = [
    CommandOption("world", value: "WORLD", "The spot's world."), .comment, .photo,
  ]

  let spotName: String
  let place: Coordinates
  let world: String?
  let comment: String?
  let photo: PhotoFile?

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(4...4)
    spotName = arguments[0]
    place = try Coordinates(arguments: arguments[1...], of: Self.self)
    world = invocation[.world]
    comment = invocation[.comment]
    photo = invocation[.photo].map(PhotoFile.init)
  }

  func run(in session: Session) async throws -> ExitCode {
    let imageData = try photo?.read()
    let store = try session.openStore()
    var itsWorld: World?
    if let world { itsWorld = try await store.world(named: world) }
    let item = try await store.items.add(
      name: spotName, at: place, world: itsWorld, comment: comment, imageData: imageData)
    let identifiers = ShortIdentifiers(texts: try await store.items.items().map(\.id))
    try session.print(SpotRecord(item)) {
      let place = itsWorld.map { " in “\(($0.name ?? "").printable)”" } ?? ""
      return "Added \(identifiers[item.id]), “\((item.name ?? "").printable)”\(place)."
    }
    return .success
  }
}
