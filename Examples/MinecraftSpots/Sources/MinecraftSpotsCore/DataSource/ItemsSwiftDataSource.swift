import Foundation

/// The spots in the store.
package protocol ItemsSwiftDataSource: Sendable {
  /// All spots, the newest first.
  func fetchAll() async throws -> [Item]
  /// The spots that have a picture, the newest first.
  func fetchWithoutNoPhoto() async throws -> [Item]
  /// The spots that a query asks for, the newest first.
  func fetch(_ query: ItemQuery) async throws -> [Item]
  /// The spot of an identifier, or nil.
  func fetch(id: String) async throws -> Item?
  /// The picture of a spot, or nil; throws `SpotError.itemNotFound` where there is no such spot.
  func fetchImageData(id: String) async throws -> Data?
  /// Adds a spot; takes the place of one with its identifier.
  func insert(_ item: Item, imageData: Data?) async throws
  /// Changes a spot, and its picture if asked for; throws `SpotError.itemNotFound`.
  func update(_ item: Item, image: ImageChange) async throws
  /// Deletes a spot and its picture; throws `SpotError.itemNotFound`.
  func delete(id: String) async throws
}
