import Foundation
import OpenSwiftData
import Testing

@Model
final class Note {
  @Attribute(.unique) var code: Int
  var title: String
  var body: String = ""
  var createdAt: Date = Date()
  var token: UUID = UUID()
  var rating: Double?
  var url: String?
  var isPinned = false

  init(code: Int, title: String) {
    self.code = code
    self.title = title
  }
}

@Suite("First steps")
struct FirstStepsTests {
  func container() throws -> ModelContainer {
    try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func savesAndFetchesInAnotherContext() throws {
    let container = try container()
    let context = ModelContext(container)
    let note = Note(code: 1, title: "first")
    note.rating = 2.5
    context.insert(note)
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    #expect(!note.persistentModelID.storeIdentifier!.isEmpty)
    let other = ModelContext(container)
    let fetched = try other.fetch(FetchDescriptor<Note>())
    #expect(fetched.count == 1)
    #expect(fetched[0].title == "first")
    #expect(fetched[0].token == note.token)
    #expect(fetched[0].createdAt == note.createdAt)
    #expect(fetched[0].rating == 2.5)
    #expect(fetched[0].persistentModelID == note.persistentModelID)
    fetched[0].title = "changed"
    #expect(other.hasChanges)
    try other.save()
    let third = ModelContext(container)
    #expect(try third.fetch(FetchDescriptor<Note>()).first?.title == "changed")
  }

  @Test func upsertsByUniqueValue() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Note(code: 1, title: "a"))
    try context.save()
    context.insert(Note(code: 1, title: "b"))
    context.insert(Note(code: 1, title: "c"))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.title) == ["c"])
  }

  @Test func deletesAndCounts() throws {
    let container = try container()
    let context = ModelContext(container)
    for code in 0..<10 { context.insert(Note(code: code, title: "t\(code)")) }
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 10)
    try context.save()
    let descriptor = FetchDescriptor<Note>(
      predicate: Foundation.Predicate<Note>({
        PredicateExpressions.build_Comparison(
          lhs: PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_Arg($0), keyPath: \.code),
          rhs: PredicateExpressions.build_Arg(5), op: .lessThan)
      }))
    #expect(try context.fetchCount(descriptor) == 5)
    for note in try context.fetch(descriptor) { context.delete(note) }
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 5)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 5)
  }
}
