import ExampleSupport
import ExampleSync
import Foundation
import MinecraftSpotsCore
import SwiftData

/// An open store and what commands do with it.
struct SpotsStore {
  let container: ModelContainer
  let items: ItemsUseCase
  let worlds: WorldsUseCase

  init(container: ModelContainer, settings: SyncSettings, automatic: AutomaticSync<SpotsSync>) {
    self.container = container
    let syncManager = CommandSyncManager(settings: settings, automatic)
    items = ItemsUseCase(
      repository: ItemsRepositoryImpl(
        localDataSource: ItemsSwiftDataSourceImpl(container: container), syncManager: syncManager))
    worlds = WorldsUseCase(
      repository: WorldsRepositoryImpl(
        localDataSource: WorldsSwiftDataSourceImpl(container: container), syncManager: syncManager))
  }

  /// The one world that a text names, by its name or identifier.
  /// - Throws: `CommandFailure` where there is none, or more than one.
  func world(named text: String) async throws -> World {
    try NamedItems(
      "world", listedBy: "spots worlds", try await worlds.worlds(), id: \.id,
      names: { [$0.name].compactMap(\.self) }
    ).item(named: text)
  }

  /// The one spot that a text names, by its name or identifier.
  /// - Throws: `CommandFailure` where there is none, or more than one.
  func item(named text: String) async throws -> Item {
    try NamedItems(
      "spot", listedBy: "spots list", try await items.items(), id: \.id,
      names: { [$0.name].compactMap(\.self) }
    ).item(named: text)
  }

  /// What help says of the argument SPOT.
  static let spotDetails = """
    SPOT is a name, a part of one that no other spot has, or the beginning of an ID as list shows it.
    Spots may share a name; the ID tells them apart.
    """
  /// What help says of the argument WORLD.
  static let worldDetails = """
    WORLD is a name, a part of one that no other world has, or the beginning of an ID as worlds shows
    it.
    """
}
