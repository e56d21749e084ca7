import Foundation
import Locks
import Observation
import OpenSwiftData
import Testing

@Suite("Saving")
struct SavingTests {
  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func notificationsHoldTheChangedIdentifiers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...3)
    let new = Note(code: 4)
    context.insert(new)
    context.insert(Note(code: 2, title: "upsert"))
    notes[0].title = "changed"
    context.delete(notes[2])
    let posts = Posts(of: context)
    try context.save()
    #expect(posts.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(posts.identifiers(.insertedIdentifiers) == [new.persistentModelID])
    #expect(
      posts.identifiers(.updatedIdentifiers).map(Set.init)
        == [notes[0].persistentModelID, notes[1].persistentModelID])
    #expect(posts.identifiers(.deletedIdentifiers) == [notes[2].persistentModelID])
    #expect(posts.willSaveHasUserInfo == false)
  }

  @Test(arguments: TestedStore.all)
  func aSaveWithoutChangesPostsNothing(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let posts = Posts(of: context)
    try context.save()
    #expect(posts.names.isEmpty)
  }

  @Test(arguments: TestedStore.all)
  func notificationsOmitRowsDeletedElsewhere(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...2)
    let (first, second) = (store.makeContext(), store.makeContext())
    let notes = try first.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
    try second.delete(model: Note.self, where: #Predicate { $0.code == 1 })
    try second.save()
    for note in notes { note.title = "changed" }
    let identifier = notes[1].persistentModelID
    let posts = Posts(of: first)
    try first.save()
    #expect(posts.identifiers(.updatedIdentifiers) == [identifier])
  }

  @Test(arguments: TestedStore.supporting(.bulk))
  func aHundredThousandModelsAreSaved(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Tally.self)
    let context = store.makeContext()
    for number in 0..<100_000 { context.insert(Tally(number: number)) }
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Tally>()) == 100_000)
    // Released models are removed from the identity map.
    let fetched = store.makeContext()
    var tallies = try fetched.fetch(FetchDescriptor<Tally>())
    weak let last = tallies.last
    withExtendedLifetime(tallies) { #expect(last?.number == 99_999) }
    tallies.removeAll()
    #expect(last == nil)
  }

  @Test(arguments: TestedStore.all)
  func savingUpdatesEachOfManyProperties(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Broad.self)
    let context = store.makeContext()
    context.insert(Broad(base: 1000))
    try context.save()
    let expected = Broad(base: 1000)
    for (index, path) in Broad.paths.enumerated() where index % 9 == 4 || index >= 62 {
      // Each change is made to a fault, which then loads only the property that is set.
      let other = store.makeContext()
      let identifier = try #require(try other.fetchIdentifiers(FetchDescriptor<Broad>()).first)
      let broad = try #require(other.model(for: identifier) as? Broad)
      broad[keyPath: path] = -index
      expected[keyPath: path] = -index
      try other.save()
    }
    let read = try #require(try store.makeContext().fetch(FetchDescriptor<Broad>()).first)
    #expect(Broad.paths.map { read[keyPath: $0] } == Broad.paths.map { expected[keyPath: $0] })
  }

  @Test(arguments: TestedStore.all)
  func rollbackRestoresEachOfManyProperties(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Broad.self)
    let context = store.makeContext()
    let broad = Broad(base: 0)
    context.insert(broad)
    try context.save()
    for index in [0, 62, 63, 64, 69] { broad[keyPath: Broad.paths[index]] = -1 }
    context.rollback()
    #expect(Broad.paths.map { broad[keyPath: $0] } == Array(0..<70))
  }
}

/// Collects a context's notifications.
private final class Posts {
  private let observers: [any NSObjectProtocol]
  private let received = Mutex<[(Notification.Name, [String: [PersistentIdentifier]], Bool)]>([])

  init(of context: ModelContext) {
    var observers: [any NSObjectProtocol] = []
    // SAFETY: notifications come on the posting thread, inside the test's own calls.
    nonisolated(unsafe) weak var collector: Posts?
    for name in [ModelContext.willSave, ModelContext.didSave] {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
          collector?.receive($0)
        })
    }
    self.observers = observers
    collector = self
  }

  deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

  private func receive(_ notification: Notification) {
    var identifiers: [String: [PersistentIdentifier]] = [:]
    for (key, value) in notification.userInfo ?? [:] {
      guard let key = key as? String else { continue }
      identifiers[key] = value as? [PersistentIdentifier]
    }
    let hasUserInfo = notification.userInfo?.isEmpty == false
    received.withLock { $0.append((notification.name, identifiers, hasUserInfo)) }
  }

  var names: [Notification.Name] { received.withLock { $0.map(\.0) } }
  var willSaveHasUserInfo: Bool? { received.withLock { $0.first?.2 } }

  func identifiers(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier]? {
    received.withLock { $0.last?.1[key.rawValue] }
  }
}
