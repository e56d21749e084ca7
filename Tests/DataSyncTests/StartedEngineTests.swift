import DataSync
import Foundation
import Locks
import OpenSwiftData
import RandomTesting
import SyncPort
import Testing

@Suite("Engines that sync by themselves")
struct StartedEngineTests {
  private let server = MemoryServer()

  private func engine(
    _ container: ModelContainer, _ provider: any SyncProvider, _ clock: TestClock
  ) throws -> SyncEngine {
    try SyncEngine(container, provider, SyncOptions(), clock: clock.clock)
  }

  private func container() throws -> ModelContainer {
    let container = try SyncedStores.make()
    try insert("first", container)
    return container
  }

  private func insert(_ title: String, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(SyncedNote(title: title))
    try context.save()
  }

  /// Waits until an engine completes a sync; returns the errors before that, with the date of each
  /// next try.
  private func firstEnd(
    _ events: AsyncStream<SyncEvent>
  ) async -> [(error: SyncError, nextTry: Date?)] {
    var failures: [(error: SyncError, nextTry: Date?)] = []
    for await event in events {
      if case .failed(let error, let nextTry) = event { failures.append((error, nextTry)) }
      if case .ended = event { break }
    }
    return failures
  }

  @Test func enginesWaitLongerWhileTheServerIsAway() async throws {
    let provider = TroubledProvider(
      MemoryProvider(server),
      before: { request, number in
        if request == .account, number < 11 { throw SyncError(.offline, "Away.") }
      })
    let clock = TestClock(passing: 11)
    let engine = try engine(container(), provider, clock)
    let events = engine.events
    engine.start()
    let failures = await firstEnd(events)
    await engine.stop()
    // At most eight times the longest regular pause.
    let expected: [Double] = [2, 4, 8, 16, 32, 64, 128, 256, 480, 480, 480]
    #expect(Array(clock.waits.prefix(11)) == expected)
    #expect(failures.map(\.error.kind) == Array(repeating: .offline, count: 11))
    let dates = failures.compactMap(\.nextTry)
    let pauses = zip(dates.dropFirst(), dates).map { $0.timeIntervalSince($1) }
    #expect(pauses == Array(expected.dropFirst()))
    #expect(engine.status.lastError == nil)
    #expect(engine.status.nextTry == nil)
    #expect(await server.records.count == 1)
  }

  @Test func enginesWaitAsLongAsTheServerSays() async throws {
    let provider = TroubledProvider(
      MemoryProvider(server),
      before: { request, number in
        if request == .write, number == 0 {
          throw SyncError(.throttled, "Fewer.", retryAfter: 90)
        }
      })
    let clock = TestClock(passing: 1)
    let engine = try engine(container(), provider, clock)
    let events = engine.events
    engine.start()
    let failures = await firstEnd(events)
    await engine.stop()
    #expect(failures.map(\.error.kind) == [.throttled])
    #expect(clock.waits.first == 90)
    #expect(await server.records.count == 1)
  }

  @Test func enginesSyncAfterEachPause() async throws {
    let provider = TroubledProvider(MemoryProvider(server))
    let clock = TestClock(passing: 3)
    let container = try container()
    let engine = try engine(container, provider, clock)
    engine.start()
    while clock.waits.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
    // Only the pauses start syncs.
    try await Task.sleep(for: .milliseconds(50))
    #expect(provider.count(.account) == 4)
    #expect(clock.waits == [60, 60, 60, 60])
    // A save after several pauses still starts a sync.
    let events = engine.events
    try insert("second", container)
    for await event in events {
      if case .ended(let report) = event, report.sent > 0 { break }
    }
    #expect(await server.records.count == 2)
    await engine.stop()
  }

  @Test func restartedEnginesSendWhatWasSavedMeanwhile() async throws {
    let clock = TestClock(passing: 0)
    let container = try container()
    let engine = try engine(container, MemoryProvider(server), clock)
    for title in ["second", "third"] {
      let events = engine.events
      engine.start()
      engine.start()
      _ = await firstEnd(events)
      await engine.stop()
      #expect(!engine.status.isStarted)
      #expect(!engine.status.isSyncing)
      try insert(title, container)
    }
    #expect(await server.records.count == 2)
    let events = engine.events
    engine.start()
    _ = await firstEnd(events)
    await engine.stop()
    await engine.stop()
    #expect(await server.records.count == 3)
  }

  @Test func stoppedEnginesEndSoon() async throws {
    // The server no longer responds.
    let isReached = Mutex(false)
    let provider = TroubledProvider(
      MemoryProvider(server),
      after: { request, number in
        guard request == .write, number == 1 else { return }
        isReached.withLock { $0 = true }
        try await Task.sleep(for: .seconds(3_600))
      })
    let container = try SyncedStores.make()
    for number in 0..<250 { try insert("note \(number)", container) }
    let engine = try engine(container, provider, TestClock(passing: 0))
    engine.start()
    // Another task waits for its own sync.
    let other = Task { try await engine.syncNow() }
    while !isReached.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    await engine.stop()
    #expect(!engine.status.isSyncing)
    await #expect { try await other.value } throws: { ($0 as? SyncError)?.kind == .cancelled }
    // Records that the server received without a confirmed response are not sent twice. One of the
    // 100 writes of a request is the device's mark.
    #expect(await server.records.count == 2 * 99)
    try await engine.syncNow()
    #expect(await server.records.count == 250)
    #expect(try await engine.counts().pending == 0)
  }

  @Test func statusIsIdleAfterSeveralSyncsEndAtOnce() async throws {
    for round in 0..<TestRun.count(2_000) {
      // A server that never responds: one sync waits for it, and the others wait for their turn.
      let provider = TroubledProvider(
        MemoryProvider(server), before: { _, _ in try await Task.sleep(for: .seconds(3_600)) })
      let engine = try engine(SyncedStores.make(), provider, TestClock(passing: 0))
      var events = engine.events.makeAsyncIterator()
      let syncs = (0..<4).map { _ in Task { try await engine.syncNow() } }
      var begun = 0
      while begun < syncs.count, let event = await events.next() {
        if case .began = event { begun += 1 }
      }
      await engine.stop()
      #expect(!engine.status.isSyncing, "round \(round)")
      for sync in syncs { _ = await sync.result }
      #expect(!engine.status.isSyncing, "round \(round)")
    }
  }

  @Test func enginesReleaseTheirContainers() async throws {
    weak var former: ModelContainer?
    do {
      let container = try container()
      former = container
      let engine = try engine(container, MemoryProvider(server), TestClock(passing: 0))
      let events = engine.events
      engine.start()
      _ = await firstEnd(events)
    }
    #expect(try await eventually { former == nil })
  }
}
