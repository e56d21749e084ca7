import Dispatch

extension ModelContainer {
  /// Runs `body` in a transaction with a new context, on a thread that may wait for the database.
  ///
  /// The caller's thread is free meanwhile, so that a server can begin many transactions from tasks.
  /// `body` is a part of the calling task. As many transactions run at a time as the store has
  /// connections and the system threads; the others wait.
  ///
  /// ```swift
  /// let balance = try await container.transaction(.serializable) { context in
  ///   let account = try context.fetch(FetchDescriptor<Account>(predicate: predicate))[0]
  ///   account.balance -= price
  ///   return account.balance
  /// }
  /// ```
  ///
  /// Within a ``ModelActor``, whose executor has a thread of its own, use
  /// ``ModelContext/transaction(_:_:)``.
  ///
  /// - Parameters:
  ///   - isolation: How the transaction is isolated from others.
  ///   - author: The author of the changes, as recorded in the history.
  ///   - body: Reads and changes models of the context, which ends with it. It may run several
  ///     times.
  /// - Returns: What `body` returns.
  /// - Throws: Errors of ``ModelContext/transaction(_:_:)``; `CancellationError` if the task was
  ///   cancelled before `body` began.
  public func transaction<Result: Sendable>(
    _ isolation: TransactionIsolation, author: String? = nil,
    _ body: @escaping @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    try await withContext(author: author) { context in
      try context.transaction(isolation) { try body(context) }
    }
  }

  /// Runs `body` with a new context, on a thread that may wait for the database.
  ///
  /// A ``ModelContext`` belongs to the code that made it, so it cannot be awaited: `body` is
  /// synchronous, receives the context, and returns values that may leave the thread, such as
  /// structures, identifiers or snapshots. It is a part of the calling task, whose task-local values
  /// and cancellation it sees.
  ///
  /// ```swift
  /// let names = try await container.withContext { context in
  ///   for item in try context.fetch(descriptor) { item.count += 1 }
  ///   try context.save()
  ///   return try context.fetch(descriptor).map(\.name)
  /// }
  /// ```
  ///
  /// Each call has a context of its own, without the instances of earlier ones. An actor that keeps
  /// a context between its calls is a ``ModelActor``.
  ///
  /// - Parameters:
  ///   - author: The author of the changes, as recorded in the history.
  ///   - body: Uses the context, which ends with it; saves what it changes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `CancellationError` if the task was cancelled before `body` began.
  public func withContext<Result: Sendable>(
    author: String? = nil, _ body: @escaping @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await withTaskExecutorPreference(Self.taskExecutor) {
      try await Self.run(self, author, body)
    }
  }

  /// A `@concurrent` function runs on the preferred executor, whatever the isolation of its caller.
  @concurrent
  private static func run<Result: Sendable>(
    _ container: ModelContainer, _ author: String?,
    _ body: @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    let context = ModelContext(container)
    context.author = author
    return try body(context)
  }

  /// An executor for tasks that wait for databases, whose threads are not those of Swift's
  /// cooperative pool.
  ///
  /// A task with this preference may use a context of its own throughout its asynchronous code:
  ///
  /// ```swift
  /// Task(executorPreference: ModelContainer.taskExecutor) {
  ///   let context = ModelContext(container)
  ///   …
  /// }
  /// ```
  public static let taskExecutor: any TaskExecutor = WaitingTaskExecutor()
}

/// An executor whose threads may wait.
private final class WaitingTaskExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "OpenSwiftData.Transactions", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
    queue.async { job.runSynchronously(on: executor) }
  }
}
