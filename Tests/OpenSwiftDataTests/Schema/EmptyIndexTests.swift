import Foundation
import OpenSwiftData
import Testing

@available(macOS 15, *)
@Model
final class Movement {
  #Unique<Movement>([\.code], [])
  #Index<Movement>([], [\.title])
  var code: Int
  var title: String

  init(code: Int, title: String) {
    self.code = code
    self.title = title
  }
}

/// Empty property lists of `#Unique` and `#Index`, as existing programs contain them.
@Suite("Empty lists of properties")
struct EmptyIndexTests {
  @Test func emptyPropertyListsAreIgnored() throws {
    let container = try ModelContainer(
      for: Movement.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for (code, title) in [(1, "a"), (2, "b"), (1, "c")] {
      context.insert(Movement(code: code, title: title))
      try context.save()
    }
    let order = FetchDescriptor<Movement>(sortBy: [SortDescriptor(\.code)])
    #expect(try context.fetch(order).map(\.title) == ["c", "b"])
  }
}
