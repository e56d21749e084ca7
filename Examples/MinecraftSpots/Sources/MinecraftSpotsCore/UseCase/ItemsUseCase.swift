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
    try Self.check(coordinates)
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

  /// Gives a spot all values of another state of it, or changes nothing if that fails.
  ///
  /// - Throws: `SpotError.emptyName`, `.outsideWorld`, `.notAnImage`, or `.itemNotFound`.
  package func edit(_ item: Item, image: ImageChange = .keep) async throws -> Item {
    try await edit(id: item.id, image: image) { $0 = item }
  }

  /// Changes the stored spot, or changes nothing if that fails.
  ///
  /// Values that the closure does not change are kept, even if another program changes them at the
  /// same time.
  ///
  /// - Parameters:
  ///   - id: The spot's identifier.
  ///   - image: The change of the picture.
  ///   - change: Changes the spot. It may run several times.
  /// - Returns: The new state of the spot.
  /// - Throws: `SpotError.emptyName`, `.outsideWorld`, `.notAnImage`, `.worldNotFound`, or
  ///   `.itemNotFound`.
  package func edit(
    id: String, image: ImageChange = .keep, _ change: @Sendable (inout Item) throws -> Void
  ) async throws -> Item {
    if case .replace(let data) = image { try check(image: data) }
    let date = now()
    return try await repository.update(id: id, image: image) { item in
      let hadImage = item.spotImageName != nil
      try change(&item)
      try item.coordinates.map(Self.check)
      item.name = try item.name.map { try DisplayName($0).text }
      let hasImage =
        switch image {
        case .keep: hadImage
        case .replace: true
        case .remove: false
        }
      item.spotImageName = hasImage ? id : nil
      item.updatedAt = date
    }
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

  private static func check(_ coordinates: Coordinates) throws {
    guard coordinates.isInsideWorld else { throw SpotError.outsideWorld(coordinates) }
  }

  private func check(image data: Data) throws {
    guard ImageFormat(of: data) != nil else { throw SpotError.notAnImage }
  }
}
