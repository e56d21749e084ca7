/// A model executor that runs an actor on any serial executor, such as the event loop of a server.
///
/// ```swift
/// actor Orders: ModelActor {
///   nonisolated let modelContainer: ModelContainer
///   nonisolated let modelExecutor: any ModelExecutor
///
///   init(_ container: ModelContainer, on executor: any SerialExecutor) {
///     modelContainer = container
///     modelExecutor = AnySerialModelExecutor(modelContext: ModelContext(container), on: executor)
///   }
/// }
/// ```
///
/// The executor's thread waits for the database, so it must not be one that serves others meanwhile;
/// ``DefaultSerialModelExecutor`` has a thread of its own. A `TaskExecutor` cannot run an actor,
/// because its jobs run side by side.
///
/// > Note: SwiftData has no such type.
public final class AnySerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  // `@unchecked`: the context is the only state that is not Sendable. Only jobs use it, and the
  // executor runs one job at a time.

  /// The context, to be used only by code that the executor runs.
  public let modelContext: ModelContext
  private let executor: any SerialExecutor

  /// Creates an executor for a context, which must not be used elsewhere from then on.
  ///
  /// The context is not saved automatically.
  ///
  /// - Parameters:
  ///   - modelContext: The context.
  ///   - executor: The executor that runs the actor's code.
  public init(modelContext: ModelContext, on executor: any SerialExecutor) {
    self.modelContext = modelContext
    self.executor = executor
  }

  /// Runs a job on the other executor.
  public func enqueue(_ job: consuming ExecutorJob) { executor.enqueue(job) }

  /// The reference to the other executor, which the runtime uses directly.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Stops the program unless the caller runs on the other executor.
  public func checkIsolated() { executor.checkIsolated() }
}
