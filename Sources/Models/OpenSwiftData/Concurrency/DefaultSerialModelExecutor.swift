import Dispatch

/// An executor that runs an actor's jobs one after the other on its own queue, never on the main
/// thread.
///
/// > Important: Differs from SwiftData, where an actor that is created on the main thread may run
/// > there.
public class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  // `@unchecked`: the context is the only state that is not Sendable. Only jobs use it, and the
  // queue runs one job at a time.

  /// The context, to be used only by code that the executor runs.
  public final let modelContext: ModelContext
  private let executor = QueueExecutor(label: "OpenSwiftData.ModelActor")

  /// Creates an executor for a context, which must not be used elsewhere from then on.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    modelContext.autosave.queue = executor.queue
  }

  /// Runs a job after the jobs that were enqueued before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    executor.enqueue(job, on: asUnownedSerialExecutor(), of: self)
  }

  /// The reference to the executor that the runtime uses.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller runs on the executor's queue.
  public func isIsolatingCurrentContext() -> Bool? { executor.isCurrent }

  /// Stops the program unless the caller runs on the executor's queue.
  public func checkIsolated() { executor.checkIsolated() }
}
