import Foundation
import SwiftData

/// The Core Data store of the app's first version, opened in place for reading.
package struct CoreDataManager: Sendable {
  private let container: ModelContainer
  /// Whether the store also has worlds.
  package let hasWorlds: Bool

  /// Opens the store in a file.
  ///
  /// - Throws: `SwiftDataError`: `.storeSchemaMismatch` if it has other entities.
  package init(url: URL) throws {
    let configuration = ModelConfiguration(url: url, allowsSave: false)
    do {
      container = try ModelContainer(
        for: ItemEntity.self, WorldEntity.self, configurations: configuration)
      hasWorlds = true
    } catch SwiftDataError.storeSchemaMismatch {
      container = try ModelContainer(for: ItemEntity.self, configurations: configuration)
      hasWorlds = false
    }
  }

  /// A new context for reading the store.
  package var viewContext: ModelContext { ModelContext(container) }
}
