import OpenSwiftData
import Testing

@Suite("Contexts that do not save by themselves")
struct AutosaveOffTests {
  @Test(arguments: TestedStore.all)
  func unsavedChangesAreLost(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    do {
      let context = store.makeContext()
      context.autosaveEnabled = false
      try context.saveNotes([1])
      context.insert(Note(code: 2))
      try #require(try context.note(1)).title = "not saved"
      context.processPendingChanges()
    }
    let notes = try store.makeContext().fetch(FetchDescriptor<Note>())
    #expect(notes.map(\.title) == ["note 1"])
  }
}
