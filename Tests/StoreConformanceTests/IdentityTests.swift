import Foundation
import OpenSwiftData
import Testing

@Suite("Identity")
struct IdentityTests {
  @Test(arguments: TestedStore.all)
  func oneRowIsOneInstance(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    #expect(try context.note(1) === note)
    #expect(context.model(for: note.persistentModelID) === note)
    #expect(context.registeredModel(for: note.persistentModelID) as Note? === note)
  }

  @Test(arguments: TestedStore.all)
  func contextsHaveInstancesOfTheirOwn(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (first, second) = (store.makeContext(), store.makeContext())
    let note = try first.saveNotes([1])[0]
    let other = try #require(try second.note(1))
    #expect(other !== note)
    #expect(other != note)
    #expect(other.persistentModelID == note.persistentModelID)
  }

  @Test(arguments: TestedStore.all)
  func savingMakesIdentifiersPermanent(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = (0..<3).map { Note(code: $0) }
    let orphan = notes[0].persistentModelID
    for note in notes { context.insert(note) }
    #expect(notes[0].persistentModelID == orphan)
    let temporary = notes.map(\.persistentModelID)
    #expect(Set(temporary).count == 3)
    #expect(temporary.allSatisfy { $0.storeIdentifier == nil })
    #expect(context.registeredModel(for: temporary[1]) as Note? === notes[1])
    try context.save()
    let permanent = notes.map(\.persistentModelID)
    #expect(Set(permanent).count == 3)
    #expect(permanent.allSatisfy { $0.storeIdentifier != nil })
    #expect(permanent.allSatisfy { $0.entityName == "Note" })
    #expect(context.registeredModel(for: permanent[1]) as Note? === notes[1])
    #expect(context.registeredModel(for: temporary[1]) as Note? == nil)
    notes[0].title = "again"
    try context.save()
    #expect(notes.map(\.persistentModelID) == permanent)
  }

  @Test(arguments: TestedStore.all)
  func identifiersNameTheSameRowAfterReopening(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let identifier = try store.makeContext().saveNotes([1, 2])[1].persistentModelID
    let coded = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
    let context = try store.makeReopenedContext()
    #expect((context.model(for: coded) as? Note)?.code == 2)
  }

  @Test(arguments: TestedStore.all)
  func aModelReadsItsValuesOnDemand(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let identifier = try store.makeContext().saveNotes([7])[0].persistentModelID
    let context = store.makeContext()
    #expect(context.registeredModel(for: identifier) as Note? == nil)
    let note = try #require(context.model(for: identifier) as? Note)
    #expect(note.persistentModelID == identifier)
    #expect(note.modelContext === context)
    #expect(note.code == 7)
    #expect(note.title == "note 7")
    #expect(note.rating == nil)
    #expect(!context.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func modelOfAMissingRowReadsAsEmpty(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([7])[0]
    let identifier = note.persistentModelID
    context.delete(note)
    try context.save()
    let ghost = try #require(store.makeContext().model(for: identifier) as? Note)
    #expect(ghost.persistentModelID == identifier)
    #expect(ghost.code == 0)
    #expect(ghost.title.isEmpty)
    #expect(ghost.rating == nil)
  }

  @Test(arguments: TestedStore.all)
  func modelOfAnUnknownTemporaryIdentifierCarriesIt(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let identifier = Note(code: 1).persistentModelID
    let model = try #require(store.makeContext().model(for: identifier) as? Note)
    #expect(model.persistentModelID == identifier)
    #expect(model.title.isEmpty)
  }

  @Test(arguments: TestedStore.all)
  func modelOfAnUnknownEntityCarriesTheIdentifier(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let identifier = Tally(number: 1).persistentModelID
    #expect(store.makeContext().model(for: identifier).persistentModelID == identifier)
  }

  @Test(arguments: TestedStore.all)
  func cleanInstancesAreFreedWhenDropped(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    weak var saved: Note?
    do {
      let note = try context.saveNotes([1])[0]
      saved = note
      #expect(context.registeredModel(for: note.persistentModelID) as Note? === note)
    }
    #expect(saved == nil)
    weak var fetched: Note?
    do { fetched = try context.note(1) }
    #expect(fetched == nil)
    #expect(try context.note(1)?.title == "note 1")
  }

  @Test(arguments: TestedStore.supporting(.bulk))
  func releasingAResultEmptiesTheIdentityMap(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(0..<20_000)
    let context = store.makeContext()
    var notes = try context.fetch(FetchDescriptor<Note>())
    let identifiers = notes.map(\.persistentModelID)
    // Every third model is kept, so that entries of the map must move into the emptied slots.
    var kept = stride(from: 0, to: notes.count, by: 3).map { notes[$0] }
    notes.removeAll()
    var registered = identifiers.map { context.registeredModel(for: $0) as Note? }
    #expect(registered.indices.allSatisfy { (registered[$0] != nil) == ($0 % 3 == 0) })
    #expect(kept.indices.allSatisfy { registered[$0 * 3] === kept[$0] })
    kept.removeAll()
    registered.removeAll()
    #expect(identifiers.allSatisfy { (context.registeredModel(for: $0) as Note?) == nil })
  }
}

@Suite("Lifetimes")
struct LifetimeTests {
  @Test func aContextKeepsItsContainer() throws {
    func makeContext() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }
    let context = try makeContext()
    try context.saveNotes([1])
    #expect(try context.codes() == [1])
  }

  @Test(arguments: TestedStore.supporting(.bulk))
  func modelsOutlivingTheirContextKeepTheirValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    var notes: [Note] = []
    var identifiers: [PersistentIdentifier] = []
    do {
      let context = store.makeContext()
      notes = try context.saveNotes(0..<5_000)
      identifiers = notes.map(\.persistentModelID)
    }
    #expect(notes.allSatisfy { $0.modelContext == nil })
    #expect(notes.map(\.persistentModelID) == identifiers)
    #expect(notes.map(\.code) == Array(0..<5_000))
    #expect(notes[7].title == "note 7")
    notes[0].title = "still settable"
    #expect(notes[0].title == "still settable")
    #expect(notes[0].hasChanges)
    #expect(!notes[1].hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func faultsThatOutliveTheirContextReadTheirRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let identifier = try store.makeContext().saveNotes([1])[0].persistentModelID
    let fault = try #require(store.makeContext().model(for: identifier) as? Note)
    #expect(fault.modelContext == nil)
    #expect(fault.title == "note 1")
    #expect(fault.code == 1)
    #expect(fault.persistentModelID == identifier)
    var partial = FetchDescriptor<Note>()
    partial.propertiesToFetch = [\.code]
    let note = try #require(try store.makeContext().fetch(partial).first)
    #expect(note.title == "note 1")
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func modelsReplacedByAnUpsertOutliveTheirContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    var older: Note?
    do {
      let context = store.makeContext()
      older = try context.saveNotes([1])[0]
      context.insert(Note(code: 1, title: "newer"))
      try context.save()
    }
    #expect(older?.code == 1)
    #expect(older?.title == "newer")
  }
}
