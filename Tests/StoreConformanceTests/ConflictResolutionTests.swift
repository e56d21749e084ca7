import Foundation
import Locks
import OpenSwiftData
import Testing

/// Conflicts that a closure resolves.
@Suite("Conflict resolution")
struct ConflictResolutionTests {
  /// The note 1, whose title two contexts have changed; the second one is still to be saved.
  private func conflict(
    _ kind: TestedStore, _ decide: @escaping @Sendable (SaveConflict) -> SaveConflict.Resolution
  ) throws -> (store: TestStore, context: ModelContext, note: Note) {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let context = store.makeContext()
    context.conflictPolicy = .resolve(decide)
    let note = try #require(try context.note(1))
    (note.title, note.url, note.rating) = ("mine", "mine", 5)
    let other = store.makeContext()
    let theirs = try #require(try other.note(1))
    (theirs.title, theirs.body) = ("theirs", "theirs")
    try other.save()
    return (store, context, note)
  }

  private func texts(_ note: Note?) -> [String?] { [note?.title, note?.body, note?.url] }

  @Test(arguments: TestedStore.all)
  func ourChangesAreKept(_ kind: TestedStore) throws {
    let (store, context, note) = try conflict(kind) { _ in .keepOurs }
    try context.save()
    #expect(note.title == "mine")
    #expect(texts(try store.makeContext().note(1)) == ["mine", "theirs", "mine"])
    #expect(texts(try context.note(1)) == ["mine", "theirs", "mine"])
  }

  @Test(arguments: TestedStore.all)
  func theStoredValuesAreTaken(_ kind: TestedStore) throws {
    let (store, context, note) = try conflict(kind) { _ in .takeTheirs }
    try context.save()
    #expect(note.title == "theirs")
    #expect(note.rating == nil)
    #expect(!context.hasChanges)
    #expect(texts(try store.makeContext().note(1)) == ["theirs", "theirs", nil])
    #expect(texts(try context.note(1)) == ["theirs", "theirs", nil])
  }

  @Test(arguments: TestedStore.all)
  func someOfOurChangesAreKept(_ kind: TestedStore) throws {
    let (store, context, note) = try conflict(kind) { _ in .keepOnly(["url"]) }
    try context.save()
    #expect([note.title, note.url] == ["theirs", "mine"])
    #expect(texts(try store.makeContext().note(1)) == ["theirs", "theirs", "mine"])
  }

  @Test(arguments: TestedStore.all)
  func aRefusalChangesNothing(_ kind: TestedStore) throws {
    let (store, context, note) = try conflict(kind) { _ in .fail }
    let error = #expect(throws: SwiftDataError.staleModel) { try context.save() }
    #expect(error?.conflicts.count == 1)
    #expect(texts(note) == ["mine", "", "mine"])
    #expect(texts(try store.makeContext().note(1)) == ["theirs", "theirs", nil])
    context.conflictPolicy = .resolve { _ in .keepOurs }
    try context.save()
    #expect(texts(try store.makeContext().note(1)) == ["mine", "theirs", "mine"])
  }

  /// Another model is refused after the values of the first one were taken.
  @Test(arguments: TestedStore.supporting(.referentialIntegrity))
  func aFailureRestoresTheDroppedChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self, Patient.self)
    let setup = store.makeContext()
    try setup.saveNotes([1, 2])
    let context = store.makeContext()
    context.conflictPolicy = .resolve { _ in .takeTheirs }
    let (note, gone) = (try #require(try context.note(1)), try #require(try context.note(2)))
    note.title = "mine"
    context.delete(gone)
    let patient = Patient(name: "p", isWilling: false)
    context.insert(patient)
    for other in try setup.fetch(FetchDescriptor<Note>()) { other.title = "theirs" }
    try setup.save()
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(note.title == "mine")
    #expect(context.changedModelsArray.count == 1)
    #expect(context.deletedModelsArray.count == 1)
    patient.mood = Moody(isWilling: true)
    try context.save()
    #expect([note.title, gone.title] == ["theirs", "theirs"])
    #expect(gone.modelContext === context)
    #expect(try store.makeContext().codes() == [1, 2])
  }

  @Test(arguments: TestedStore.all)
  func theClosureSeesTheValues(_ kind: TestedStore) throws {
    let seen = Mutex<[SaveConflict]>([])
    let (_, context, _) = try conflict(kind) { conflict in
      seen.withLock { $0.append(conflict) }
      return .keepOurs
    }
    try context.save()
    let conflict = try #require(seen.withLock { $0 }.last)
    let title = try #require(conflict.values(of: \Note.title))
    #expect([title.ours, title.stored, title.read] == ["mine", "theirs", "note 1"])
    let rating = try #require(conflict.values(of: \Note.rating))
    #expect(rating.ours == 5 && rating.stored == .some(nil) && rating.read == .some(nil))
    #expect(conflict.values(of: \Note.code) == nil)
    #expect(conflict.values(of: \Tally.number) == nil)
  }

  @Test(arguments: TestedStore.all)
  func aDeletionIsWithdrawnOrKept(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let setup = store.makeContext()
    try setup.saveNotes([1, 2])
    let context = store.makeContext()
    context.conflictPolicy = .resolve { conflict in
      conflict.values(of: \Note.title)?.stored == "keep" ? .takeTheirs : .keepOurs
    }
    let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [.init(\.code)]))
    notes[0].rating = 9
    for note in notes { context.delete(note) }
    try #require(try setup.note(1)).title = "keep"
    try #require(try setup.note(2)).title = "drop"
    try setup.save()
    try context.save()
    #expect(!context.hasChanges)
    #expect(notes[0].modelContext === context)
    #expect(!notes[0].isDeleted)
    #expect(notes[0].title == "keep")
    #expect(notes[0].rating == nil)
    #expect(notes[1].modelContext == nil)
    #expect(try store.makeContext().codes() == [1])
    notes[0].title = "later"
    try context.save()
    #expect(try store.makeContext().note(1)?.title == "later")
  }

  @Test(arguments: TestedStore.all)
  func changesOfDeletedRowsAreDropped(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let context = store.makeContext()
    context.conflictPolicy = .resolve { _ in .keepOurs }
    let note = try #require(try context.note(1))
    note.title = "mine"
    let other = store.makeContext()
    try other.delete(model: Note.self)
    try other.save()
    let reported = Mutex(0)
    store.container.lostChangeHandler = { _ in reported.withLock { $0 += 1 } }
    try context.save()
    #expect(reported.withLock { $0 } == 1)
    #expect(note.modelContext == nil)
  }

  @Test(arguments: TestedStore.supporting(.mergedProperties))
  func aTakenTargetHasTheModelAmongItsMembers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let setup = store.makeContext()
    let trips = ["a", "b", "c"].map { Trip(name: $0) }
    trips[0].items = [Item(title: "i")]
    for trip in trips { setup.insert(trip) }
    try setup.save()
    let context = store.makeContext()
    context.conflictPolicy = .resolve { _ in .takeTheirs }
    let found = try context.fetch(FetchDescriptor<Trip>(sortBy: [.init(\.name)]))
    let item = try #require(found[0].items.first)
    item.trip = found[1]
    trips[2].items = trips[0].items
    try setup.save()
    try context.save()
    #expect(item.trip === found[2])
    #expect(found.map(\.items.count) == [0, 0, 1])
    let read = try store.makeReopenedContext().fetch(
      FetchDescriptor<Trip>(sortBy: [.init(\.name)]))
    #expect(read.map(\.items.count) == [0, 0, 1])
    #expect(read[2].items.first?.trip === read[2])
  }
}
