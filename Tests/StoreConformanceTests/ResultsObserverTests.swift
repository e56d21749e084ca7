import Foundation
import OpenSwiftData
import Testing

/// Observed results follow changes of their models in every store.
@Suite("Results that follow their models")
struct ResultsObserverTests {
  @Test(arguments: TestedStore.all)
  func resultsFollowChangesAndSavesOfOtherContexts(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes([1, 3])
    let observer = try ResultsObserver<Note, Never>(
      filterBy: #Predicate { !$0.isPinned }, sortBy: [SortDescriptor(\.title)],
      modelContext: context, isolation: nil)
    func codes() -> [Int] { observer.results.map(\.code) }
    #expect(codes() == [1, 3])
    let note = Note(code: 2, title: "note 2")
    context.insert(note)
    #expect(codes() == [1, 2, 3])
    note.title = "z"
    #expect(codes() == [1, 3, 2])
    try context.save()
    let other = store.makeContext()
    try #require(try other.note(3)).title = "a"
    other.insert(Note(code: 4, title: "b"))
    try other.save()
    #expect(codes() == [3, 4, 1, 2])
    #expect(observer.fetchError == nil)
    try #require(try other.note(1)).isPinned = true
    other.delete(try #require(try other.note(4)))
    try other.save()
    #expect(codes() == [3, 2])
    context.delete(note)
    #expect(codes() == [3])
    context.rollback()
    #expect(codes() == [3, 2])
  }

  @Test(arguments: TestedStore.all)
  func sectionsFollowChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...4)
    for note in notes { note.url = note.code > 2 ? "late" : nil }
    try context.save()
    let observer = try ResultsObserver<Note, String>(
      sortBy: [SortDescriptor(\.code, order: .reverse)], sectionBy: \.url, modelContext: context,
      isolation: nil)
    #expect(observer.sections?.map { $0.map(\.code) } == [[2, 1], [4, 3]])
    #expect(observer.sections?.sectionTitles == ["", "late"])
    notes[0].url = "early"
    #expect(observer.sections?.sectionTitles == ["", "early", "late"])
    #expect(observer.sections?[sectionTitle: "early"]?.map(\.code) == [1])
  }
}
