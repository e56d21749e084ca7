import Dispatch

/// Runs an actor's jobs one after the other on a queue of its own, never on the main thread.
///
/// > Important: Differs from SwiftData, where an actor that is made on the main thread may run
/// > there.
public class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  // `@unchecked`: the context is the only state that is not Sendable, and only jobs use it, of
  // which the queue runs one at a time.

  /// The context, to be used only by code that the executor runs.
  public final let modelContext: ModelContext
  private let executor = QueueExecutor(label: "OpenSwiftData.ModelActor")

  /// Makes an executor for a context, which nobody else uses from then on.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    modelContext.autosave.queue = executor.queue
  }

  /// Runs a job when the jobs before it are done.
  public func enqueue(_ job: consuming ExecutorJob) {
    executor.enqueue(job, on: asUnownedSerialExecutor(), of: self)
  }

  /// The executor as the runtime refers to it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller runs on the executor's queue.
  public func isIsolatingCurrentContext() -> Bool? { executor.isCurrent }

  /// Stops the program unless the caller runs on the executor's queue.
  public func checkIsolated() { executor.checkIsolated() }
}
