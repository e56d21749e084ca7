/// The worlds in the store.
package protocol WorldsSwiftDataSource: Sendable {
  /// All worlds, sorted by name.
  func fetchAll() async throws -> [World]
  /// The number of spots by world identifier; worlds without spots are not included.
  func countItems() async throws -> [String: Int]
  /// Adds a world; replaces one with the same identifier. Throws `SpotError.worldNameTaken`.
  func insert(_ world: World) async throws
  /// Changes the stored world; throws `SpotError.worldNotFound` and `.worldNameTaken`.
  func update(
    id: String, _ change: @Sendable (inout World) throws -> Void
  ) async throws -> World
  /// Deletes a world alone or with its spots; throws `SpotError.worldNotFound`, and
  /// `SpotError.worldHasItems` if it has spots that are not to be deleted.
  func delete(id: String, withItems: Bool) async throws
}
