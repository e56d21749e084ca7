import Testing

/// How many blocks of memory the library asks for, in builds as tests have them, without
/// optimization. More than these bounds is a change to be explained; less should lower them.
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
    Bound("fetched object without relationships", 0)
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
    // An array that grows asks for a few blocks more, however many its elements are.
    #expect(figure <= bound.limit + 0.02, "\(bound.name): \(figure) of \(bound.limit) allocations")
  }
}

/// How much memory stays in use.
@Suite("Memory")
struct MemoryTests {
  static let bounds: [AllocationTests.Bound] = [
    .init("most bytes in use while 100,000 letters are enumerated", 32_000_000),
    .init("bytes held after 8,000 objects were fetched and dropped", 100_000),
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
