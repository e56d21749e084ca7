import Foundation
import SwiftData

/// The Core Data store of the app's first version, opened where it is and never written.
package struct CoreDataManager: Sendable {
  private let container: ModelContainer
  /// Whether the store has worlds, too.
  package let hasWorlds: Bool

  /// Opens the store in a file.
  /// - Throws: `SwiftDataError`: `.storeSchemaMismatch` where its entities are others.
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

  /// A new context to read the store in.
  package var viewContext: ModelContext { ModelContext(container) }
}
