/// The worlds in the store.
package protocol WorldsSwiftDataSource: Sendable {
  /// All worlds by name.
  func fetchAll() async throws -> [World]
  /// How many spots each world has, by its identifier; none for a world without spots.
  func countItems() async throws -> [String: Int]
  /// Adds a world; takes the place of one with its identifier.
  func insert(_ world: World) async throws
  /// Changes a world; throws `SpotError.worldNotFound`.
  func update(_ world: World) async throws
  /// Deletes a world together with its spots, or alone; throws `SpotError.worldNotFound`, and
  /// `SpotError.worldHasItems` where it has spots and is to be deleted alone.
  func delete(id: String, withItems: Bool) async throws
}
