import Foundation

/// What a player does with worlds.
package struct WorldsUseCase: Sendable {
  /// A world and how many spots it has.
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
  ///   - repository: Where the worlds are.
  ///   - now: The time to note for changes.
  package init(
    repository: some WorldsRepository, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.repository = repository
    self.now = now
  }

  /// All worlds by name.
  package func worlds() async throws -> [World] {
    try await repository.fetchAll()
  }

  /// All worlds by name, with their numbers of spots.
  package func entries() async throws -> [Entry] {
    let worlds = try await repository.fetchAll()
    let counts = try await repository.countItems()
    return worlds.map { Entry(world: $0, itemCount: counts[$0.id] ?? 0) }
  }

  /// Notes a new world.
  /// - Throws: `SpotError.emptyName` or `.worldNameTaken`.
  package func add(name: String, seed: Seed?, comment: String? = nil) async throws -> World {
    let name = try await freeName(name)
    let date = now()
    let world = World(
      id: UUID().uuidString, name: name, seed: seed, createdAt: date,
      updatedAt: date, comment: comment)
    try await repository.insert(world)
    return world
  }

  /// Gives a world another name.
  /// - Throws: `SpotError.emptyName`, `.worldNameTaken`, or `.worldNotFound`.
  package func rename(_ world: World, to name: String) async throws -> World {
    var renamed = world
    renamed.name = try await freeName(name, for: world.id)
    renamed.updatedAt = now()
    try await repository.update(renamed)
    return renamed
  }

  /// Deletes a world, and its spots where that is wished.
  /// - Throws: `SpotError.worldNotFound` or `.worldHasItems`.
  package func delete(id: String, withItems: Bool) async throws {
    try await repository.delete(id: id, withItems: withItems)
  }

  /// A name as it is stored, which no other world has in any case.
  private func freeName(_ text: String, for id: String? = nil) async throws -> String {
    let name = try DisplayName(text).text
    let other = try await repository.fetchAll().first { world in
      world.id != id && world.name?.caseInsensitiveCompare(name) == .orderedSame
    }
    if let other {
      throw SpotError.worldNameTaken(other.name ?? name, byID: other.id)
    }
    return name
  }
}
