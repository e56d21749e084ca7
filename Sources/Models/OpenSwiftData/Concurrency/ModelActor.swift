/// An actor that works with models in its own context, off the main thread.
///
/// ``ModelActor()`` generates what the protocol requires. Models stay inside the actor; what may
/// leave it are their `persistentModelID`s and plain values.
public protocol ModelActor: Actor {
  /// The container whose stores the actor works on.
  nonisolated var modelContainer: ModelContainer { get }

  /// The executor that runs the actor's code and keeps its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor of the actor: `modelExecutor`.
  ///
  /// A model executor that is not serial cannot run an actor; a serial queue that all such actors
  /// share is used instead.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialExecutor else {
      return QueueExecutor.shared.asUnownedSerialExecutor()
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The context of the actor; it must not leave the actor.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The model with that identifier; nil if there is none or it has another type.
  ///
  /// Executes one statement unless the context already has the model. If the store cannot be read,
  /// the result is nil and the next `save()` throws the reason.
  public subscript<T>(id: PersistentIdentifier, as as: T.Type) -> T? where T: PersistentModel {
    modelContext.existingModel(for: id) as? T
  }
}
