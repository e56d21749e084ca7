import Dispatch

extension ModelContainer {
  /// Runs `body` in a transaction with a new context, on a thread that may wait for the database.
  ///
  /// The caller's thread is free meanwhile, so that a server can begin many transactions from tasks.
  /// As many transactions run at a time as the store has connections and the system threads; the
  /// others wait.
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
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      Self.waitingThreads.async {
        continuation.resume(
          with: Swift.Result {
            let context = ModelContext(self)
            context.author = author
            return try context.transaction(isolation) { try body(context) }
          })
      }
    }
  }

  private static let waitingThreads = DispatchQueue(
    label: "OpenSwiftData.Transactions", attributes: .concurrent)
}
