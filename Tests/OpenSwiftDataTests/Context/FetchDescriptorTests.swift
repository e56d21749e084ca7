import Foundation
import OpenSwiftData
import Testing

@Suite("Fetch descriptors")
struct FetchDescriptorTests {
  @Model final class Trip {
    var code = 0
    var title = ""
    var tags: [String] = []
    var stops: [Stop] = []
    init() {}
  }

  @Model final class Stop {
    var trip: Trip?
    init() {}
  }

  @Test func descriptorsHaveTheDocumentedDefaults() {
    let descriptor = FetchDescriptor<Trip>()
    #expect(descriptor.predicate == nil)
    #expect(descriptor.sortBy.isEmpty)
    #expect(descriptor.fetchLimit == nil)
    #expect(descriptor.fetchOffset == nil)
    #expect(descriptor.includePendingChanges)
    #expect(descriptor.propertiesToFetch.isEmpty)
  }

  @Test func theInitializerAcceptsALimit() {
    #expect(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.title)], fetchLimit: 3).fetchLimit == 3)
  }

  /// A changed descriptor fetches like a new one, even if statements for it are already cached.
  @Test func fetchesFollowChangesOfTheirDescriptor() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for code in [3, 1, 2] { context.insert(Note(code: code, title: "\(code)")) }
    try context.save()
    let isLarge = #Predicate<Note> { $0.code > 1 }
    func codes(_ descriptor: FetchDescriptor<Note>) throws -> [Int] {
      try context.fetch(descriptor).map(\.code)
    }
    for _ in 0..<3 {
      var descriptor = FetchDescriptor<Note>()
      #expect(try Set(codes(descriptor)) == [1, 2, 3])
      descriptor.sortBy.append(SortDescriptor(\.code))
      #expect(try codes(descriptor) == [1, 2, 3])
      descriptor.predicate = isLarge
      #expect(try codes(descriptor) == [2, 3])
      #expect(try context.fetchCount(descriptor) == 2)
      descriptor.sortBy = [SortDescriptor(\.code, order: .reverse)]
      #expect(try codes(descriptor) == [3, 2])
      #expect(try descriptor.predicate?.evaluate(#require(context.fetch(descriptor).first)) == true)
      descriptor.fetchLimit = 1
      #expect(try codes(descriptor) == [3])
      descriptor.predicate = nil
      descriptor.propertiesToFetch.append(\.code)
      descriptor.fetchOffset = 2
      #expect(try codes(descriptor) == [1])
      descriptor.sortBy.removeAll()
      descriptor.propertiesToFetch = []
      (descriptor.fetchLimit, descriptor.fetchOffset) = (nil, nil)
      #expect(try Set(codes(descriptor)) == [1, 2, 3])
      #expect(descriptor == FetchDescriptor<Note>())
    }
  }

  @Test func equalityComparesEveryPart() {
    let plain = FetchDescriptor<Trip>()
    func changed(_ change: (inout FetchDescriptor<Trip>) -> Void) -> FetchDescriptor<Trip> {
      var copy = plain
      change(&copy)
      return copy
    }
    #expect(plain == changed { _ in })
    #expect(plain != changed { $0.fetchLimit = 1 })
    #expect(plain != changed { $0.fetchOffset = 1 })
    #expect(plain != changed { $0.sortBy = [SortDescriptor(\.title)] })
    #expect(plain != changed { $0.includePendingChanges = false })
    #expect(plain != changed { $0.propertiesToFetch = [\.title] })
    #expect(plain != changed { $0.relationshipKeyPathsForPrefetching = [\.stops] })
    #expect(plain != changed { $0.predicate = #Predicate<Trip> { _ in true } })
  }

  @Test func predicatesAreComparedByTheirExpressions() {
    func longerThan(_ count: Int, _ title: String?) -> FetchDescriptor<Trip> {
      FetchDescriptor(
        predicate: #Predicate<Trip> { trip in
          trip.title.count > count && (title == nil || trip.tags.contains { $0 == "x" })
        })
    }
    #expect(longerThan(1, "a") == longerThan(1, "a"))
    #expect(longerThan(1, "a") != longerThan(2, "a"))
    #expect(longerThan(1, "a") != longerThan(1, nil))
    let other = FetchDescriptor(predicate: #Predicate<Trip> { $0.code > 1 })
    #expect(longerThan(1, "a") != other)
  }

  @Test func nestedPredicateVariablesAreDistinguished() {
    func pair(_ inner: Bool) -> FetchDescriptor<Trip> {
      inner
        ? FetchDescriptor(
          predicate: #Predicate<Trip> { a in a.tags.contains { b in a.tags.contains { $0 == b } } })
        : FetchDescriptor(
          predicate: #Predicate<Trip> { a in a.tags.contains { b in a.tags.contains { $0 == $0 } } }
        )
    }
    #expect(pair(true) == pair(true))
    #expect(pair(true) != pair(false))
  }
}
