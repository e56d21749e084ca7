import ExampleTestSupport
import Foundation
import MinecraftSpotsCore
import SwiftData

enum StoreKind: CaseIterable, Sendable { case memory, file, server }

/// A container of spots for one test, whose file is deleted with it.
final class SpotStore: Sendable {
  let kind: StoreKind
  let container: ModelContainer
  /// The folder that contains only the file and the files that belong to it.
  let folder: URL

  init(_ kind: StoreKind) throws {
    self.kind = kind
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("spots-\(UUID())")
    switch kind {
    case .memory:
      container = try ModelContainer(
        for: SwiftDataSchema.v1,
        configurations: ModelConfiguration(
          schema: SwiftDataSchema.v1, isStoredInMemoryOnly: true))
    case .file:
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      container = try SwiftDataManager.makeContainer(at: Self.file(in: folder))
    case .server:
      try ExampleStore.server.begin()
      container = try Self.server(for: folder)
    }
  }

  private static func server(for folder: URL) throws -> ModelContainer {
    try ModelContainer(
      for: SwiftDataSchema.v1,
      configurations: [ExampleStore.serverConfiguration(for: folder)])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens another container with the same spots: a new one for the file or server, or the same one
  /// in memory.
  func reopened() throws -> ModelContainer {
    switch kind {
    case .memory: container
    case .file: try SwiftDataManager.makeContainer(at: Self.file(in: folder))
    case .server: try Self.server(for: folder)
    }
  }

  var items: ItemsUseCase { items(now: Self.now) }

  /// The time in whole microseconds, the precision of all kinds of stores.
  private static let now: @Sendable () -> Date = {
    let microseconds = (Date().timeIntervalSinceReferenceDate * 1e6).rounded()
    return Date(timeIntervalSinceReferenceDate: microseconds / 1e6)
  }

  func items(now: @escaping @Sendable () -> Date) -> ItemsUseCase {
    let source = ItemsSwiftDataSourceImpl(container: container)
    return ItemsUseCase(repository: ItemsRepositoryImpl(localDataSource: source), now: now)
  }

  var worlds: WorldsUseCase {
    let source = WorldsSwiftDataSourceImpl(container: container)
    return WorldsUseCase(repository: WorldsRepositoryImpl(localDataSource: source), now: Self.now)
  }

  private static func file(in folder: URL) -> URL {
    folder.appendingPathComponent("spots.store")
  }
}
