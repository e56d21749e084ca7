import RecordStore
import SQLCore

/// One statement that a store ran.
public struct StatementEvent: Hashable, Sendable {
  /// The statement, with `?` in the place of each value.
  public let sql: String
  /// The statement with its values; nil unless the observer asked for them.
  public let expandedSQL: String?
  /// From its first step to its end, the making of models from its rows included.
  public let duration: Duration
  /// Rows changed or, for a statement that changes nothing, rows read.
  public let rows: Int

  init(_ run: StatementRun) {
    sql = run.text
    expandedSQL = run.expandedText
    duration = run.duration
    rows = run.rowCount
  }
}

/// Keeps statements reported to an observer for as long as it lives.
public final class StatementObservation: Sendable {
  private let registrations: [Registration]

  private struct Registration: Sendable {
    let observers: StatementObservers
    let number: Int
  }

  init(
    _ observers: [StatementObservers], includingValues: Bool,
    _ handler: @escaping @Sendable (StatementEvent) -> Void
  ) {
    registrations = observers.map { observers in
      let number = observers.add(wantsValues: includingValues) { handler(StatementEvent($0)) }
      return Registration(observers: observers, number: number)
    }
  }

  deinit { cancel() }

  /// Ends the observation; what another thread has already begun to report still comes.
  public func cancel() {
    for registration in registrations { registration.observers.remove(registration.number) }
  }
}

extension ModelContainer {
  /// Reports each statement that any context of the container runs, when it is finished.
  ///
  /// Without observers statements cost nothing more.
  ///
  /// - Parameters:
  ///   - includingValues: Whether events carry the statements with their values too, which may be
  ///     private and should not be logged.
  ///   - handler: Called on the thread that runs the statement, which waits for it; it must not
  ///     use a context.
  /// - Returns: The observation, which ends when it is released or cancelled.
  public func observeStatements(
    includingValues: Bool = false, _ handler: @escaping @Sendable (StatementEvent) -> Void
  ) -> StatementObservation {
    StatementObservation(
      core.stores.compactMap { $0.statements?.observers }, includingValues: includingValues, handler
    )
  }

  /// The statements that contexts of the container run from now on.
  ///
  /// They are kept until they are read; leave the loop to end the observation.
  ///
  /// - Parameter includingValues: Whether events carry the statements with their values too.
  /// - Returns: The events in the order in which statements finish.
  public func statementEvents(includingValues: Bool = false) -> AsyncStream<StatementEvent> {
    let (events, continuation) = AsyncStream.makeStream(of: StatementEvent.self)
    let observation = observeStatements(includingValues: includingValues) {
      continuation.yield($0)
    }
    continuation.onTermination = { _ in observation.cancel() }
    return events
  }
}

extension ModelContext {
  /// Reports each statement that this context runs, when it is finished.
  ///
  /// - Parameters:
  ///   - includingValues: Whether events carry the statements with their values too, which may be
  ///     private and should not be logged.
  ///   - handler: Called on the thread that uses the context; it must not use the context itself.
  /// - Returns: The observation, which ends when it is released or cancelled.
  public func observeStatements(
    includingValues: Bool = false, _ handler: @escaping @Sendable (StatementEvent) -> Void
  ) -> StatementObservation {
    StatementObservation([statements.observers], includingValues: includingValues, handler)
  }
}
