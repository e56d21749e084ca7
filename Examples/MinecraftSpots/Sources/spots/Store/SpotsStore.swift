import ExampleSupport
import ExampleSync
import Foundation
import MinecraftSpotsCore
import SwiftData

/// An open store, with the operations that commands need.
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

  /// Finds a world by its name or identifier.
  ///
  /// - Throws: `CommandFailure` if no world matches, or more than one.
  func world(named text: String) async throws -> World {
    try NamedItems(
      "world", listedBy: "spots worlds", try await worlds.worlds(), id: \.id,
      names: { [$0.name].compactMap(\.self) }
    ).item(named: text)
  }

  /// Finds a spot by its name or identifier.
  ///
  /// - Throws: `CommandFailure` if no spot matches, or more than one.
  func item(named text: String) async throws -> Item {
    try NamedItems(
      "spot", listedBy: "spots list", try await items.items(), id: \.id,
      names: { [$0.name].compactMap(\.self) }
    ).item(named: text)
  }

  /// The description of the argument SPOT in help.
  static let spotDetails = """
    SPOT is a name, a part of a name that no other spot contains, or the beginning of an ID from
    list.
    Spots may share a name; the ID distinguishes them.
    """
  /// The description of the argument WORLD in help.
  static let worldDetails = """
    WORLD is a name, a part of a name that no other world contains, or the beginning of an ID from
    worlds.
    """
}
