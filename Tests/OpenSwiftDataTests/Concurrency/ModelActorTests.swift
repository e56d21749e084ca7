import Dispatch
import Foundation
import Locks
import OpenSwiftData
import StoreTesting
import Testing

@Suite("Model actors")
struct ModelActorTests {
  @Test(arguments: Backend.available)
  func otherContextsFetchWhatAnActorSaved(_ backend: Backend) async throws {
    let store = try TestStore(backend, for: Note.self)
    let reader = store.makeContext()
    #expect(try reader.codes() == [])
    let actor = NoteStore(modelContainer: store.container)
    let identifier = try await actor.add(3)
    #expect(try reader.codes() == [3])
    try await actor.rename(identifier, to: "renamed")
    #expect(try reader.note(3)?.title == "renamed")
    try await actor.remove(identifier)
    #expect(try reader.codes() == [])
  }

  @Test(arguments: Backend.available)
  func anActorFetchesWhatOtherContextsSaved(_ backend: Backend) async throws {
    let store = try TestStore(backend, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    #expect(try await actor.codes() == [])
    try store.makeContext().saveNotes(0..<4)
    #expect(try await actor.codes() == [0, 1, 2, 3])
  }

  @Test(arguments: Backend.available)
  func anActorFindsModelsByIdentifier(_ backend: Backend) async throws {
    let store = try TestStore(backend, for: Note.self, Memo.self)
    let context = store.makeContext()
    let identifier = try context.saveNotes([1])[0].persistentModelID
    let memo = Memo(text: "text")
    let unsaved = Note(code: 2)
    context.insert(memo)
    try context.save()
    context.insert(unsaved)
    let actor = NoteStore(modelContainer: store.container)
    #expect(await actor.title(of: identifier) == "note 1")
    #expect(await actor.title(of: memo.persistentModelID) == nil)
    #expect(await actor.title(of: unsaved.persistentModelID) == nil)
    try await actor.remove(identifier)
    #expect(await actor.title(of: identifier) == nil)
  }

  @Test func registeredModelsAreFoundWithoutAStatement() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    try await actor.run { actor in
      let note = try actor.modelContext.saveNotes([1])[0]
      let count = countStatements(in: actor.modelContainer) {
        #expect(actor[note.persistentModelID, as: Note.self] === note)
      }
      #expect(count == 0)
    }
  }

  @Test func modelsToBeDeletedAreNotFound() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let identifiers = try store.makeContext().saveNotes(0..<2).map(\.persistentModelID)
    try await NoteStore(modelContainer: store.container).run { actor in
      let note = try #require(actor[identifiers[0], as: Note.self])
      actor.modelContext.delete(note)
      #expect(actor[identifiers[0], as: Note.self] == nil)
      try actor.modelContext.delete(model: Note.self)
      #expect(actor[identifiers[1], as: Note.self] == nil)
    }
  }

  @MainActor @Test func anActorMadeOnTheMainThreadRunsElsewhere() async throws {
    // If the test runner gave up the main thread, the main queue runs on another thread.
    let isMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: isMain, value: true)
    defer { DispatchQueue.main.setSpecific(key: isMain, value: nil) }
    #expect(DispatchQueue.getSpecific(key: isMain) == true)
    let store = try TestStore(.memory, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    let runsOnMain = { @Sendable (_: isolated NoteStore) in
      Thread.isMainThread || DispatchQueue.getSpecific(key: isMain) ?? false
    }
    #expect(await !actor.run(runsOnMain))
    let task = Task { await actor.run(runsOnMain) }
    #expect(await !task.value)
  }

  @Test func anActorKeepsItsAuthor() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let actor = AuthoredStore(container: store.container, author: "importer")
    #expect(await actor.author == "importer")
    #expect(actor.modelContainer == store.container)
    try await actor.removeAll(Note.self)
  }

  @Test(arguments: Backend.available)
  func changesOfAnActorAreAutosaved(_ backend: Backend) async throws {
    let store = try TestStore(backend, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    await actor.insertWithoutSaving(1)
    // The save runs between two jobs of the actor, and this task may keep the actor busy.
    #expect(try await eventually { await !actor.holdsChanges() })
    #expect(try store.makeContext().codes() == [1])
  }

  @Test func savesOfAnActorPostNotifications() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    let inserted = Mutex<[PersistentIdentifier]>([])
    let context = await actor.run { ObjectIdentifier($0.modelContext) }
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { notification in
      guard let sender = notification.object as? ModelContext,
        ObjectIdentifier(sender) == context
      else { return }
      let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
      let identifiers = notification.userInfo?[key] as? [PersistentIdentifier] ?? []
      inserted.withLock { $0 += identifiers }
    }
    let identifier = try await actor.add(1)
    NotificationCenter.default.removeObserver(token)
    #expect(inserted.withLock { $0 } == [identifier])
  }

  @Test(arguments: Backend.available)
  func anActorKeepsItsContainerAlive(_ backend: Backend) async throws {
    var store: TestStore? = try TestStore(backend, for: Note.self)
    let container = WeakReference(store?.container)
    let actor = NoteStore(modelContainer: try #require(store?.container))
    try await actor.add(1)
    let folder = store
    store = nil
    #expect(try await actor.codes() == [1])
    #expect(container.object != nil)
    _ = folder
  }

  @Test(arguments: Backend.available)
  func anUnusedActorFreesItsContextAndContainer(_ backend: Backend) async throws {
    let (context, container) = try await lifetimes(backend)
    // The last job may still be releasing the actor on its queue.
    #expect(try await eventually { context.object == nil })
    #expect(try await eventually { container.object == nil })
  }

  private func lifetimes(
    _ backend: Backend
  ) async throws -> (WeakReference<ModelContext>, WeakReference<ModelContainer>) {
    let store = try TestStore(backend, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    try await actor.add(1)
    let context = await actor.run { WeakReference($0.modelContext) }
    #expect(context.object != nil)
    return (context, WeakReference(store.container))
  }
}

@Model
final class Memo {
  var text: String
  init(text: String) { self.text = text }
}

@ModelActor
actor AuthoredStore {
  init(container: ModelContainer, author: String) {
    let context = ModelContext(container)
    context.author = author
    modelExecutor = DefaultSerialModelExecutor(modelContext: context)
    modelContainer = container
  }

  var author: String? { modelContext.author }
}

extension ModelActor {
  func removeAll<T: PersistentModel>(_ type: T.Type) throws {
    try modelContext.delete(model: type)
    try modelContext.save()
  }
}

/// Tells whether an object is still alive.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // `@unchecked`: the reference is set in `init` only, and the object is never used.
  private(set) weak var object: Object?
  init(_ object: Object?) { self.object = object }
}
