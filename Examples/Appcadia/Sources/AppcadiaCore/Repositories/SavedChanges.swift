import Foundation
import SwiftData

/// Lets the models of a context see what other contexts save, as the design asks of its view context
/// with `automaticallyMergesChangesFromParent`.
///
/// A context takes over what others saved when a fetch meets the rows. So this fetches the rows that
/// were saved, as far as the context has models of them: whoever holds such a model finds the new
/// values in it, and observers of it are told. What was changed in a model and not saved yet stays.
///
/// Only saves of this process are seen. A row that was deleted cannot be fetched: its model keeps its
/// last values until the context saves.
package struct SavedChanges {
  private let context: ModelContext
  private let updates: AsyncStream<[PersistentIdentifier]>

  /// Begins to collect what other contexts save.
  /// - Parameter context: The context whose models are to see it, as a container's main one.
  package init(for context: ModelContext) {
    self.context = context
    updates = Self.updates(besides: ObjectIdentifier(context))
  }

  /// Takes over what was saved since this was made and what is saved from now on, until the task is
  /// cancelled.
  ///
  /// Executes a statement for each entity that a save updated and the context has models of.
  /// - Throws: An error of the store.
  package nonisolated(nonsending) func merge() async throws {
    for await updated in updates {
      for model in CurrentSchema.models { try takeOver(updated, model) }
    }
  }

  private func takeOver<Model: PersistentModel>(
    _ updated: [PersistentIdentifier], _ type: Model.Type
  ) throws {
    let name = Schema.entityName(for: type)
    let held = updated.filter { id in
      guard id.entityName == name else { return false }
      let model: Model? = context.registeredModel(for: id)
      return model != nil
    }
    guard !held.isEmpty else { return }
    _ = try context.fetch(
      FetchDescriptor<Model>(predicate: #Predicate { held.contains($0.persistentModelID) }))
  }

  private static func updates(
    besides own: ObjectIdentifier
  ) -> AsyncStream<[PersistentIdentifier]> {
    let (updates, continuation) = AsyncStream.makeStream(of: [PersistentIdentifier].self)
    // Called on the thread that saves.
    nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { notification in
      guard (notification.object as? ModelContext).map(ObjectIdentifier.init) != own else { return }
      let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
      if let updated = notification.userInfo?[key] as? [PersistentIdentifier], !updated.isEmpty {
        continuation.yield(updated)
      }
    }
    // The token is only handed back, which any thread may do.
    continuation.onTermination = { _ in NotificationCenter.default.removeObserver(observer) }
    return updates
  }
}
