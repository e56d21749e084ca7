import Foundation

/// The spots in the store.
package protocol ItemsSwiftDataSource: Sendable {
  /// All spots, newest first.
  func fetchAll() async throws -> [Item]
  /// The spots that have a picture, newest first.
  func fetchWithoutNoPhoto() async throws -> [Item]
  /// The spots that match a query, newest first.
  func fetch(_ query: ItemQuery) async throws -> [Item]
  /// The spot with an identifier; nil if it does not exist.
  func fetch(id: String) async throws -> Item?
  /// The picture of a spot, or nil; throws `SpotError.itemNotFound` if the spot does not exist.
  func fetchImageData(id: String) async throws -> Data?
  /// Adds a spot; replaces one with the same identifier. Throws `SpotError.worldNotFound` if its
  /// world does not exist.
  func insert(_ item: Item, imageData: Data?) async throws
  /// Changes the stored spot, and its picture if requested; throws `SpotError.itemNotFound`, and
  /// `SpotError.worldNotFound` for a new world that does not exist.
  func update(
    id: String, image: ImageChange, _ change: @Sendable (inout Item) throws -> Void
  ) async throws -> Item
  /// Deletes a spot and its picture; throws `SpotError.itemNotFound`.
  func delete(id: String) async throws
}
