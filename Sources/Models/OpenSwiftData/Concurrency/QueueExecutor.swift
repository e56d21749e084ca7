import Dispatch

/// An executor that runs jobs one after the other on a serial queue.
final class QueueExecutor: SerialExecutor {
  /// The executor for actors whose own executor is not serial.
  static let shared = QueueExecutor(label: "OpenSwiftData.SharedModelActor")

  let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  init(label: String) {
    // A separate queue gets its own thread, which may block while it waits for a database's lock;
    // the threads of the cooperative pool are few and must not block.
    queue = DispatchQueue(label: label, qos: .userInitiated)
    queue.setSpecific(key: key, value: true)
  }

  /// Whether the caller runs on the queue.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(job, on: asUnownedSerialExecutor(), of: self)
  }

  /// Runs `job` on behalf of `owner`, which is retained until the job is done.
  func enqueue(
    _ job: consuming ExecutorJob, on executor: UnownedSerialExecutor,
    of owner: some AnyObject & Sendable
  ) {
    let job = UnownedJob(job)
    queue.async {
      withExtendedLifetime(owner) { job.runSynchronously(on: executor) }
    }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
