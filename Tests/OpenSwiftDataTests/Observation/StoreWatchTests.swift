import Foundation
import Locks
import RecordStore
import StoreTesting
import Testing

@testable import OpenSwiftData

@Suite("Watching a store")
struct StoreWatchTests {
  /// Collects the reports of a watch.
  private final class News: Sendable {
    private let told = Mutex<[StoreWatch.News]>([])
    private let times = Mutex<[ContinuousClock.Instant]>([])

    func note(_ news: StoreWatch.News) {
      told.withLock { $0.append(news) }
      times.withLock { $0.append(.now) }
    }

    var all: [StoreWatch.News] { told.withLock { $0 } }
    var first: ContinuousClock.Instant? { times.withLock { $0.first } }

    /// The keys of the changed rows.
    var keys: [Int64] {
      all.flatMap { news -> [Int64] in
        guard case .transactions(let transactions) = news else { return [-1] }
        return transactions.flatMap(\.changes).map(\.key)
      }
    }
  }

  private func watch(
    _ store: TestStore, usesEvents: Bool = true, _ news: News
  ) throws -> StoreWatch {
    let core = store.container.core
    let file = try #require(core.stores.first as? SQLiteStore)
    return try StoreWatch(file, core.bindings.byStore[0].schema, usesEvents: usesEvents) {
      news.note($0)
    }
  }

  @Test(arguments: [true, false])
  func onlySavesOfOtherContainersAreReported(_ usesEvents: Bool) async throws {
    let store = try TestStore(.file, for: Chore.self, ChoreOwner.self)
    let context = store.makeContext()
    try context.saveChores([1, 2])
    let news = News()
    let watch = try watch(store, usesEvents: usesEvents, news)
    let other = try store.makeReopenedContext()
    try other.saveChores([3])
    #expect(try await eventually { news.keys == [3] })
    try context.saveChores([4])
    try other.chore(1).rank = 9
    try other.save()
    #expect(try await eventually { news.keys == [3, 1] })
    try context.chore(2).rank = 7
    try context.save()
    try await Task.sleep(for: .milliseconds(700))
    #expect(news.keys == [3, 1])
    withExtendedLifetime(watch) {}
  }

  /// A watch reads on a queue and may be released on another thread.
  ///
  /// Thread Sanitizer verifies that the connection is handed over safely.
  @Test func aWatchUsesItsConnectionOnSeveralThreads() async throws {
    let store = try TestStore(.file, for: Chore.self, ChoreOwner.self)
    let other = try store.makeReopenedContext()
    for number in 1...3 {
      let news = News()
      let watch = try watch(store, news)
      try other.saveChores([number])
      #expect(try await eventually { news.keys == [Int64(number)] })
      // The watch checks again and finds nothing to report.
      try await Task.sleep(for: .milliseconds(150))
      withExtendedLifetime(watch) {}
    }
  }

  @Test func savesOfAnotherProcessAreNoticed() async throws {
    let program = try #require(KilledWriter.program)
    let folder = try TestFolder()
    let url = folder.file("watched.store")
    // The helper program's only model is not part of these tests.
    let first = try HelperProgram(program, [url.path])
    try first.waitForLines()
    _ = try first.kill()
    let options = StoreOptions(name: "watched", path: url.path)
    let model = try StoreReader(url).storedModel()
    let store = try SQLiteStore(StoreFile(options, model: model))
    let news = News()
    let watch = try StoreWatch(store, RecordSchema(model, store.tables)) { news.note($0) }
    let process = Process()
    process.executableURL = program
    process.arguments = [url.path]
    process.standardOutput = Pipe()
    try process.run()
    let isNoticed = try await eventually { !news.all.isEmpty }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(isNoticed)
    withExtendedLifetime(watch) {}
  }

  @Test func changesWithoutHistoryAreReportedAsUnknown() async throws {
    let store = try TestStore(.file, [Chore.self, ChoreOwner.self], tracksHistory: false)
    try store.makeContext().saveChores([1])
    let news = News()
    let watch = try watch(store, news)
    try store.makeReopenedContext().saveChores([2])
    #expect(try await eventually { !news.all.isEmpty })
    #expect(news.keys.first == -1)
    withExtendedLifetime(watch) {}
  }

  @Test func aFailedSaveIsForgotten() async throws {
    let store = try TestStore(.file, for: Chore.self, ChoreOwner.self)
    let file = try #require(store.container.core.stores.first as? SQLiteStore)
    let context = store.makeContext()
    try context.saveChores([1])
    file.ownTransactions.begin()
    defer { file.ownTransactions.end() }
    try context.saveChores([2])
    #expect(file.ownTransactions.take(through: .max).count == 1)
    let records = try context.recordSession(file).records
    #expect(throws: Failure.self) {
      try records.transaction {
        records.noteTransaction(1_000_000)
        throw Failure()
      }
    }
    #expect(file.ownTransactions.take(through: .max).isEmpty)
  }
}

/// The failure of a save whose transaction already has a number.
private struct Failure: Error {}
