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
  /// Adds a spot; replaces one with the same identifier.
  func insert(_ item: Item, imageData: Data?) async throws
  /// Changes a spot, and its picture if requested; throws `SpotError.itemNotFound`.
  func update(_ item: Item, image: ImageChange) async throws
  /// Deletes a spot and its picture; throws `SpotError.itemNotFound`.
  func delete(id: String) async throws
}
