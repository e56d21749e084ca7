import Foundation
import Locks
import Observation
import OpenSwiftData
import SyncPort

/// Keeps a store of a container in sync with a server.
///
/// The engine finds local changes through the store's history, so it sees the changes of every
/// context, process and operation. It writes remote changes in its own transactions, which contexts
/// and observers notice like those of any other process. It needs no model classes. It keeps its
/// state in private tables of the store.
///
/// A started engine syncs when something is saved, and every `SyncOptions.interval` seconds. An
/// engine that is not started syncs only when asked to. A container may have several engines, one
/// for each of its configurations.
public final class SyncEngine: Sendable, Observable {
  private struct State {
    var status = SyncStatus()
    var listeners: [Int: AsyncStream<SyncEvent>.Continuation] = [:]
    var lastListener = 0
    var loop: Task<Void, Never>?
    /// The syncs that are running or waiting for their turn.
    var running: [Int: Task<SyncReport, any Error>] = [:]
    var lastRun = 0
    /// The engine that owns the status, for its observers; nil once the engine was released.
    weak var engine: SyncEngine?
  }

  /// The server.
  public let provider: any SyncProvider
  /// The options of the engine.
  public let options: SyncOptions
  let session: SyncSession
  private let state: SyncState
  private let clock: SyncClock
  let container: ModelContainer
  /// The path of the store's file; nil for a store in memory.
  private let storePath: String?

  /// State that the engine shares with its tasks and streams.
  private final class SyncState: Sendable {
    let state = Mutex(State())
    let registrar = ObservationRegistrar()
  }

  /// Creates an engine; nothing is written before the first sync.
  ///
  /// - Parameters:
  ///   - container: The container of the store.
  ///   - provider: The server.
  ///   - options: How to sync.
  /// - Throws: `SyncError` of the kind `invalid` if the container does not have the configuration,
  ///   or has several and none is specified. Also thrown if the models break rules of the server,
  ///   with all violations; see ``SyncOptions/ignoresModelRules``.
  public convenience init(
    _ container: ModelContainer, _ provider: any SyncProvider,
    _ options: SyncOptions = SyncOptions()
  ) throws {
    try self.init(container, provider, options, clock: .system)
  }

  package init(
    _ container: ModelContainer, _ provider: any SyncProvider, _ options: SyncOptions,
    clock: SyncClock
  ) throws {
    let configurations = container.configurations
    let names = configurations.map(\.name).sorted()
    let chosen = options.configuration ?? (names.count == 1 ? names[0] : nil)
    guard let configuration = configurations.first(where: { $0.name == chosen }) else {
      throw SyncError(
        .invalid,
        options.configuration.map { "The container has no configuration \($0)." }
          ?? "The container has \(names.count) configurations, and none was specified.",
        advice: "Set SyncOptions.configuration to one of \(names.joined(separator: ", ")).")
    }
    if !options.ignoresModelRules {
      try Self.check(container, configuration.name, for: provider)
    }
    let state = SyncState()
    self.clock = clock
    storePath = configuration.isStoredInMemoryOnly ? nil : configuration.url.path
    (self.container, self.provider, self.options, self.state) = (
      container, provider, options, state
    )
    session = SyncSession(
      container, provider, options, configuration: configuration.name,
      lockPath: storePath.map { $0 + "-sync" }
    ) { Self.tell($0, state) }
    state.state.withLock { $0.engine = self }
  }

  deinit {
    let (loop, listeners) = state.state.withLock { ($0.loop, $0.listeners) }
    loop?.cancel()
    for listener in listeners.values { listener.finish() }
  }

  /// The current state of the engine, which can be observed.
  public var status: SyncStatus {
    state.registrar.access(self, keyPath: \.status)
    return state.state.withLock { $0.status }
  }

  /// The events from now on, until the reader stops or the engine is released.
  public var events: AsyncStream<SyncEvent> {
    let state = state
    return AsyncStream(bufferingPolicy: .bufferingNewest(1_000)) { continuation in
      let number = state.state.withLock { state in
        state.lastListener += 1
        state.listeners[state.lastListener] = continuation
        return state.lastListener
      }
      continuation.onTermination = { _ in
        _ = state.state.withLock { $0.listeners.removeValue(forKey: number) }
      }
    }
  }

  /// Syncs once; if a sync is already running, waits for it and syncs again.
  ///
  /// The running sync may have begun before the latest changes.
  ///
  /// - Returns: What the sync did.
  /// - Throws: `SyncError`.
  @discardableResult
  public func syncNow() async throws -> SyncReport {
    try await runOnce(nextTry: { _ in nil })
  }

  /// Counts the records that must still be sent, and the received records that cannot be applied
  /// yet.
  ///
  /// A received record waits for other records, or for a later version of the program.
  ///
  /// - Throws: `SyncError`.
  public func counts() async throws -> (pending: Int, waiting: Int) { try await session.counts() }

  /// Returns the records of the server that this version of the program cannot read, with their
  /// entities and properties.
  ///
  /// - Throws: `SyncError`.
  public func recordsSetAside() async throws -> [SyncUnreadable] {
    try await session.recordsSetAside()
  }

  /// Clears the progress of a fetch that ran outside of a sync.
  func endFetching() { change { if !$0.isSyncing { $0.fetching = nil } } }

