import ExampleSupport
import MinecraftSpotsCore

/// The options that select spots.
struct SpotFilter {
  static let options: Set<CommandOption> = [.world, .withPhoto, .withoutPhoto]

  private let world: String?
  private let photo: ItemQuery.Photo

  /// - Throws: `UsageError` if the options exclude each other.
  init(_ invocation: Invocation) throws {
    world = invocation[.world]
    switch (invocation[.withPhoto] != nil, invocation[.withoutPhoto] != nil) {
    case (true, true):
      throw UsageError(
        "--with-photo and --without-photo exclude each other. Use one of them.",
        about: invocation.command)
    case (true, false): photo = .present
    case (false, true): photo = .missing
    case (false, false): photo = .any
    }
  }

  /// The query for the options.
  ///
  /// - Throws: `CommandFailure` if the world does not exist.
  func query(in store: SpotsStore) async throws -> ItemQuery {
    var query = ItemQuery(photo: photo)
    if let world { query.worldID = try await store.world(named: world).id }
    return query
  }
}
