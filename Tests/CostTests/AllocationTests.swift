import Testing

/// Limits on heap allocations of the library, in builds without optimization.
///
/// Explain a change that exceeds these bounds; lower them if a change needs less.
@Suite("Allocations")
struct AllocationTests {
  struct Bound: CustomTestStringConvertible {
    let name: String
    /// Allocations per additional repetition.
    let limit: Double
    var testDescription: String { name }

    init(_ name: String, _ limit: Double) { (self.name, self.limit) = (name, limit) }
  }

  static let bounds: [Bound] = [
    Bound("fetched object without relationships", 1),
    Bound("fetched object with a to-one", 1),
    Bound("fetched object with a to-many", 1),
    Bound("reading all attributes", 1),
    // Most of these sort keys, which allocates in unoptimized builds. The number depends on the
    // keys' initial order, which differs in each process.
    Bound("touched to-one with its object", 100),
    Bound("touched to-one of a registered object", 1),
    Bound("touched to-many with its three objects", 24.3),
    Bound("prefetched to-many with its three objects", 19.1),
    Bound("look-up by identifier", 10),
    // A descriptor stores its predicate in a separate block, which saves generic code a type
    // lookup.
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
    // Measured with 2,000 and with 4,000 members: none of these visits every member.
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
  func allocationsStayWithinTheirBound(_ bound: Bound) throws {
    guard let counts = try AllocationCounts.shared.get() else { return }
    let figure = try #require(counts.figures[bound.name])
    // Besides each object's allocations, arrays grow, and an identity map allocates a page per 32
    // objects.
    #expect(figure <= bound.limit + 0.1, "\(bound.name): \(figure) of \(bound.limit) allocations")
  }
}

/// The memory that stays in use.
@Suite("Memory")
struct MemoryTests {
  static let bounds: [AllocationTests.Bound] = [
    .init("most bytes in use while 100,000 letters are enumerated", 12_000_000),
    .init("bytes held after 8,000 objects were fetched and dropped", 300_000),
  ]

  @Test(
    .enabled(if: AllocationCounts.program != nil, "the helper program is not built"),
    arguments: bounds)
  func memoryUseStaysWithinItsBound(_ bound: AllocationTests.Bound) throws {
    guard let counts = try AllocationCounts.shared.get() else { return }
    let figure = try #require(counts.figures[bound.name])
    #expect(figure <= bound.limit, "\(bound.name): \(Int(figure)) of \(Int(bound.limit))")
  }
}
