import Foundation
import OpenSwiftData
import Testing

/// The kinds of errors, and whether errors use the names that appear in the program.
@Suite("Named errors")
struct NamedErrorTests {
  @Model final class Journey {
    var name: String
    @Relationship(inverse: \Leg.title) var legs: [Leg] = []
    init(name: String) { self.name = name }
  }
  @Model final class Leg {
    var title: String
    var journey: Journey?
    init(title: String) { self.title = title }
  }
  @Model final class Note {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func impossibleInversesAreNamed() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Journey.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error.description.contains("The inverse Leg.title is not a relationship of Leg."))
  }

  @Test func tooManySortDescriptorsAreRefused() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let order = (0..<3000).map {
      SortDescriptor(\Note.number, order: $0 % 2 == 0 ? .forward : .reverse)
    }
    let error = #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try ModelContext(container).fetch(FetchDescriptor<Note>(sortBy: order))
    }
    #expect(error?.recoverySuggestion?.isEmpty == false)
  }
}
