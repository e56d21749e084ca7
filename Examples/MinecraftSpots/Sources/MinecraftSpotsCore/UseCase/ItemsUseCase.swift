import Foundation

/// The operations of a player on spots.
package struct ItemsUseCase: Sendable {
  private let repository: any ItemsRepository
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - repository: The repository of the spots.
  ///   - now: Returns the time to store with changes.
  package init(
    repository: some ItemsRepository, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.repository = repository
    self.now = now
  }

  /// The spots that match a query, newest first.
  package func items(_ query: ItemQuery = ItemQuery()) async throws -> [Item] {
    try await repository.fetch(query)
  }

  /// The spots of a query that are closest to a position, closest first.
  ///
  /// - Parameters:
  ///   - place: The position to start from.
  ///   - count: The maximum number of spots to find.
  ///   - query: The spots to consider.
  /// - Returns: The spots that have coordinates, with their distances.
  /// - Throws: The error of the repository.
  package func nearestItems(
    to place: Coordinates, count: Int, among query: ItemQuery = ItemQuery()
  ) async throws -> [NearestItems.Match] {
    var nearest = NearestItems(to: place, count: count)
    for item in try await repository.fetch(query) { nearest.add(item) }
    return nearest.matches
  }

  /// Adds a new spot.
  ///
  /// - Throws: `SpotError.emptyName`, `.outsideWorld`, or `.notAnImage`.
  package func add(
    name: String, at coordinates: Coordinates, world: World?, comment: String? = nil,
    imageData: Data? = nil
  ) async throws -> Item {
    try check(coordinates)
    try imageData.map(check(image:))
    let date = now()
    let id = UUID().uuidString
    let item = Item(
      id: id, coordinates: coordinates, world: world,
      spotImageName: imageData == nil ? nil : id, createdAt: date, updatedAt: date,
      name: try DisplayName(name).text, comment: comment)
    try await repository.insert(item, imageData: imageData)
    return item
  }

  /// Changes a spot completely, or not at all if that fails.
  ///
  /// - Throws: `SpotError.emptyName`, `.outsideWorld`, `.notAnImage`, or `.itemNotFound`.
  package func edit(_ item: Item, image: ImageChange = .keep) async throws -> Item {
    try item.coordinates.map(check)
    var edited = item
    edited.name = try item.name.map { try DisplayName($0).text }
    switch image {
    case .keep: break
    case .replace(let data):
      try check(image: data)
      edited.spotImageName = item.id
    case .remove: edited.spotImageName = nil
    }
    edited.updatedAt = now()
    try await repository.update(edited, image: image)
    return edited
  }

  /// The picture of a spot.
  ///
  /// - Throws: `SpotError.itemNotFound` or `.noImage`.
  package func image(of id: String) async throws -> Data {
    guard let data = try await repository.fetchImageData(id: id) else {
      throw SpotError.noImage(itemID: id)
    }
    return data
  }

  /// - Throws: `SpotError.itemNotFound`.
  package func delete(id: String) async throws {
    try await repository.delete(id: id)
  }

  private func check(_ coordinates: Coordinates) throws {
    guard coordinates.isInsideWorld else { throw SpotError.outsideWorld(coordinates) }
  }

  private func check(image data: Data) throws {
    guard ImageFormat(of: data) != nil else { throw SpotError.notAnImage }
  }
}
