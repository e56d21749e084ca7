import Foundation
import SQLCore

/// A statement that a store executed.
public struct StatementEvent: Hashable, Sendable {
  /// The statement, with `?` instead of each value.
  public let sql: String
  /// The statement with its values; nil unless the observer requested them.
  public let expandedSQL: String?
  /// The time from its first step to its end, including the creation of models from its rows.
  public let duration: Duration
  /// The number of changed rows, or of read rows for a statement that changes nothing.
  public let rows: Int
  /// When it began; ``duration`` later, it ended.
  public let start: Date
  /// Why it failed; nil if it did not.
  ///
  /// A statement that the database refuses to compile does not run, so it is not reported.
  public let failure: StatementFailure?

  init(_ run: StatementRun) {
    sql = run.text
    expandedSQL = run.expandedText
    duration = run.duration
    rows = run.rowCount
    start = run.end.addingTimeInterval(-(run.duration / .seconds(1)))
    failure = run.failure.map(StatementFailure.init)
  }
}

/// Why a statement failed.
public struct StatementFailure: Hashable, Sendable, CustomStringConvertible {
  /// The [SQLSTATE](https://www.postgresql.org/docs/15/errcodes-appendix.html) on PostgreSQL, the
  /// [result code](https://sqlite.org/rescode.html) on SQLite.
  public let code: String
  /// The database's message, which may contain values.
  public let message: String

  init(_ error: SQLError) {
    code = error.details?.state ?? "\(error.code)"
    message = error.message
  }

  /// The code and the message.
  public var description: String { "\(code): \(message)" }
}

/// An observation of statements, which ends when it is released.
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

  /// Ends the observation; an event that another thread is already reporting is still delivered.
  public func cancel() {
    for registration in registrations { registration.observers.remove(registration.number) }
  }
}

extension ModelContainer {
  /// Reports each statement that any context of the container executes, when it is finished.
  ///
  /// Without observers, statements have no additional cost.
  ///
  /// - Parameters:
  ///   - includingValues: Whether events also contain the statements with their values, which may
  ///     be private and should not be logged.
  ///   - handler: Called on the thread that executes the statement, which waits for it; it must not
  ///     use a context.
  /// - Returns: The observation, which ends when it is released or canceled.
  public func observeStatements(
    includingValues: Bool = false, _ handler: @escaping @Sendable (StatementEvent) -> Void
  ) -> StatementObservation {
    StatementObservation(
      core.stores.compactMap { $0.statements?.observers }, includingValues: includingValues, handler
    )
  }

  /// Returns the statements that contexts of the container execute from now on.
  ///
  /// Events are buffered until they are read; leave the loop to end the observation.
  ///
  /// - Parameter includingValues: Whether events also contain the statements with their values.
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
  /// Reports each statement that this context executes, when it is finished.
  ///
  /// - Parameters:
  ///   - includingValues: Whether events also contain the statements with their values, which may
  ///     be private and should not be logged.
  ///   - handler: Called on the thread that uses the context; it must not use the context itself.
  /// - Returns: The observation, which ends when it is released or canceled.
  public func observeStatements(
    includingValues: Bool = false, _ handler: @escaping @Sendable (StatementEvent) -> Void
  ) -> StatementObservation {
    StatementObservation([registry.statements.observers], includingValues: includingValues, handler)
  }
}