  /// Starts syncing automatically.
  public func start() {
    let (interval, clock) = (options.interval, clock)
    // Several containers may use the same store.
    let (identifier, path) = (ObjectIdentifier(container), storePath)
    let isMeant = { @Sendable (other: ModelContainer) in
      ObjectIdentifier(other) == identifier
        || other.configurations.contains { !$0.isStoredInMemoryOnly && $0.url.path == path }
    }
    state.state.withLock { state in
      guard state.loop == nil else { return }
      state.loop = Task { [weak self] in
        let saves = SaveSignal(isMeant)
        var failures = 0
        while !Task.isCancelled {
          guard let engine = self else { return }
          let delay: Double
          do {
            let count = failures + 1
            try await engine.runOnce { Self.nextTry($0, count, interval, clock.now()) }
            failures = 0
            delay = interval
          } catch {
            failures += 1
            let now = clock.now()
            let next = (error as? SyncError).flatMap { Self.nextTry($0, failures, interval, now) }
            delay = next?.timeIntervalSince(now) ?? interval
          }
          // Releases the engine, so that waiting does not keep it alive.
          _ = consume engine
          await Self.wait(delay, for: failures == 0 ? saves : nil, clock)
        }
      }
    }
    change { $0.isStarted = true }
  }

  /// Stops syncing automatically and cancels the running sync; data and sync state are kept.
  public func stop() async {
    let (loop, running) = state.state.withLock { state in
      defer { state.loop = nil }
      return (state.loop, Array(state.running.values))
    }
    loop?.cancel()
    for task in running { task.cancel() }
    for task in running { _ = await task.result }
    await loop?.value
    change { $0.isStarted = false }
  }

  /// Forgets the server: the next sync sends all data of the store and fetches all data of the
  /// server.
  ///
  /// - Throws: `SyncError`.
  public func forgetServer() async throws { try await session.forgetServer() }

  /// Deletes all sync state; the data is kept.
  ///
  /// Later syncs treat all rows as new. Rows that a server already has are duplicated if they have
  /// no unique values.
  ///
  /// - Throws: `SyncError`.
  public func forgetEverything() async throws { try await session.forgetAll() }

  // One sync.

  @discardableResult
  private func runOnce(nextTry: @escaping @Sendable (SyncError) -> Date?) async throws -> SyncReport
  {
    let task = state.state.withLock { state in
      state.lastRun += 1
      let number = state.lastRun
      let task = Task { try await self.run(number, nextTry) }
      state.running[number] = task
      return task
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Runs one sync and updates status and events before it returns, so that callers that waited for
  /// the sync, or stopped it, find the result in the status.
  private func run(_ number: Int, _ nextTry: (SyncError) -> Date?) async throws -> SyncReport {
    change { ($0.isSyncing, $0.sending, $0.fetching) = (true, nil, nil) }
    Self.tell(.began, state)
    do {
      let report = try await session.sync()
      end(number) { ($0.lastSync, $0.lastError, $0.nextTry) = (clock.now(), nil, nil) }
      Self.tell(.ended(report), state)
      return report
    } catch {
      let error = error as? SyncError ?? SyncError(.storeFailed, "\(error)")
      let next = nextTry(error)
      end(number) { ($0.lastError, $0.nextTry) = (error, next) }
      Self.tell(.failed(error, nextTry: next), state)
      throw error
    }
  }

  /// Removes a sync from the running ones and updates the status in one step: if two syncs end at
  /// once, the later one determines the status.
  private func end(_ number: Int, _ body: (inout SyncStatus) -> Void) {
    state.registrar.withMutation(of: self, keyPath: \.status) {
      state.state.withLock { state in
        state.running[number] = nil
        if state.running.isEmpty {
          (state.status.isSyncing, state.status.sending, state.status.fetching) = (false, nil, nil)
        }
        body(&state.status)
      }
    }
  }

  /// Returns the time of the next try after a failed sync: when the server asks for it, or after a
  /// growing delay.
  private static func nextTry(
    _ error: SyncError, _ failures: Int, _ interval: Double, _ now: Date
  ) -> Date? {
    guard error.isTransient else { return nil }
    let growing = min(interval * 8, 1 * Double(1 << min(failures, 10)))
    // A custom provider may pass on unchecked values from a server.
    let wanted = error.retryAfter.map { $0.isNaN ? 0 : min(max($0, 0), 86_400) } ?? 0
    return now.addingTimeInterval(max(wanted, growing))
  }

  /// Waits for a number of seconds, or until something is saved.
  private static func wait(
    _ seconds: Double, for saves: SaveSignal?, _ clock: SyncClock
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await clock.wait(min(max(seconds, 0.01), 86_400))
      }
      if let saves {
        group.addTask {
          await saves.wait()
          // Waits a little, so that saves in quick succession are sent together.
          if !Task.isCancelled { await clock.wait(0.2) }
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func change(_ body: (inout SyncStatus) -> Void) {
    state.registrar.withMutation(of: self, keyPath: \.status) {
      state.state.withLock { body(&$0.status) }
    }
  }

  private static func tell(_ event: SyncEvent, _ state: SyncState) {
    let (listeners, engine) = state.state.withLock { (Array($0.listeners.values), $0.engine) }
    switch event {
    case .sending(let progress): engine?.change { $0.sending = progress }
    case .fetching(let progress): engine?.change { $0.fetching = progress }
    default: break
    }
    for listener in listeners { listener.yield(event) }
  }
}
