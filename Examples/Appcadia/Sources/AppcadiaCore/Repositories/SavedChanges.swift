import Foundation
import SwiftData

/// Updates the models of a context after other contexts save, as the design asks of its view
/// context with `automaticallyMergesChangesFromParent`.
///
/// A context adopts saved values when a fetch reads the rows. So this type fetches the saved rows
/// of which the context has models: these models get the new values, and their observers are
/// notified. Unsaved changes of a model are kept.
///
/// Only saves of this process are observed. A deleted row cannot be fetched: its model keeps its
/// last values until the context saves.
package struct SavedChanges {
  private let context: ModelContext
  private let updates: AsyncStream<[PersistentIdentifier]>

  /// Begins to collect the changes that other contexts save.
  ///
  /// - Parameter context: The context whose models to update, such as a container's main context.
  package init(for context: ModelContext) {
    self.context = context
    updates = Self.updates(besides: ObjectIdentifier(context))
  }

  /// Adopts the changes saved since this value was created, and those saved from now on, until the
  /// task is canceled.
  ///
  /// Executes a statement for each entity that a save updated and the context has models of.
  ///
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
    // The token is only passed to `removeObserver`, which any thread may call.
    continuation.onTermination = { _ in NotificationCenter.default.removeObserver(observer) }
    return updates
  }
}
