import Foundation
import Locks
import Observation
import OpenSwiftData
import SwiftDataErrors
import SyncPort

/// Keeps a store of a container in line with a server.
///
/// It finds what has changed by the history of the store, so that changes of every context, every process and
/// every operation count, and it writes what the server tells in transactions of its own, which contexts and
/// observers hear of like any other process's. It needs no model class. What it notes stands in tables of the
/// store that nobody else looks at.
///
/// An engine that was started syncs when something is saved, and every `SyncOptions.interval` seconds; one that
/// was not syncs when it is told to. A container may have several engines, one for each of its configurations.
public final class SyncEngine: Sendable, Observable {
  private struct State {
    var status = SyncStatus()
    var listeners: [Int: AsyncStream<SyncEvent>.Continuation] = [:]
    var lastListener = 0
    var loop: Task<Void, Never>?
    /// The syncs that are under way or wait for their turns.
    var running: [Int: Task<SyncReport, any Error>] = [:]
    var lastRun = 0
    /// Whose status it is, for those who observe it; nil once nobody has the engine any more.
    weak var engine: SyncEngine?
  }

  /// The server.
  public let provider: any SyncProvider
  /// How the engine syncs.
  public let options: SyncOptions
  let session: SyncSession
  private let state: SyncState
  private let clock: SyncClock
  let container: ModelContainer
  /// The file of the store; nil for one in memory.
  private let storePath: String?

  /// What several parts of an engine share.
  private final class SyncState: Sendable {
    let state = Mutex(State())
    let registrar = ObservationRegistrar()
  }

  /// Makes an engine; nothing is written before the first sync.
  ///
  /// - Parameters:
  ///   - container: The container of the store.
  ///   - provider: The server.
  ///   - options: How to sync.
  /// - Throws: `SyncError` of the kind `invalid` where the container has not the configuration, or has several
  ///   and none is named, and where its models break rules of the server, with all places; see
  ///   ``SyncOptions/ignoresModelRules``.
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
          ?? "The container has \(names.count) configurations, and none is named.",
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

  /// What the engine is doing; changes can be observed.
  public var status: SyncStatus {
    state.registrar.access(self, keyPath: \.status)
    return state.state.withLock { $0.status }
  }

  /// What happens from now on, for as long as somebody reads it and the engine is there.
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

  /// Syncs once; where a sync is under way, waits for it and syncs again, since it may have begun before the
  /// last changes.
  ///
  /// - Returns: What was done.
  /// - Throws: `SyncError`.
  @discardableResult
  public func syncNow() async throws -> SyncReport {
    try await runOnce(nextTry: { _ in nil })
  }

  /// How many records have to be sent, and how many came and wait for others or for a later version of the
  /// program.
  ///
  /// - Throws: `SyncError`.
  public func counts() async throws -> (pending: Int, waiting: Int) { try await session.counts() }

  /// The records of the server that cannot be read here, with the entities and properties that they are about.
  ///
  /// - Throws: `SyncError`.
  public func recordsSetAside() async throws -> [SyncUnreadable] {
    try await session.recordsSetAside()
  }

  /// Takes note that what was fetched apart from a sync is here.
  func endFetching() { change { if !$0.isSyncing { $0.fetching = nil } } }

  /// Begins to sync by itself.
  public func start() {
    let (interval, clock) = (options.interval, clock)
    // Several containers may have the same store.
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
          // Who waits does not keep the engine.
          _ = consume engine
          await Self.wait(delay, for: failures == 0 ? saves : nil, clock)
        }
      }
    }
    change { $0.isStarted = true }
  }

  /// Ends to sync by itself, and the sync under way; data and what was noted of it stay.
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

  /// Forgets the server: the next sync sends all that the store has, and takes in all that the server has.
  ///
  /// - Throws: `SyncError`.
  public func forgetServer() async throws { try await session.forgetServer() }

  /// Takes away all that was noted for syncs; the data stays as it is.
  ///
  /// To later syncs the rows are new ones: those that a server has already, and that have no unique values, are there
  /// twice then.
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

  /// A sync with all that is said of it, so that whoever waited for it, or stopped it, finds its end in the status.
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

  /// Takes a sync off those under way, and says so in one step: of two that end at once the later is the last.
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

  /// When a sync that failed is tried again: when the server says, else after more and more time.
  private static func nextTry(
    _ error: SyncError, _ failures: Int, _ interval: Double, _ now: Date
  ) -> Date? {
    guard error.isTransient else { return nil }
    let growing = min(interval * 8, 1 * Double(1 << min(failures, 10)))
    // A provider of anybody's may take over what a server says.
    let wanted = error.retryAfter.map { $0.isNaN ? 0 : min(max($0, 0), 86_400) } ?? 0
    return now.addingTimeInterval(max(wanted, growing))
  }

  /// Waits some seconds, or until something is saved.
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
          // What is saved together is sent together.
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
