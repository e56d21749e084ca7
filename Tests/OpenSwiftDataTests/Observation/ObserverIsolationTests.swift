import Foundation
import Locks
import StoreTesting
import Testing

@testable import OpenSwiftData

@Suite("Where observers belong")
struct ObserverIsolationTests {
  @ModelActor
  actor Keeper {
    var observer: ResultsObserver<Chore, Never>?
    let told = TellCount()

    func start() throws {
      observer = try ResultsObserver(modelContext: modelContext)
      track()
    }

    private func track() {
      guard let observer else { return }
      withObservationTracking {
        _ = observer.results
      } onChange: { [told] in
        told.add()
        // Ends the process anywhere but on this actor.
        self.assumeIsolated { _ in }
      }
    }

    var codes: [Int] { observer?.results.map(\.code) ?? [] }
  }

  @Test func anActorIsNotifiedOnItself() async throws {
    let store = try TestStore(.file, for: Chore.self, ChoreOwner.self)
    let keeper = Keeper(modelContainer: store.container)
    try await keeper.start()
    let context = store.makeContext()
    try context.saveChores([1, 2])
    #expect(try await eventually { keeper.told.count == 1 })
    #expect(await keeper.codes == [1, 2])
  }

  /// An actor that holds its observer is released, and so is the observer.
  @Test func anActorAndItsObserverAreReleased() async throws {
    let store = try TestStore(.file, for: Chore.self, ChoreOwner.self)
    weak var weakKeeper: Keeper?
    do {
      let keeper = Keeper(modelContainer: store.container)
      try await keeper.start()
      try store.makeContext().saveChores([1])
      _ = await keeper.codes
      weakKeeper = keeper
    }
    #expect(try await eventually { weakKeeper == nil })
    try store.makeContext().saveChores([2])
    #expect(!store.container.core.feed.hasListeners)
  }

  @Test func changesNotifyAtOnceWithoutAnActor() throws {
    let store = try TestStore(.memory, for: Chore.self, ChoreOwner.self)
    let context = store.makeContext()
    let observer = try ResultsObserver<Chore, Never>(modelContext: context, isolation: nil)
    let told = TellCount()
    told.observe { _ = observer.results }
    context.insert(Chore(1))
    #expect(told.count == 1)
    #expect(observer.results.map(\.code) == [1])
    told.observe { _ = observer.results }
    let other = store.makeContext()
    try other.saveChores([2])
    #expect(told.count == 2)
    #expect(observer.results.map(\.code).sorted() == [1, 2])
  }

  @Test func theWatchEndsWithItsObservers() throws {
    let store = try TestStore(.file, for: Chore.self, ChoreOwner.self)
    weak var watch: ContainerWatch?
    let context = store.makeContext()
    do {
      let inbox = try Listener(store.container)
      watch = inbox.changes?.watch
      #expect(watch != nil)
      #expect(store.container.core.feed.hasListeners)
    }
    #expect(watch == nil)
    try context.saveChores([1])
    #expect(!store.container.core.feed.hasListeners)
    var observer: ResultsObserver<Chore, Never>? = try ResultsObserver(
      modelContext: context, isolation: nil)
    #expect(context.observation != nil)
    #expect(observer?.results.count == 1)
    observer = nil
    context.insert(Chore(2))
    #expect(context.observation == nil)
  }

  @Test func anObserverRetainsItsContextAndStores() throws {
    let observer: ResultsObserver<Chore, Never>
    do {
      let store = try TestStore(.memory, for: Chore.self, ChoreOwner.self)
      try store.makeContext().saveChores([1, 2])
      observer = try ResultsObserver(modelContainer: store.container, isolation: nil)
    }
    #expect(observer.results.map(\.code) == [1, 2])
    observer.modelContext.insert(Chore(3))
    #expect(observer.results.count == 3)
  }

  private final class Listener: ChangeReceiver {
    var changes: ChangeInbox?

    init(_ container: ModelContainer) throws {
      let inbox = ChangeInbox(for: self, besides: nil, on: nil)
      changes = inbox
      try container.core.feed.add(inbox, container.core)
    }

    func receiveChanges() {}
    func announceChanges() {}
  }
}
