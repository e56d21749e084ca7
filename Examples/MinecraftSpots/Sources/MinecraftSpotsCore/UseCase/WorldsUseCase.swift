import Foundation

/// The operations of a player on worlds.
package struct WorldsUseCase: Sendable {
  /// A world with its number of spots.
  package struct Entry: Hashable, Sendable {
    package var world: World
    package var itemCount: Int

    package init(world: World, itemCount: Int) {
      self.world = world
      self.itemCount = itemCount
    }
  }

  private let repository: any WorldsRepository
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - repository: The repository of the worlds.
  ///   - now: Returns the time to store with changes.
  package init(
    repository: some WorldsRepository, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.repository = repository
    self.now = now
  }

  /// All worlds, sorted by name.
  package func worlds() async throws -> [World] {
    try await repository.fetchAll()
  }

  /// All worlds with their numbers of spots, sorted by name.
  package func entries() async throws -> [Entry] {
    let worlds = try await repository.fetchAll()
    let counts = try await repository.countItems()
    return worlds.map { Entry(world: $0, itemCount: counts[$0.id] ?? 0) }
  }

  /// Adds a new world.
  ///
  /// - Throws: `SpotError.emptyName` or `.worldNameTaken`.
  package func add(name: String, seed: Seed?, comment: String? = nil) async throws -> World {
    let name = try await checked(name)
    let date = now()
    let world = World(
      id: UUID().uuidString, name: name, seed: seed, createdAt: date,
      updatedAt: date, comment: comment)
    try await repository.insert(world)
    return world
  }

  /// Renames a world.
  ///
  /// - Throws: `SpotError.emptyName`, `.worldNameTaken`, or `.worldNotFound`.
  package func rename(_ world: World, to name: String) async throws -> World {
    let name = try await checked(name)
    return try await edit(id: world.id) { $0.name = name }
  }

  /// Changes the stored world, or changes nothing if that fails.
  ///
  /// - Parameters:
  ///   - id: The world's identifier.
  ///   - change: Changes the world. It may run several times.
  /// - Returns: The new state of the world.
  /// - Throws: `SpotError.emptyName`, `.worldNameTaken`, or `.worldNotFound`.
  package func edit(
    id: String, _ change: @Sendable (inout World) throws -> Void
  ) async throws -> World {
    let date = now()
    return try await repository.update(id: id) { world in
      try change(&world)
      world.name = try world.name.map { try DisplayName($0).text }
      world.updatedAt = date
    }
  }

  /// Deletes a world, with its spots if requested.
  ///
  /// - Throws: `SpotError.worldNotFound` or `.worldHasItems`.
  package func delete(id: String, withItems: Bool) async throws {
    try await repository.delete(id: id, withItems: withItems)
  }

  /// Normalizes a name, after a sync that brings the names of other devices.
  private func checked(_ name: String) async throws -> String {
    let name = try DisplayName(name).text
    _ = try await repository.fetchAll()
    return name
  }
}
