import ExampleSupport
import MinecraftSpotsCore

/// The options that choose spots.
struct SpotFilter {
  static let options: Set<CommandOption> = [.world, .withPhoto, .withoutPhoto]

  private let world: String?
  private let photo: ItemQuery.Photo

  /// - Throws: `UsageError` where the options exclude each other.
  init(_ invocation: Invocation) throws {
    world = invocation[.world]
    switch (invocation[.withPhoto] != nil, invocation[.withoutPhoto] != nil) {
    case (true, true):
      throw UsageError(
        "No spot is both --with-photo and --without-photo.", about: invocation.command)
    case (true, false): photo = .present
    case (false, true): photo = .missing
    case (false, false): photo = .any
    }
  }

  /// The query that the options ask for.
  /// - Throws: `CommandFailure` where there is no such world.
  func query(in store: SpotsStore) async throws -> ItemQuery {
    var query = ItemQuery(photo: photo)
    if let world { query.worldID = try await store.world(named: world).id }
    return query
  }
}
