import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

/// `HistoryObserver` filters by models and authors; without tokens it reports only later changes.
///
/// Its `eventCounter` increases once per matching remote-change notification; every save posts one.
@Suite("Observed history")
struct HistoryObserverTests {
  private func makeStore() throws -> TestStore {
    try TestStore(.file, for: Chore.self, ChoreOwner.self)
  }

  @Test func eachSaveCountsOnce() throws {
    let store = try makeStore()
    let context = store.makeContext()
    try context.saveChores([1])
    let observer = try HistoryObserver(modelContainer: store.container, isolation: nil)
    #expect(observer.eventCounter == 0)
    #expect(observer.modelContainer === store.container)
    let told = TellCount()
    told.observe { _ = observer.eventCounter }
    try context.saveChores([2, 3])
    #expect(observer.eventCounter == 1)
    #expect(told.count == 1)
    try context.save()
    #expect(observer.eventCounter == 1)
    try store.makeContext().update(Chore.self, .set(\.rank, to: 1))
    #expect(observer.eventCounter == 2)
    context.insert(Chore(4))
    context.rollback()
    #expect(observer.eventCounter == 2)
  }

  @Test @MainActor func theCounterIsCurrentWhenItIsRead() async throws {
    let store = try makeStore()
    let observer = try HistoryObserver(modelContainer: store.container)
    let told = TellCount()
    told.observe { _ = observer.eventCounter }
    try store.makeContext().saveChores([1])
    #expect(told.count == 0)
    #expect(observer.eventCounter == 1)
    #expect(told.count == 1)
    told.observe { _ = observer.eventCounter }
    try store.makeContext().saveChores([2])
    #expect(try await eventually { told.count == 2 })
    #expect(observer.eventCounter == 2)
  }

  @Test func observersCountOnlyChosenModelsAndAuthors() throws {
    let store = try makeStore()
    let context = store.makeContext()
    let owners = try HistoryObserver(
      observedModels: [ChoreOwner.self], modelContainer: store.container, isolation: nil)
    let ofAda = try HistoryObserver(
      authors: ["Ada", "Bea"], modelContainer: store.container, isolation: nil)
    #expect(owners.observedModels.count == 1)
    #expect(ofAda.authors == ["Ada", "Bea"])
    try context.saveChores([1])
    #expect(owners.eventCounter == 0)
    #expect(ofAda.eventCounter == 0)
    context.author = "Ada"
    context.insert(ChoreOwner("c"))
    try context.save()
    #expect(owners.eventCounter == 1)
    #expect(ofAda.eventCounter == 1)
    #expect(throws: SwiftDataError.unknownSchema) {
      _ = try HistoryObserver(
        observedModels: [Tally.self], modelContainer: store.container, isolation: nil)
    }
  }

  @Test func tokensMarkWhatWasSeen() throws {
    let store = try makeStore()
    let context = store.makeContext()
    try context.saveChores([1])
    let first = try HistoryObserver(modelContainer: store.container, isolation: nil)
    let tokens = first.historyTokens
    #expect(tokens.count == 1)
    let same = try HistoryObserver(
      historyTokens: tokens, modelContainer: store.container, isolation: nil)
    #expect(same.eventCounter == 0)
    try context.saveChores([2])
    let (former, now) = (tokens.values.first, first.historyTokens.values.first)
    #expect(now as? DefaultHistoryToken != former as? DefaultHistoryToken)
    let later = try HistoryObserver(
      historyTokens: tokens, modelContainer: store.container, isolation: nil)
    #expect(later.eventCounter == 1)
    let others = try HistoryObserver(
      historyTokens: tokens, observedModels: [ChoreOwner.self], modelContainer: store.container,
      isolation: nil)
    #expect(others.eventCounter == 0)
  }

  @Test func savesOfOtherContainersCountWithTheirAuthors() async throws {
    let store = try makeStore()
    try store.makeContext().saveChores([1])
    let all = try HistoryObserver(modelContainer: store.container, isolation: nil)
    let ofAda = try HistoryObserver(
      authors: ["Ada"], modelContainer: store.container, isolation: nil)
    let other = try store.makeReopenedContext()
    other.author = "Ada"
    try other.saveChores([2])
    other.author = nil
    try other.saveChores([3])
    #expect(try await eventually { all.eventCounter == 2 })
    #expect(ofAda.eventCounter == 1)
    // A save by this container is not counted again when it is found in the file.
    try store.makeContext().saveChores([4])
    try await Task.sleep(for: .milliseconds(400))
    #expect(all.eventCounter == 3)
  }

  @Test func everySavePostsANotification() async throws {
    let store = try makeStore()
    let identifier = try #require(store.container.core.stores.first?.identifier)
    let posted = Counter()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: nil, queue: nil
    ) { note in
      let stores = note.userInfo?[ModelContainer.storeIdentifiersKey] as? [String]
      if stores == [identifier] { posted.add(1) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let observer = try HistoryObserver(modelContainer: store.container, isolation: nil)
    try store.makeContext().saveChores([1])
    #expect(posted.value == 1)
    #expect(observer.eventCounter == 1)
    try store.makeReopenedContext().saveChores([2])
    #expect(try await eventually { posted.value == 2 })
  }
}
