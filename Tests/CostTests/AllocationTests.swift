import Testing

/// How many blocks of memory the library asks for, in builds without optimization.
///
/// More than these bounds is a change to be explained; less should lower them.
@Suite("Allocations")
struct AllocationTests {
  struct Bound: CustomTestStringConvertible {
    let name: String
    /// For one repetition more.
    let limit: Double
    var testDescription: String { name }

    init(_ name: String, _ limit: Double) { (self.name, self.limit) = (name, limit) }
  }

  static let bounds: [Bound] = [
    Bound("fetched object without relationships", 1),
    Bound("fetched object with a to-one", 1),
    Bound("fetched object with a to-many", 1),
    Bound("reading all attributes", 1),
    // Most is for putting keys in order, which without optimization asks for memory; how often
    // depends on the order that they are in at first, which is another in each process.
    Bound("touched to-one with its object", 100),
    Bound("touched to-one of a registered object", 1),
    Bound("touched to-many with its three objects", 24.3),
    Bound("prefetched to-many with its three objects", 19.1),
    Bound("look-up by identifier", 10),
    // A descriptor has its predicate in a block of its own, since that saves generic code looking up its type.
    Bound("fetch of one by predicate", 13),
    Bound("fetchCount with a predicate", 6),
    Bound("enumerated object", 9.6),
    Bound("making and inserting an object", 1),
    Bound("saving an inserted object", 20.2),
    Bound("making and inserting an object with a to-one", 7),
    Bound("saving an inserted object with a to-one", 28),
    Bound("changing a property", 1),
    Bound("saving a changed property, rows that follow one another", 5),
    Bound("saving a changed property, rows far apart", 9),
    Bound("deleting and saving, rows that follow one another", 12),
    Bound("deleting and saving, rows far apart", 15),
    // With 2,000 members and with 4,000: none of these looks at each of them.
    Bound("appending a new member", 4),
    Bound("appending a member that has become one", 6),
    Bound("removing the last member", 2),
    Bound("removing the first member", 3),
    Bound("removing a member from the middle", 2),
    Bound("setting a member", 16),
    Bound("exchanging two members", 26),
    Bound("member that loses its owner", 2),
  ]

  @Test(.enabled(if: AllocationCounts.program != nil, "the helper program is not built"))
  func everyMeasurementHasABound() throws {
    guard let counts = try AllocationCounts.shared.get() else { return }
    #expect(Set(counts.figures.keys) == Set((Self.bounds + MemoryTests.bounds).map(\.name)))
  }

  @Test(
    .enabled(if: AllocationCounts.program != nil, "the helper program is not built"),
    arguments: bounds)
  func stayWithin(_ bound: Bound) throws {
    guard let counts = try AllocationCounts.shared.get() else { return }
    let figure = try #require(counts.figures[bound.name])
    // Beside what each object takes, arrays grow, and an identity map has a page for 32 objects.
    #expect(figure <= bound.limit + 0.1, "\(bound.name): \(figure) of \(bound.limit) allocations")
  }
}

/// How much memory stays in use.
@Suite("Memory")
struct MemoryTests {
  static let bounds: [AllocationTests.Bound] = [
    .init("most bytes in use while 100,000 letters are enumerated", 12_000_000),
    .init("bytes held after 8,000 objects were fetched and dropped", 300_000),
  ]

  @Test(
    .enabled(if: AllocationCounts.program != nil, "the helper program is not built"),
    arguments: bounds)
  func staysBounded(_ bound: AllocationTests.Bound) throws {
    guard let counts = try AllocationCounts.shared.get() else { return }
    let figure = try #require(counts.figures[bound.name])
    #expect(figure <= bound.limit, "\(bound.name): \(Int(figure)) of \(Int(bound.limit))")
  }
}
