import Foundation
import OpenSwiftData
import Testing

@Suite("Transactions on stores that are only read")
struct ReadOnlyTransactionTests {
  @Test func readsOfATransactionSeeOneState() throws {
    let folder = try TestFolder()
    let url = folder.file("test.store")
    let writer = ModelContext(
      try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url)))
    try writer.saveNotes([1])
    let reader = ModelContext(
      try ModelContainer(
        for: Note.self, configurations: ModelConfiguration(url: url, allowsSave: false)))
    let codes = try reader.transaction(.serializable) {
      let before = try reader.codes()
      try writer.saveNotes([2])
      return try [before, reader.codes()]
    }
    #expect(codes == [[1], [1]])
    #expect(try reader.codes() == [1, 2])
    #expect(throws: SwiftDataError.storeIsReadOnly) {
      try reader.transaction(.serializable) { reader.insert(Note(code: 3)) }
    }
    #expect(!reader.hasChanges)
    #expect(try reader.codes() == [1, 2])
  }

  @Test func aStoreThatIsOnlyReadDoesNotPreventWritingAnother() throws {
    let folder = try TestFolder()
    let (notes, tallies) = (folder.file("notes.store"), folder.file("tallies.store"))
    try ModelContext(
      try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: notes))
    ).saveNotes([1])
    let container = try ModelContainer(
      for: Schema([Note.self, Tally.self]),
      configurations: [
        ModelConfiguration("notes", schema: Schema([Note.self]), url: notes, allowsSave: false),
        ModelConfiguration("tallies", schema: Schema([Tally.self]), url: tallies),
      ])
    let context = ModelContext(container)
    try context.transaction(.serializable) {
      for code in try context.codes() { context.insert(Tally(number: code)) }
    }
    let saved = try ModelContext(container).fetch(FetchDescriptor<Tally>())
    #expect(saved.map(\.number) == [1])
  }
}
