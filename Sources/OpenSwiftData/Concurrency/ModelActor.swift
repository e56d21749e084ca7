/// An actor that works with models in a context of its own, off the main thread.
///
/// ``ModelActor()`` writes what the protocol asks for. Models stay inside the actor; what leaves
/// it are their `persistentModelID`s and plain values.
public protocol ModelActor: Actor {
  /// The container whose stores the actor works on.
  nonisolated var modelContainer: ModelContainer { get }

  /// Runs the actor's code and holds its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// What the actor's code runs on: `modelExecutor`.
  ///
  /// A model executor that is not serial cannot run an actor; a serial queue shared by all such
  /// actors stands in for it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialExecutor else {
      return QueueExecutor.shared.asUnownedSerialExecutor()
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The context of the actor; it must not leave the actor.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The model of that identifier; nil when there is none or it is of another type.
  ///
  /// Executes one statement unless the context has the model already. A store that cannot be read
  /// gives nil, and the next `save()` throws the reason.
  public subscript<T>(id: PersistentIdentifier, as as: T.Type) -> T? where T: PersistentModel {
    modelContext.existingModel(for: id) as? T
  }
}
